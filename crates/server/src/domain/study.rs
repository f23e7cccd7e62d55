//! Studies: who may do what in them, and what their chapters may hold. A chapter is kept as it is sent: places in the order of a text
//! with variations, and changes of them.

use super::{Options, PlayerId, StudyId, names};
use crate::error::{ApiError, ApiResult};
use spielraum_queries::replay::LONGEST_MOVE;
use spielraum_wire::{StudyArrow, StudyChange, StudyNode};
use std::ops::Range;

/// Characters of a title, of a comment and of a variation's name.
const TITLE: usize = 80;
const COMMENT: usize = 2_000;
const NAME: usize = 80;

/// Judgements and arrows of one place.
const NAGS: usize = 8;
const ARROWS: usize = 64;

/// Bytes of a cell's name.
const CELL: usize = 16;

/// Places of a chapter, the moves of its longest line, and its bytes as JSON.
const NODES: usize = 2_000;
const PLIES: usize = 1_000;
const BYTES: usize = 256 << 10;

/// Who sees a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    Public,
    Unlisted,
    Private,
}

impl Visibility {
    const ALL: [Self; 3] = [Self::Public, Self::Unlisted, Self::Private];

    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.word() == word)
    }
}

/// What a member may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StudyRole {
    Read,
    Write,
}

impl StudyRole {
    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        [Self::Read, Self::Write].into_iter().find(|role| role.word() == word)
    }
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Study {
    pub id: StudyId,
    pub owner: PlayerId,
    pub title: String,
    pub visibility: Visibility,
    /// Milliseconds since 1970.
    pub created: i64,
    pub changed: i64,
}

/// A member of a study besides its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub player: PlayerId,
    pub name: String,
    pub role: StudyRole,
}

/// A chapter in the list of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChapterHead {
    pub number: u32,
    pub title: String,
    pub variant: String,
}

/// A study with all that is shown around its chapters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldStudy {
    pub study: Study,
    /// The name of the owner.
    pub owner: String,
    pub members: Vec<Member>,
    pub chapters: Vec<ChapterHead>,
}

impl HeldStudy {
    /// What somebody may do: nothing, if not even see it.
    pub fn role(&self, player: Option<&PlayerId>) -> Option<StudyRole> {
        if player == Some(&self.study.owner) {
            return Some(StudyRole::Write);
        }
        let member = self.members.iter().find(|member| Some(&member.player) == player).map(|member| member.role);
        member.or((self.study.visibility != Visibility::Private).then_some(StudyRole::Read))
    }
}

/// A study in a list.
#[derive(Clone, Debug)]
pub(crate) struct ListedStudy {
    pub study: Study,
    pub owner: String,
    pub chapters: u32,
    /// The game of its first chapter.
    pub variant: String,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chapter {
    pub number: u32,
    pub title: String,
    pub variant: String,
    pub options: Options,
    pub fen: String,
    pub nodes: Vec<StudyNode>,
    /// How many changes it has had.
    pub edits: u32,
}

/// A title as it is kept.
pub(crate) fn title(text: &str) -> ApiResult<String> {
    names::one_line("title", text, TITLE).map_err(bad)
}

fn bad(why: String) -> ApiError {
    ApiError::impossible("bad-study", why)
}

/// What is written about a place, in lines that can be read; it may be empty.
fn tidy(what: &str, text: &str, most: usize) -> ApiResult<String> {
    let lines: Vec<String> =
        text.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    if text.chars().count() > most {
        return Err(bad(format!("The {what} has at most {most} characters. Shorten it.")));
    }
    match lines.iter().find_map(|line| names::unreadable(what, line)) {
        Some(why) => Err(bad(why)),
        None => Ok(lines.join("\n")),
    }
}

fn tidy_nags(mut nags: Vec<u8>) -> ApiResult<Vec<u8>> {
    nags.retain(|nag| *nag != 0);
    if nags.len() > NAGS {
        return Err(bad(format!("A move has at most {NAGS} judgements.")));
    }
    Ok(nags)
}

fn fit_arrows(arrows: &[StudyArrow], is_cell: impl Fn(&str) -> bool) -> ApiResult<()> {
    if arrows.len() > ARROWS {
        return Err(bad(format!("A position has at most {ARROWS} arrows and marks.")));
    }
    let mut cells = arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]);
    match cells.find(|cell| cell.len() > CELL || !is_cell(cell)) {
        Some(cell) => {
            let cell: String = cell.chars().take(CELL).collect();
            Err(bad(format!("This game has no cell {cell:?}.")))
        }
        None => Ok(()),
    }
}

