//! What many games amount to: values that take one game after another and merge, so that many threads give what one
//! thread gives. How they look is not their affair.

pub mod standings;
