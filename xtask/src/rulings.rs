//! Every decision about the rules that code, games and pages cite is in docs/rulings.md, and nothing cites a page that
//! is not in the repository.
//!
//! A citation is a code such as `Q17` in a comment of Rust code, in a comment or note of a definition, or in a page.

use crate::files::read;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The page of decisions. A decision begins with a heading such as `### Q17 The Emperor's duty`.
const PAGE: &str = "docs/rulings.md";

/// The letters with which codes begin.
const LETTERS: &[char] = &['C', 'E', 'F', 'G', 'J', 'N', 'O', 'Q', 'S', 'X', 'Y'];

/// Checks all citations.
pub fn check(root: &Path) -> Result<String, String> {
    let known: BTreeSet<String> = read(&root.join(PAGE))?.lines().filter_map(defined).map(str::to_owned).collect();
    if known.is_empty() {
        return Err(format!("{PAGE} has no decision: a heading begins with its code, as in `### G4 Repetition`"));
    }
    let (mut citations, mut faults) = (0, Vec::new());
    for path in files(root)? {
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let rust = shown.ends_with(".rs");
        for (number, line) in (1..).zip(read(&path)?.lines()) {
            let prose = prose(if rust { comment(line) } else { line });
            for code in codes(&prose) {
                citations += 1;
                if !known.contains(code) {
                    faults.push(format!("{shown}:{number}: {PAGE} has no decision {code}"));
                }
            }
            faults.extend(strangers(line, &shown).map(|page| {
                format!("{shown}:{number}: `{page}` is not in the repository; cite {PAGE} or docs/notation.md")
            }));
        }
    }
    if faults.is_empty() {
        Ok(format!("{citations} citations of {} decisions, all in {PAGE}", known.len()))
    } else {
        Err(faults.join("\n"))
    }
}

/// The code that a heading defines.
fn defined(line: &str) -> Option<&str> {
    let word = line.strip_prefix("### ")?.split_whitespace().next()?;
    codes(word).next().filter(|code| *code == word)
}

/// What a line of Rust says in a comment.
fn comment(line: &str) -> &str {
    line.split_once("//").map_or("", |(_, comment)| comment)
}

/// A text without what stands between backquotes: a position there has letters and digits of its own.
fn prose(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The codes in a text: a letter, one or two digits, perhaps a `b`.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| {
        let Some(rest) = word.strip_prefix(LETTERS) else { return false };
        let digits = rest.strip_suffix('b').unwrap_or(rest);
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The pages outside the repository that a line cites.
fn strangers<'l>(line: &'l str, file: &str) -> impl Iterator<Item = &'l str> {
    let in_docs = file.starts_with("docs/");
    line.split(|c: char| c.is_whitespace() || "()[]`\",;".contains(c)).filter(move |word| {
        let page = word.rsplit('/').next().unwrap_or(word);
        word.contains("../shared/")
            || page == "rules.md"
            || page == "notation.md" && !in_docs && *word != "docs/notation.md"
    })
}

/// The files in which citations stand. This one speaks of them.
fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "games", "docs"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root.join(page)));
    files.retain(|path| !path.ends_with(file!()) && path.exists());
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("can't read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| ["rs", "kdl", "md"].iter().any(|known| extension == *known))
        {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{codes, comment, defined, prose, strangers};

    #[test]
    fn codes_are_found_in_comments() {
        let line = "let x = Q99; // as the text says (Q1b, G4); not Q1x, FEN, g4 or Q123";
        assert_eq!(codes(comment(line)).collect::<Vec<_>>(), ["Q1b", "G4"]);
        assert_eq!(codes(&prose("a king on `7/7/C6` moves (G4), `a1` too")).collect::<Vec<_>>(), ["G4"]);
        assert_eq!(defined("### Q1b Always away"), Some("Q1b"));
        assert_eq!(defined("### Always away (Q1b)"), None);
    }

    #[test]
    fn pages_outside_are_found() {
        let cites = |line: &'static str, file| strangers(line, file).count();
        assert_eq!(cites("/// as it must be (rules.md, G7)", "crates/a.rs"), 1);
        assert_eq!(cites("/// see notation.md and ../shared/cases", "crates/a.rs"), 2);
        assert_eq!(cites("/// see docs/notation.md and docs/rulings.md, G7", "crates/a.rs"), 0);
        assert_eq!(cites("see [the notation](notation.md)", "docs/uci.md"), 0);
    }
}
