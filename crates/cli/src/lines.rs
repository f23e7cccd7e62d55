//! Reading lines that may be of any length and content.

use std::io::{self, BufRead, Read};

/// What some editors put at the beginning of a text: a byte order mark.
const MARK: &str = "\u{feff}";

/// Reads a line without its end, and without a byte order mark; of a line longer than `most` bytes only the beginning and
/// one byte more. `false` at the end of the input.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    line.clear();
    let mut started = false;
    loop {
        let available = input.fill_buf()?;
        if available.is_empty() {
            drop_mark(line);
            return Ok(started);
        }
        started = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = (most + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            drop_mark(line);
            return Ok(true);
        }
    }
}

fn drop_mark(line: &mut Vec<u8>) {
    if line.starts_with(MARK.as_bytes()) {
        line.drain(..MARK.len());
    }
}

/// Reads a line of what a person types; `None` at the end of input. A line that is not text is empty.
pub fn read_answer(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let count = input.take(1 << 16).read_until(b'\n', &mut line)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&line).trim_start_matches(MARK).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 1 << 10;

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        let mut input = io::Cursor::new(b"\xef\xbb\xbfone\n\n\xef\xbb\xbfthree".to_vec());
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while read_line(&mut input, &mut line, MOST).unwrap() {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["one", "", "three"]);
    }

    #[test]
    fn an_endless_line_takes_little_memory() {
        let mut input = io::BufReader::new(io::Cursor::new(vec![b'x'; 1 << 20]));
        let mut line = Vec::new();
        assert!(read_line(&mut input, &mut line, MOST).unwrap());
        assert_eq!(line.len(), MOST + 1);
        assert!(!read_line(&mut input, &mut line, MOST).unwrap());
    }
}
