//! The buffers of the fast path, which a thread keeps from one game to the next.

use std::cell::RefCell;

use crate::cpu::CpuLevel;
use crate::game::replay::mode::ReaderMode;

use super::run::FastBuffers;

thread_local! {
    static FREE: RefCell<Option<Box<FastBuffers>>> = const { RefCell::new(None) };
}

/// Takes buffers for a new text.
pub(in crate::game::replay) fn take_fast_buffers(mode: ReaderMode) -> Box<FastBuffers> {
    let buffers = FREE.try_with(|free| free.borrow_mut().take()).ok().flatten();
    let mut buffers = buffers.unwrap_or_else(|| Box::new(FastBuffers::new()));
    buffers.clear(mode.level().unwrap_or(CpuLevel::Scalar));
    buffers
}

pub(in crate::game::replay) fn return_fast_buffers(buffers: Box<FastBuffers>) {
    let _ = FREE.try_with(|free| *free.borrow_mut() = Some(buffers));
}
