//! The list: two tables of docs/glossary.md.

/// The headings over the tables.
const REFUSED: &str = "## Refused";
const EXCEPTIONS: &str = "## Exceptions";

/// What is refused, and where it may stand after all.
#[derive(Debug)]
pub struct List {
    pub refused: Vec<Refused>,
    pub exceptions: Vec<Exception>,
}

/// A refused phrase: lower case, words separated by single spaces.
#[derive(Debug)]
pub struct Refused {
    pub phrase: String,
    /// What to say instead.
    pub instead: String,
}

/// A file or folder that may say a phrase.
#[derive(Debug)]
pub struct Exception {
    pub path: String,
    pub phrase: String,
}

impl Exception {
    pub fn covers(&self, file: &str, refused: &Refused) -> bool {
        self.phrase == refused.phrase && (file == self.path || self.path.ends_with('/') && file.starts_with(&self.path))
    }
}

impl List {
    /// Reads the tables of the page. A row of the first has phrases and what to say instead, a row of the second paths,
    /// phrases and a reason.
    pub fn read(page: &str) -> Result<Self, String> {
        let mut refused = Vec::new();
        for row in rows(page, REFUSED)? {
            let [phrases, instead] = row.as_slice() else { return Err(bad(&row)) };
            for phrase in quoted(phrases) {
                refused.push(Refused { phrase, instead: (*instead).to_owned() });
            }
        }
        let mut exceptions = Vec::new();
        for row in rows(page, EXCEPTIONS)? {
            let [path, phrases, reason] = row.as_slice() else { return Err(bad(&row)) };
            if reason.is_empty() {
                return Err(format!("the exception for {path} has no reason"));
            }
            for phrase in quoted(phrases) {
                if refused.iter().all(|refused| refused.phrase != phrase) {
                    return Err(format!("the exception for {path} names `{phrase}`, which is not refused"));
                }
                for path in path.split('`').skip(1).step_by(2) {
                    exceptions.push(Exception { path: path.to_owned(), phrase: phrase.clone() });
                }
            }
        }
        Ok(Self { refused, exceptions })
    }

    /// Every refused phrase in a masked text, with its line.
    pub fn occurrences(&self, text: &str) -> Vec<(usize, &Refused)> {
        let (words, glued) = words(text);
        let mut found = Vec::new();
        for refused in &self.refused {
            let phrase: Vec<&str> = refused.phrase.split(' ').collect();
            for (start, window) in words.windows(phrase.len()).enumerate() {
                let same = window.iter().zip(&phrase).all(|(word, sought)| word.text == **sought);
                if same && glued[start + 1..start + phrase.len()].iter().all(|glued| *glued) {
                    found.push((window[0].line, refused));
                }
            }
        }
        found.sort_by_key(|(line, _)| *line);
        found
    }
}

/// The rows of the table under a heading, without its head.
fn rows<'p>(page: &'p str, heading: &str) -> Result<Vec<Vec<&'p str>>, String> {
    let rows: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    if rows.is_empty() { Err(format!("docs/glossary.md has no table under `{heading}`")) } else { Ok(rows) }
}

fn bad(row: &[&str]) -> String {
    format!("docs/glossary.md: a row has {} columns: {}", row.len(), row.join(" | "))
}

/// What stands between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_lowercase)
}

struct Word {
    text: String,
    line: usize,
}

/// The words of a text in lower case, and for each whether nothing but white space parts it from the one before.
fn words(text: &str) -> (Vec<Word>, Vec<bool>) {
    let (mut words, mut glued) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let mut after_space = true;
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let length = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
            if length > 0 {
                words.push(Word { text: rest[..length].to_lowercase().replace('’', "'"), line: index + 1 });
                glued.push(after_space);
                after_space = true;
                rest = &rest[length..];
            } else {
                after_space &= c.is_whitespace();
                if !c.is_whitespace() {
                    // What follows on this line or the next begins anew.
                    words.push(Word { text: String::new(), line: index + 1 });
                    glued.push(false);
                    after_space = true;
                }
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    (words, glued)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\'' || c == '’'
}

#[cfg(test)]
mod tests {
    use super::List;

    const PAGE: &str = "# Glossary\n\n## Refused\n\n| not | say |\n|---|---|\n| `so many` | n |\n| `told`, `tell` | report |\n\n\
                        ## Exceptions\n\n| where | phrase | reason |\n|---|---|---|\n| `docs/a/` | `told` | a quotation |\n";

    #[test]
    fn phrases_are_found_across_lines_but_not_sentences() {
        let list = List::read(PAGE).unwrap();
        let found = |text| {
            list.occurrences(text).iter().map(|(line, refused)| (*line, refused.phrase.as_str())).collect::<Vec<_>>()
        };
        assert_eq!(found("It is Told so\n  many times"), [(1, "so many"), (1, "told")]);
        assert_eq!(found("Is it so? Many say; so-many, told_so, untold"), []);
    }

    #[test]
    fn exceptions_cover_folders_and_need_reasons() {
        let list = List::read(PAGE).unwrap();
        assert!(list.exceptions[0].covers("docs/a/b.md", &list.refused[1]));
        assert!(!list.exceptions[0].covers("docs/ab.md", &list.refused[1]));
        assert!(!list.exceptions[0].covers("docs/a/b.md", &list.refused[2]));
        assert!(List::read(&PAGE.replace("a quotation", "")).is_err());
        assert!(List::read(&PAGE.replace("| `told` | a", "| `tells` | a")).is_err());
        assert!(List::read("# Glossary").is_err());
    }
}
