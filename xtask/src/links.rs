//! Links between pages: every relative link of a Markdown page leads to a file of the repository, and to a heading that is
//! there. Links to other sites are left alone, but none leads to the machine of its author.

use crate::files::{entries, read};
use std::path::{Component, Path, PathBuf};

/// Where pages are: files, and folders with everything below them.
const PLACES: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs", "web/README.md"];

/// Checks every page.
pub fn check(root: &Path) -> Result<String, String> {
    let mut pages = Vec::new();
    for place in PLACES {
        collect(&root.join(place), &mut pages)?;
    }
    let (mut count, mut faults) = (0, Vec::new());
    for page in &pages {
        let shown = page.strip_prefix(root).unwrap_or(page).display().to_string();
        let text = read(page)?;
        for (line, target) in links(&text) {
            count += 1;
            if let Err(fault) = resolve(page, &text, target) {
                faults.push(format!("{shown}:{line}: {fault}"));
            }
        }
    }
    if faults.is_empty() {
        Ok(format!("{count} links of {} pages, all lead somewhere", pages.len()))
    } else {
        Err(faults.join("\n"))
    }
}

fn collect(path: &Path, pages: &mut Vec<PathBuf>) -> Result<(), String> {
    if path.is_dir() {
        for entry in entries(path)? {
            collect(&entry, pages)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "md") {
        pages.push(path.to_owned());
    }
    Ok(())
}

/// The targets of the links and pictures of a page, each with its line. Code has none.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            for prose in line.split('`').step_by(2) {
                found.extend(prose.split("](").skip(1).filter_map(|rest| Some((number, rest.split_once(')')?.0))));
                found.extend(prose.split("src=\"").skip(1).filter_map(|rest| Some((number, rest.split_once('"')?.0))));
            }
        }
    }
    found
}

/// Follows a link of a page.
fn resolve(page: &Path, text: &str, target: &str) -> Result<(), String> {
    if target.starts_with("http://localhost") || target.starts_with("http://127.") {
        return Err(format!("`{target}` leads to the reader's own machine"));
    }
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { normal(&page.with_file_name(file)) };
    if !path.exists() {
        return Err(format!("`{target}` is not in the repository"));
    }
    if heading.is_empty() || path.extension().is_none_or(|extension| extension != "md") {
        return Ok(());
    }
    let other;
    let text = if file.is_empty() {
        text
    } else {
        other = read(&path)?;
        &other
    };
    if text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading) {
        Ok(())
    } else {
        Err(format!("`{target}`: the page has no such heading"))
    }
}

/// A path without `..`, which does not ask whether folders on the way are there.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            out.pop();
        } else {
            out.push(part);
        }
    }
    out
}

/// The name by which links lead to a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{anchor, links, normal, resolve};
    use std::path::Path;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md) and ![c](d.png), `[no](code)`\n```\n[no](code)\n```\n<img src=\"e.svg\">";
        assert_eq!(links(text), [(1, "b.md"), (1, "d.png"), (5, "e.svg")]);
    }

    #[test]
    fn headings_have_names() {
        assert_eq!(anchor("## From a text, to a `move`!"), "from-a-text-to-a-move");
        assert_eq!(normal(Path::new("docs/play/../../README.md")), Path::new("README.md"));
    }

    #[test]
    fn what_leads_nowhere_is_found() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/play/README.md");
        let text = "# Play\n\n## On paper\n";
        for good in [
            "../tour.md",
            "../../README.md#where-to-go",
            "#on-paper",
            "https://example.org/x",
            "../pictures/stockgi.png",
        ] {
            assert_eq!(resolve(&page, text, good), Ok(()), "{good}");
        }
        for bad in ["tour.md", "../../README.md#nowhere", "#off-paper", "http://localhost:7640/analysis"] {
            assert!(resolve(&page, text, bad).is_err(), "{bad}");
        }
    }
}
