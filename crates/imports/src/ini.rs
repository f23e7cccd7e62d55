//! Fairy-Stockfish's `variants.ini`: sections of keys and values.

/// A section: a variant as it is written.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// The variant that it is based on.
    pub parent: Option<String>,
    /// The line of its name, from 1.
    pub line: usize,
    /// Its keys in their order.
    pub entries: Vec<Entry>,
    /// The comments right before it.
    pub comments: Vec<String>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
}

/// A line that can't be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads a file: its sections, and the lines that are none of a section.
pub fn read(text: &str) -> (Vec<Section>, Vec<LineFault>) {
    let (mut sections, mut faults): (Vec<Section>, Vec<LineFault>) = (Vec::new(), Vec::new());
    let mut comments: Vec<String> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (line, number) = (line.trim(), index + 1);
        let fault = |message: &str| LineFault { line: number, message: message.to_owned() };
        if let Some(comment) = line.strip_prefix(['#', ';']) {
            comments.push(comment.trim().to_owned());
        } else if line.is_empty() {
            comments.clear();
        } else if let Some(rest) = line.strip_prefix('[') {
            let Some((head, _)) = rest.split_once(']') else {
                faults.push(fault("a section's name ends with `]`"));
                continue;
            };
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
                None => (head.trim(), None),
            };
            sections.push(Section {
                name: name.to_owned(),
                parent,
                line: number,
                entries: Vec::new(),
                comments: std::mem::take(&mut comments),
            });
        } else if let Some((key, value)) = line.split_once('=') {
            comments.clear();
            let entry = Entry { key: key.trim().to_owned(), value: value.trim().to_owned(), line: number };
            match sections.last_mut() {
                Some(section) => section.entries.push(entry),
                None => faults.push(fault("this key stands before the first section, as in `[name:parent]`")),
            }
        } else {
            faults.push(fault(
                "this is neither a section, as `[name:parent]`, nor a key with its value, as `maxRank = 8`",
            ));
        }
    }
    (sections, faults)
}