/// The places of a new chapter as they are kept. Whether the moves are legal is another matter.
pub(crate) fn fit(mut nodes: Vec<StudyNode>, is_cell: impl Fn(&str) -> bool) -> ApiResult<Vec<StudyNode>> {
    if nodes.is_empty() {
        nodes.push(StudyNode::default());
    }
    let mut last = None;
    for node in &mut nodes {
        let follows = last.map_or(node.ply == 0, |last| (1..=last + 1).contains(&node.ply));
        if !follows || node.text.is_empty() != (node.ply == 0) || node.text.len() > LONGEST_MOVE {
            return Err(bad("The places of a chapter are not those of a text with variations.".to_owned()));
        }
        last = Some(node.ply);
        node.comment = tidy("comment", &node.comment, COMMENT)?;
        node.name = names_of(&node.name)?;
        node.nags = tidy_nags(std::mem::take(&mut node.nags))?;
        fit_arrows(&node.arrows, &is_cell)?;
    }
    fits(&nodes)?;
    Ok(nodes)
}

fn names_of(text: &str) -> ApiResult<String> {
    Ok(tidy("name", text, NAME)?.replace('\n', " "))
}

/// Refuses more than a chapter may hold.
fn fits(nodes: &[StudyNode]) -> ApiResult<()> {
    if nodes.len() > NODES || nodes.iter().any(|node| node.ply as usize > PLIES) {
        let message = format!("A chapter has at most {NODES} moves, and {PLIES} in a line. Begin another chapter.");
        return Err(bad(message));
    }
    if serde_json::to_string(nodes).map_or(0, |text| text.len()) > BYTES {
        let message = format!("A chapter has at most {} KB with its comments. Begin another chapter.", BYTES / 1024);
        return Err(bad(message));
    }
    Ok(())
}

/// A change as it is kept, besides whether its move is legal.
pub(crate) fn fit_change(change: StudyChange, is_cell: impl Fn(&str) -> bool) -> ApiResult<StudyChange> {
    Ok(match change {
        StudyChange::Comment { path, text } => StudyChange::Comment { path, text: tidy("comment", &text, COMMENT)? },
        StudyChange::Name { path, text } => StudyChange::Name { path, text: names_of(&text)? },
        StudyChange::Nags { path, nags } => StudyChange::Nags { path, nags: tidy_nags(nags)? },
        StudyChange::Arrows { path, arrows } => {
            fit_arrows(&arrows, is_cell)?;
            StudyChange::Arrows { path, arrows }
        }
        other => other,
    })
}

/// What can't be found, since somebody else has changed it.
fn gone() -> ApiError {
    ApiError::conflict("study-changed", "Somebody else has removed this move meanwhile.")
}

/// The place that moves lead to.
fn find(nodes: &[StudyNode], path: &[String]) -> Option<usize> {
    let mut at = (!nodes.is_empty()).then_some(0)?;
    for text in path {
        at = children(nodes, at).find(|&child| nodes[child].text == *text)?;
    }
    Some(at)
}

/// A place and all that comes after it.
fn part(nodes: &[StudyNode], at: usize) -> Range<usize> {
    let after = nodes[at + 1..].iter().position(|node| node.ply <= nodes[at].ply);
    at..after.map_or(nodes.len(), |after| at + 1 + after)
}

/// The places that come directly after one.
fn children(nodes: &[StudyNode], at: usize) -> impl Iterator<Item = usize> {
    let ply = nodes.get(at).map_or(0, |node| node.ply + 1);
    part(nodes, at).skip(1).filter(move |&child| nodes[child].ply == ply)
}

/// Makes a change; nothing is left of one that is refused.
pub(crate) fn apply(nodes: &mut Vec<StudyNode>, change: &StudyChange) -> ApiResult<()> {
    let at = |nodes: &[StudyNode], path: &[String]| find(nodes, path).ok_or_else(gone);
    // The start has no move.
    let of_move = |nodes: &[StudyNode], path: &[String]| match path {
        [] => Err(bad("Name a move.".to_owned())),
        path => at(nodes, path),
    };
    match change {
        StudyChange::Add { path, text } => {
            let from = at(nodes, path)?;
            if children(nodes, from).all(|child| nodes[child].text != *text) {
                let (end, ply) = (part(nodes, from).end, nodes[from].ply + 1);
                nodes.insert(end, StudyNode { ply, text: text.clone(), ..StudyNode::default() });
            }
        }
        StudyChange::Remove { path } => {
            let part = part(nodes, of_move(nodes, path)?);
            nodes.drain(part);
        }
        StudyChange::Promote { path } => {
            let place = of_move(nodes, path)?;
            let parent = at(nodes, &path[..path.len() - 1])?;
            if let Some(before) = children(nodes, parent).take_while(|&child| child < place).last() {
                let end = part(nodes, place).end;
                nodes[before..end].rotate_left(place - before);
            }
        }
        StudyChange::Comment { path, text } => {
            let place = at(nodes, path)?;
            nodes[place].comment = text.clone();
        }
        StudyChange::Name { path, text } => {
            let place = of_move(nodes, path)?;
            nodes[place].name = text.clone();
        }
        StudyChange::Nags { path, nags } => {
            let place = of_move(nodes, path)?;
            nodes[place].nags = nags.clone();
        }
        StudyChange::Arrows { path, arrows } => {
            let place = at(nodes, path)?;
            nodes[place].arrows = arrows.clone();
        }
    }
    Ok(())
}

