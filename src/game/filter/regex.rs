//! Regular expressions in conditions: `White ~ /^Carls(e|o)n/i`.

/// A regular expression that a value must match somewhere.
#[cfg(feature = "regex")]
#[derive(Clone, Debug)]
pub(super) struct TextPattern(regex::Regex);

/// Two patterns are equal if they are written alike.
#[cfg(feature = "regex")]
impl PartialEq for TextPattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

#[cfg(feature = "regex")]
impl TextPattern {
    /// The largest size of a compiled expression, and of the cache of a search in it, in bytes.
    const MAX_SIZE: usize = 1 << 20;

    /// Compiles an expression in the syntax of the crate `regex`, which searches in time linear in the text.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where, as a byte offset.
    pub(super) fn new(source: &str, ignores_case: bool) -> Result<Self, (usize, String)> {
        use regex_syntax::Error;

        // The errors of `regex` itself have no place.
        match regex_syntax::parse(source) {
            Ok(_) => {}
            Err(Error::Parse(error)) => return Err((error.span().start.offset, error.kind().to_string())),
            Err(Error::Translate(error)) => return Err((error.span().start.offset, error.kind().to_string())),
            Err(error) => return Err((0, error.to_string())),
        }
        let source = if ignores_case { format!("(?i){source}") } else { source.to_owned() };
        let mut builder = regex::RegexBuilder::new(&source);
        let built = builder.size_limit(Self::MAX_SIZE).dfa_size_limit(Self::MAX_SIZE).build();
        let too_large = "the regular expression is too large: compiled, it takes more than 1 MB";
        built.map(Self).map_err(|_| (0, too_large.to_owned()))
    }

    /// Whether some part of the text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

/// No regular expression: this program was built without them.
#[cfg(not(feature = "regex"))]
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TextPattern {}

#[cfg(not(feature = "regex"))]
impl TextPattern {
    /// Refuses every expression by the name of the feature.
    pub(super) fn new(_source: &str, _ignores_case: bool) -> Result<Self, (usize, String)> {
        Err((0, "regular expressions need the feature `regex`, which this program was built without".to_owned()))
    }

    /// Never called, since there is no such value.
    pub(super) fn matches(&self, _text: &str) -> bool {
        match *self {}
    }
}
