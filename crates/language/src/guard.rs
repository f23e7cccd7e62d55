//! A look at strings, comments and braces before the parser reads a text.
//!
//! The KDL parser is recursive and goes on after errors. What passes here ends its strings, matches its
//! braces and nests them little, so the parser can't be made to use up its stack. Block comments and `/-`
//! are left out of the language, since the parser goes through them by recursion.

use crate::limits;

/// Why a text is not given to the parser.
pub(crate) struct Refusal {
    /// The byte at which the fault begins.
    pub at: usize,
    /// How many bytes it has.
    pub len: usize,
    pub message: String,
    pub help: &'static str,
}

fn refuse<T>(at: usize, len: usize, message: impl Into<String>, help: &'static str) -> Result<T, Refusal> {
    Err(Refusal { at, len, message: message.into(), help })
}

/// Whether the parser can be given a text.
pub(crate) fn check(text: &str) -> Result<(), Refusal> {
    check_size(text)?;
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, open: Vec::new() };
    while scanner.at < scanner.bytes.len() {
        scanner.step()?;
    }
    match scanner.open.last() {
        Some(&at) => refuse(at, 1, "this block has no end", "close it with `}`"),
        None => Ok(()),
    }
}

fn check_size(text: &str) -> Result<(), Refusal> {
    let blocks = text.bytes().filter(|byte| *byte == b'{').count();
    if blocks > limits::BLOCKS {
        let message = format!("the text has {blocks} blocks; at most {} are read", limits::BLOCKS);
        return refuse(0, 0, message, "make it shorter");
    }
    let mut start = 0;
    for line in text.split('\n') {
        if line.len() > limits::LINE {
            let message = format!("this line has more than {} bytes", limits::LINE);
            return refuse(start, 1, message, "break it into several");
        }
        start += line.len() + 1;
    }
    Ok(())
}

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    /// Where the blocks that are not closed yet were opened.
    open: Vec<usize>,
}

impl Scanner<'_> {
    /// Goes past the next string, comment, brace or other byte.
    fn step(&mut self) -> Result<(), Refusal> {
        let (at, rest) = (self.at, &self.bytes[self.at..]);
        match rest[0] {
            b'/' if rest.starts_with(b"//") => {
                self.at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            }
            b'/' if rest.starts_with(b"/*") || rest.starts_with(b"/-") => {
                let help = "begin each line of a comment with `//`";
                return refuse(at, 2, "comments of this kind are not read here", help);
            }
            b'#' => return self.hashes(),
            b'"' => return self.string(),
            b'{' => {
                self.open.push(at);
                if self.open.len() > limits::NESTING {
                    let help = "no game needs so many blocks within blocks";
                    return refuse(at, 1, "the blocks are nested too deeply", help);
                }
                self.at += 1;
            }
            b'}' => {
                if self.open.pop().is_none() {
                    return refuse(at, 1, "this `}` closes nothing", "take it out, or open the block with `{`");
                }
                self.at += 1;
            }
            _ => self.at += 1,
        }
        Ok(())
    }

    /// `#true`, or a raw string such as `#"..."#`.
    fn hashes(&mut self) -> Result<(), Refusal> {
        let rest = &self.bytes[self.at..];
        let hashes = rest.iter().take_while(|byte| **byte == b'#').count();
        if hashes > 8 {
            let help = "one is enough before a raw text, `true` or `false`";
            return refuse(self.at, hashes, "so many `#` have no meaning here", help);
        }
        let quotes = quotes(&rest[hashes..]);
        if quotes == 0 {
            self.at += 1;
            return Ok(());
        }
        let end = [vec![b'"'; quotes], vec![b'#'; hashes]].concat();
        match rest[hashes + quotes..].windows(end.len()).position(|window| window == end) {
            Some(inside) => self.at += hashes + quotes + inside + end.len(),
            None => {
                let help = "end it with a quotation mark and as many `#`";
                return refuse(self.at, hashes + 1, "this text has no end", help);
            }
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), Refusal> {
        let rest = &self.bytes[self.at..];
        let quotes = quotes(rest);
        let mut inside = quotes;
        while let Some(&byte) = rest.get(inside) {
            match byte {
                b'\\' => inside += 2,
                b'\n' | b'\r' if quotes == 1 => break,
                b'"' if rest[inside..].iter().take(quotes).filter(|byte| **byte == b'"').count() == quotes => {
                    self.at += inside + quotes;
                    return Ok(());
                }
                _ => inside += 1,
            }
        }
        let help = "end it with the same quotation marks; a text of one line ends on its line";
        refuse(self.at, quotes, "this text has no end", help)
    }
}

/// The number of quotation marks with which a string begins: 1 or 3, or 0 if none begins here.
fn quotes(bytes: &[u8]) -> usize {
    match bytes {
        [b'"', b'"', b'"', ..] => 3,
        [b'"', ..] => 1,
        _ => 0,
    }
}
