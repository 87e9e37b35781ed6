//! The `adoube` program: arguments to command to exit code.

fn main() {}
