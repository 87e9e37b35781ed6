//! A small Rust tokenizer, and the paths that a source file names.

/// Something a file refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What it refers to.
    pub(crate) target: Target,
}

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Into this package: the path from its root.
    Inside(Vec<String>),
    /// To a crate, or to a name in scope: the path as written.
    Outside(Vec<String>),
}

/// All paths of two parts or more in this source, in `use` trees and elsewhere. `module` is the path of the file itself
/// from the root of the package.
pub(crate) fn references(source: &str, module: &[String]) -> Vec<Reference> {
    let tokens = tokens(source);
    let mut reader =
        Reader { tokens: &tokens, at: 0, depth: 0, module: module.to_vec(), inner: Vec::new(), found: Vec::new() };
    reader.run();
    reader.found
}

/// A token of Rust. Comments and literals are not among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Name(String),
    /// `::`
    Path,
    /// Any other character; `0` is any number.
    Sign(char),
}

struct Reader<'a> {
    tokens: &'a [(Token, usize)],
    at: usize,
    depth: usize,
    /// The path of the current module.
    module: Vec<String>,
    /// The brace depths at which the modules inside this file open.
    inner: Vec<usize>,
    found: Vec<Reference>,
}

impl Reader<'_> {
    fn run(&mut self) {
        while let Some((token, line)) = self.tokens.get(self.at) {
            match token {
                Token::Sign('{') => self.depth += 1,
                Token::Sign('}') => self.close(),
                Token::Name(name) if name == "mod" => self.open_module(),
                Token::Name(name) if name == "use" && self.peek(1) != Some(&Token::Sign('<')) => {
                    self.at += 1;
                    self.tree(&[]);
                }
                Token::Name(_) if self.starts_path() => {
                    let path = self.path();
                    if path.len() > 1 {
                        self.find(&path, *line);
                    }
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead).map(|(token, _)| token)
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.inner.last() == Some(&self.depth) {
            self.inner.pop();
            self.module.pop();
        }
    }

    fn open_module(&mut self) {
        if let (Some(Token::Name(name)), Some(Token::Sign('{'))) = (self.peek(1), self.peek(2)) {
            self.module.push(name.clone());
            self.inner.push(self.depth);
        }
    }

    /// Whether a path starts here: not after `a::` or `a.`.
    fn starts_path(&self) -> bool {
        let before = |steps: usize| self.at.checked_sub(steps).map(|at| &self.tokens[at].0);
        match before(1) {
            Some(Token::Path) => !matches!(before(2), Some(Token::Name(_) | Token::Sign('>'))),
            Some(Token::Sign('.')) => matches!(before(2), Some(Token::Sign('.'))),
            _ => true,
        }
    }

    /// The names from here on, joined by `::`.
    fn path(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(Token::Name(name)) = self.peek(0) {
            names.push(name.clone());
            self.at += 1;
            match (self.peek(0), self.peek(1)) {
                (Some(Token::Path), Some(Token::Name(_))) => self.at += 1,
                _ => break,
            }
        }
        names
    }

    /// A `use` tree, from its first name to the `,`, `}` or `;` after it, which is not consumed.
    fn tree(&mut self, prefix: &[String]) {
        let line = self.tokens.get(self.at).map_or(0, |(_, line)| *line);
        if self.peek(0) == Some(&Token::Path) {
            self.at += 1;
        }
        let path = [prefix, &self.path()].concat();
        if self.peek(0) == Some(&Token::Path) {
            self.at += 1;
        }
        match self.peek(0) {
            Some(Token::Sign('{')) => {
                while !matches!(self.peek(0), None | Some(Token::Sign('}'))) {
                    self.at += 1;
                    if self.peek(0) != Some(&Token::Sign('}')) {
                        self.tree(&path);
                    }
                }
                self.at += 1;
            }
            _ => self.find(&path, line),
        }
        while !matches!(self.peek(0), None | Some(Token::Sign(',' | '}' | ';'))) {
            self.at += 1;
        }
    }

    fn find(&mut self, path: &[String], line: usize) {
        let mut rest = path;
        let mut base = self.module.clone();
        let target = match path.first().map(String::as_str) {
            Some("crate") => Target::Inside(path[1..].to_vec()),
            Some("self" | "super") => {
                while let Some(name @ ("self" | "super")) = rest.first().map(String::as_str) {
                    if name == "super" {
                        base.pop();
                    }
                    rest = &rest[1..];
                }
                Target::Inside([&base, rest].concat())
            }
            Some(_) => Target::Outside(path.to_vec()),
            None => return,
        };
        self.found.push(Reference { line, target });
    }
}

/// The tokens of a source file, each with its line, from 1.
pub(crate) fn tokens(source: &str) -> Vec<(Token, usize)> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            '\'' => character(rest),
            _ if first.is_alphanumeric() || first == '_' => {
                let (token, length) = word(rest);
                tokens.extend(token.map(|token| (token, line)));
                length
            }
            ':' if rest.starts_with("::") => {
                tokens.push((Token::Path, line));
                2
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push((Token::Sign(first), line));
                }
                first.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

/// A name or a number, and its length. For the prefix of a literal: no token, and the length of the literal.
fn word(rest: &str) -> (Option<Token>, usize) {
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let length = name.len();
    if let Some(literal) = literal_after(&name, &rest[length..]) {
        return (None, length + literal);
    }
    let is_number = name.starts_with(|c: char| c.is_ascii_digit());
    (Some(if is_number { Token::Sign('0') } else { Token::Name(name) }), length)
}

/// The length of the string or character after a prefix such as `r`, `b` or `cr`, if it is one.
fn literal_after(prefix: &str, rest: &str) -> Option<usize> {
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    match prefix {
        "r" | "br" | "cr" if rest[hashes..].starts_with('"') => {
            let close = format!("\"{}", "#".repeat(hashes));
            let start = hashes + 1;
            Some(rest[start..].find(&close).map_or(rest.len(), |end| start + end + close.len()))
        }
        "b" | "c" if rest.starts_with('"') => Some(string(rest)),
        "b" if rest.starts_with('\'') => Some(character(rest)),
        _ => None,
    }
}

/// The length of a string in quotes.
fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    rest.len()
}

/// The length of a character in quotes, or of the quote of a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((escaped, _))) => {
            rest[escaped + 1..].find('\'').map_or(rest.len(), |end| escaped + 1 + end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

/// The length of a comment between `/*` and `*/`, which may nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        let pair = rest.as_bytes().get(at..at + 2).unwrap_or_default();
        match pair {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}
