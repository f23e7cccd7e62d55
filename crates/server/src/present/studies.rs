//! Studies as their readers see them, and as Portable Game Notation.

use super::pgn::wrapped;
use crate::domain::{Chapter, HeldStudy, ListedStudy, PlayerId, Study, StudyRole, Visibility};
use crate::wire::{self, ChapterRequest, StudyNode};
use spielraum_queries::{Patience, Refusal, replay};
use spielraum_rules::{Color, Position, Rules};
use std::fmt::Write;

/// A study in a list, as somebody sees it.
pub(crate) fn listed_study(listed: &ListedStudy, viewer: Option<&PlayerId>) -> wire::StudySummary {
    summary(&listed.study, &listed.owner, (listed.chapters, &listed.variant), viewer)
}

/// A study as somebody sees it who may do this.
pub(crate) fn study(held: &HeldStudy, viewer: Option<&PlayerId>, role: StudyRole) -> wire::Study {
    let variant = held.chapters.first().map_or("", |chapter| &chapter.variant);
    let count = held.chapters.len() as u32;
    wire::Study {
        summary: summary(&held.study, &held.owner, (count, variant), viewer),
        writes: role == StudyRole::Write,
        members: held
            .members
            .iter()
            .map(|member| wire::StudyMember { name: member.name.clone(), role: member.role.into() })
            .collect(),
        chapters: held
            .chapters
            .iter()
            .map(|chapter| wire::ChapterSummary {
                number: chapter.number,
                title: chapter.title.clone(),
                variant: chapter.variant.clone(),
            })
            .collect(),
    }
}

fn summary(
    study: &Study,
    owner: &str,
    (chapters, variant): (u32, &str),
    viewer: Option<&PlayerId>,
) -> wire::StudySummary {
    wire::StudySummary {
        id: study.id.to_string(),
        title: study.title.clone(),
        visibility: study.visibility.into(),
        owner: owner.to_owned(),
        yours: viewer == Some(&study.owner),
        chapters,
        variant: variant.to_owned(),
        created: study.created,
        changed: study.changed,
    }
}

/// A chapter as it is sent.
pub(crate) fn chapter(chapter: Chapter) -> wire::StudyChapter {
    let Chapter { number, title, variant, options, fen, nodes, edits } = chapter;
    wire::StudyChapter { number, title, variant, options, fen, nodes, edits }
}

/// The same as one asks for it, to be read by another server.
pub(crate) fn as_request(chapter: Chapter) -> ChapterRequest {
    let Chapter { title, variant, options, fen, nodes, .. } = chapter;
    ChapterRequest { title, variant, options, fen: Some(fen), nodes }
}

impl From<Visibility> for wire::StudyVisibility {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Unlisted => Self::Unlisted,
            Visibility::Private => Self::Private,
        }
    }
}

impl From<wire::StudyVisibility> for Visibility {
    fn from(visibility: wire::StudyVisibility) -> Self {
        match visibility {
            wire::StudyVisibility::Public => Self::Public,
            wire::StudyVisibility::Unlisted => Self::Unlisted,
            wire::StudyVisibility::Private => Self::Private,
        }
    }
}

impl From<StudyRole> for wire::StudyRole {
    fn from(role: StudyRole) -> Self {
        match role {
            StudyRole::Read => Self::Read,
            StudyRole::Write => Self::Write,
        }
    }
}

impl From<wire::StudyRole> for StudyRole {
    fn from(role: wire::StudyRole) -> Self {
        match role {
            wire::StudyRole::Read => Self::Read,
            wire::StudyRole::Write => Self::Write,
        }
    }
}

