//! The functions that the worker gives the module, as the object `host`.

use std::io;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(js_namespace = host)]
extern "C" {
    /// Copies bytes of an input, from an offset on, and returns how many; 0 at its end.
    #[wasm_bindgen(catch, js_name = read)]
    fn read_input(input: u32, offset: f64, out: &mut [u8]) -> Result<u32, JsValue>;

    /// Takes a piece of the output.
    pub(super) fn write(bytes: &[u8]);

    /// Takes a message of this severity.
    pub(super) fn message(severity: &str, message: &str);
}

/// Reads bytes of an input, from an offset on. The page refuses a file that has changed since it was chosen.
pub(super) fn read(input: u32, offset: u64, out: &mut [u8]) -> io::Result<usize> {
    // Offsets in JavaScript are floating-point numbers, exact up to 8 PiB.
    #[allow(clippy::cast_precision_loss, reason = "no file is that long")]
    let count = read_input(input, offset as f64, out);
    let count = count.map_err(|_| io::Error::other("the browser can no longer read the file"))?;
    Ok(out.len().min(count as usize))
}
