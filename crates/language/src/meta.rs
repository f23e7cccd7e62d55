//! What a game is called, where it comes from, and what was decided about it.

use crate::limits;
use crate::readable;
use crate::report::Diagnostics;
use crate::syntax::{Content, Node};
use spielraum_geometry::sort_few;

/// What a definition says about a game besides its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The game's name.
    pub title: String,
    /// Who invented it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<String>,
    /// The game in one line.
    pub summary: Option<String>,
    /// The game in a few sentences.
    pub description: Option<String>,
    /// Where its rules are published.
    pub sources: Vec<String>,
    /// What had to be decided because the sources leave it open.
    pub notes: Vec<Note>,
    /// The id of the game on which its definition is based, whose notes and sources hold where it says nothing else.
    pub based_on: Option<String>,
}

/// A decision about a point that the published rules leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number, such as `X1`.
    pub number: String,
    /// What was decided, and why.
    pub text: String,
}

impl Meta {
    /// Reads what a definition and what it includes say; what a game that it is based on says is about that game.
    pub(crate) fn read<'n>(nodes: impl Iterator<Item = &'n Node>, diagnostics: &mut Diagnostics) -> Self {
        let nodes: Vec<&Node> = nodes.collect();
        let one = |word: &str| {
            let value = nodes.iter().find(|node| node.word == word)?.first()?;
            Some(match &value.content {
                Content::Text(text) => tidy(text),
                Content::Number(number) => number.to_string(),
                Content::Flag(_) => return None,
            })
        };
        let mut meta = Self {
            title: one("title").unwrap_or_default(),
            inventor: one("inventor"),
            year: one("year"),
            summary: one("summary"),
            description: one("description"),
            sources: nodes
                .iter()
                .filter(|node| node.word == "source")
                .filter_map(|node| node.name())
                .map(tidy)
                .collect(),
            notes: Vec::new(),
            based_on: None,
        };
        for (word, most) in [
            ("title", limits::TITLE),
            ("inventor", limits::TITLE),
            ("year", limits::YEAR),
            ("summary", limits::SUMMARY),
            ("description", limits::DESCRIPTION),
            ("source", limits::SOURCE),
            ("note", limits::NOTE),
        ] {
            for value in nodes.iter().filter(|node| node.word == word).flat_map(|node| &node.args) {
                let fault = value.text().and_then(|text| readable::fault(word, &tidy(text), most));
                if let Some(fault) = fault {
                    diagnostics.add(value.span, fault);
                }
            }
        }
        for node in Self::collect_notes(&nodes) {
            let [number, text] = &node.args[..] else { continue };
            let (number_text, text) = (number.text().unwrap_or_default(), text.text().unwrap_or_default());
            if number_text.len() > 8 || !number_text.chars().all(|c| c.is_ascii_alphanumeric()) {
                diagnostics.add(number.span, "a note's number is a few letters and digits, such as `X1`");
            }
            meta.notes.push(Note { number: number_text.to_owned(), text: tidy(text) });
        }
        meta
    }

    /// The notes of the definition itself come before those of what it includes.
    fn collect_notes<'n>(nodes: &[&'n Node]) -> Vec<&'n Node> {
        let mut notes: Vec<&Node> = nodes.iter().copied().filter(|node| node.word == "note").collect();
        sort_few(&mut notes, |one, other| other.layer.cmp(&one.layer));
        notes
    }
}

/// Text of several lines as running text; an empty line ends a paragraph.
fn tidy(text: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        if !words.is_empty() {
            paragraphs.push(words.join(" "));
        }
    }
    paragraphs.join("\n\n")
}