/// Makes a change if the chapter may still hold what comes of it.
pub(crate) fn changed(nodes: &[StudyNode], change: &StudyChange) -> ApiResult<Vec<StudyNode>> {
    let mut nodes = nodes.to_vec();
    apply(&mut nodes, change)?;
    fits(&nodes)?;
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn add(before: &str, text: &str) -> StudyChange {
        StudyChange::Add { path: path(before), text: text.to_owned() }
    }

    /// The moves with their plies.
    fn shown(nodes: &[StudyNode]) -> String {
        nodes.iter().skip(1).map(|node| format!("{}{}", node.ply, node.text)).collect::<Vec<_>>().join(" ")
    }

    fn chapter() -> Vec<StudyNode> {
        let mut nodes = fit(Vec::new(), |_| true).unwrap();
        for (before, text) in [("", "a"), ("a", "b"), ("a b", "c"), ("a", "d"), ("a d", "e"), ("", "f"), ("a", "b")] {
            apply(&mut nodes, &add(before, text)).unwrap();
        }
        nodes
    }

    #[test]
    fn moves_are_added_removed_and_put_first_with_what_follows_them() {
        let mut nodes = chapter();
        assert_eq!(shown(&nodes), "1a 2b 3c 2d 3e 1f");
        apply(&mut nodes, &StudyChange::Promote { path: path("a d") }).unwrap();
        assert_eq!(shown(&nodes), "1a 2d 3e 2b 3c 1f");
        // The first stays the first.
        apply(&mut nodes, &StudyChange::Promote { path: path("a d") }).unwrap();
        assert_eq!(shown(&nodes), "1a 2d 3e 2b 3c 1f");
        apply(&mut nodes, &StudyChange::Promote { path: path("f") }).unwrap();
        assert_eq!(shown(&nodes), "1f 1a 2d 3e 2b 3c");
        apply(&mut nodes, &StudyChange::Remove { path: path("a d") }).unwrap();
        assert_eq!(shown(&nodes), "1f 1a 2b 3c");
        for gone in [add("a d", "x"), StudyChange::Comment { path: path("a d e"), text: "x".to_owned() }] {
            assert_eq!(apply(&mut nodes, &gone).unwrap_err().code, "study-changed");
        }
        for start in [StudyChange::Remove { path: path("") }, StudyChange::Promote { path: path("") }] {
            assert_eq!(apply(&mut nodes, &start).unwrap_err().code, "bad-study");
        }
        assert_eq!(shown(&nodes), "1f 1a 2b 3c");
    }

    #[test]
    fn what_is_written_is_bounded_and_can_be_read() {
        let nodes = chapter();
        let comment =
            |text: &str| fit_change(StudyChange::Comment { path: path("a"), text: text.to_owned() }, |_| true);
        let kept = comment("  Best \t by test.\n\n So they say. ").unwrap();
        assert_eq!(kept, StudyChange::Comment { path: path("a"), text: "Best by test.\n\nSo they say.".to_owned() });
        assert_eq!(changed(&nodes, &kept).unwrap()[1].comment, "Best by test.\n\nSo they say.");
        for bad in ["a\u{202e}b", &"x".repeat(COMMENT + 1)] {
            assert_eq!(comment(bad).unwrap_err().code, "bad-study");
        }
        let arrow = |cell: &str| StudyArrow { from: "a1".to_owned(), to: cell.to_owned() };
        let arrows = |arrows| fit_change(StudyChange::Arrows { path: path("a"), arrows }, |cell| cell != "z9");
        assert!(arrows(vec![arrow("a2"); ARROWS]).is_ok());
        assert!(arrows(vec![arrow("a2"); ARROWS + 1]).is_err() && arrows(vec![arrow("z9")]).is_err());
    }

    #[test]
    fn a_chapter_has_the_form_of_a_text_and_an_end() {
        let node = |ply, text: &str| StudyNode { ply, text: text.to_owned(), ..StudyNode::default() };
        let fine = vec![node(0, ""), node(1, "a"), node(2, "b"), node(1, "c")];
        assert_eq!(fit(fine.clone(), |_| true).unwrap(), fine);
        for bad in [
            vec![node(1, "a")],
            vec![node(0, ""), node(2, "a")],
            vec![node(0, ""), node(1, "a"), node(0, "")],
            vec![node(0, ""), node(1, "")],
        ] {
            assert!(fit(bad, |_| true).is_err());
        }
        let line = |plies| (0..=plies as u32).map(|ply| node(ply, if ply == 0 { "" } else { "a" })).collect::<Vec<_>>();
        assert!(fit(line(PLIES), |_| true).is_ok());
        assert!(fit(line(PLIES + 1), |_| true).is_err());
        let full: Vec<_> =
            (0..NODES as u32).map(|n| if n == 0 { node(0, "") } else { node(1, &n.to_string()) }).collect();
        let full = fit(full, |_| true).unwrap();
        assert!(changed(&full, &add("", "x")).is_err());
        // What is there already takes no room.
        assert!(changed(&full, &add("", "7")).is_ok());
    }
}