/// A chapter in PGN by its rules; arrows are written as other programs write them: `[%cal Ge2e4]`, and cells as `[%csl Ge4]`.
pub(crate) fn study_pgn(
    (study, owner, link): (&Study, &str, &str),
    chapter: &Chapter,
    (rules, game): (&Rules, &str),
    patience: Patience<'_>,
) -> Result<String, Refusal> {
    let mut text = String::new();
    let mut tags = vec![
        ("Event", format!("{}: {}", study.title, chapter.title)),
        ("Site", link.to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", "-".to_owned()),
        ("White", "?".to_owned()),
        ("Black", "?".to_owned()),
        ("Result", "*".to_owned()),
        ("Annotator", owner.to_owned()),
        ("Variant", game.to_owned()),
    ];
    if !chapter.options.is_empty() {
        let options = chapter.options.iter().map(|(name, value)| format!("{name}={value}"));
        tags.push(("Options", options.collect::<Vec<_>>().join(" ")));
    }
    if chapter.fen != rules.start().fen() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", chapter.fen.clone())]);
    }
    for (name, value) in tags {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let mut movetext = Movetext { words: Vec::new(), patience, nodes: &chapter.nodes };
    let mut position = replay::start(rules, Some(&chapter.fen))?;
    if let Some(start) = chapter.nodes.first() {
        movetext.words.extend(remark(start));
        movetext.after(0, &mut position, true)?;
    }
    movetext.words.push("*".to_owned());
    text += &wrapped(movetext.words.iter().map(String::as_str));
    Ok(text)
}

struct Movetext<'c> {
    words: Vec<String>,
    patience: Patience<'c>,
    nodes: &'c [StudyNode],
}

impl Movetext<'_> {
    /// Writes the line after a place, each move with what might have been played instead, and leaves the position as it was.
    /// `numbered` says whether the first move needs its number.
    fn after(&mut self, place: usize, position: &mut Position, mut numbered: bool) -> Result<(), Refusal> {
        let (mut at, mut made) = (place, 0);
        loop {
            let children = self.children(at);
            let Some((&first, others)) = children.split_first() else { break };
            self.word(first, position, numbered)?;
            for &other in others {
                let name = &self.nodes[other].name;
                let begin = self.words.len();
                self.words.extend((!name.is_empty()).then(|| braced(name)));
                self.word(other, position, true)?;
                self.make(other, position)?;
                self.after(other, position, remark(&self.nodes[other]).is_some())?;
                position.unmake();
                self.words[begin].insert(0, '(');
                if let Some(last) = self.words.last_mut() {
                    last.push(')');
                }
            }
            numbered = !others.is_empty() || remark(&self.nodes[first]).is_some();
            self.make(first, position)?;
            (at, made) = (first, made + 1);
        }
        for _ in 0..made {
            position.unmake();
        }
        Ok(())
    }

    fn make(&self, place: usize, position: &mut Position) -> Result<(), Refusal> {
        (self.patience)()?;
        let m = replay::read_move(position, &self.nodes[place].text)?;
        position.make(m);
        Ok(())
    }

    /// Writes a move with its number, where one is needed, and what is said of it.
    fn word(&mut self, place: usize, position: &Position, numbered: bool) -> Result<(), Refusal> {
        let node = &self.nodes[place];
        let m = replay::read_move(position, &node.text)?;
        let (side, number) = (position.side_to_move(), position.fullmove_number());
        if side == Color::White && (numbered || !position.is_within_turn()) {
            self.words.push(format!("{number}."));
        } else if numbered {
            self.words.push(format!("{number}..."));
        }
        self.words.push(position.san(m));
        self.words.extend(node.nags.iter().map(|nag| format!("${nag}")));
        self.words.extend(remark(node));
        Ok(())
    }

    /// The places directly after one.
    fn children(&self, place: usize) -> Vec<usize> {
        let ply = self.nodes[place].ply;
        let below = (place + 1..self.nodes.len()).take_while(|&at| self.nodes[at].ply > ply);
        below.filter(|&at| self.nodes[at].ply == ply + 1).collect()
    }
}

/// A comment with the arrows of a place, if there is anything.
fn remark(node: &StudyNode) -> Option<String> {
    let mut parts = Vec::new();
    let (marks, arrows): (Vec<_>, Vec<_>) = node.arrows.iter().partition(|arrow| arrow.from == arrow.to);
    if !marks.is_empty() {
        let cells: Vec<String> = marks.iter().map(|arrow| format!("G{}", arrow.to)).collect();
        parts.push(format!("[%csl {}]", cells.join(",")));
    }
    if !arrows.is_empty() {
        let pairs: Vec<String> = arrows.iter().map(|arrow| format!("G{}{}", arrow.from, arrow.to)).collect();
        parts.push(format!("[%cal {}]", pairs.join(",")));
    }
    parts.extend((!node.comment.is_empty()).then(|| node.comment.clone()));
    (!parts.is_empty()).then(|| braced(&parts.join(" ")))
}

fn braced(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")").replace('\n', " "))
}
