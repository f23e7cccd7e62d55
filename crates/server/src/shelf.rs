//! Puzzles and problems as the pages show them, from the same files.

use rust_embed::RustEmbed;

/// Forced wins, a file for each game: how many moves the side to move needs, and the position.
#[derive(RustEmbed)]
#[folder = "../../tests/tactics"]
struct Tactics;

/// Chess problems; docs/problems.md has the format.
#[derive(RustEmbed)]
#[folder = "../../problems"]
struct Problems;

/// A forced win to be found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    /// How many moves the side to move needs.
    pub moves: u32,
    pub fen: String,
}

/// A game's puzzle by its number, from 1, the shortest first.
pub(crate) fn puzzle(variant: &str, number: usize) -> Option<Puzzle> {
    let file = Tactics::get(&format!("{variant}.txt"))?;
    let text = std::str::from_utf8(&file.data).ok()?;
    let read = |line: &str| {
        let (moves, fen) = line.trim().split_once(' ')?;
        Some(Puzzle { moves: moves.parse().ok()?, fen: fen.to_owned() })
    };
    let mut puzzles: Vec<Puzzle> = text.lines().filter_map(read).collect();
    puzzles.sort_by_key(|puzzle| puzzle.moves);
    puzzles.into_iter().nth(number.checked_sub(1)?)
}

/// A composed problem.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub variant: String,
    pub options: crate::domain::Options,
    pub title: String,
    pub author: String,
    pub stipulation: String,
    pub fen: String,
}

/// A problem by the name of its file.
pub(crate) fn problem(id: &str) -> Option<Problem> {
    let file = Problems::get(&format!("{id}.kdl"))?;
    let text = std::str::from_utf8(&file.data).ok()?;
    let said = |word: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
        Some(lines.next()?.trim().trim_matches('"').to_owned())
    };
    let options = text.lines().filter_map(|line| line.strip_prefix("option "));
    let option = |line: &str| {
        let mut words = line.split('"').skip(1).step_by(2);
        Some((words.next()?.to_owned(), words.next()?.to_owned()))
    };
    Some(Problem {
        variant: said("game")?,
        options: options.filter_map(option).collect(),
        title: said("title").unwrap_or_default(),
        author: said("author").unwrap_or_default(),
        stipulation: said("stipulation")?,
        fen: said("fen")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variants;
    use spielraum_rules::Position;

    #[test]
    fn every_problem_and_puzzle_is_a_position() {
        let variants = Variants::new(usize::MAX, None);
        let reads = |variant: &str, options: &crate::domain::Options, fen: &str| {
            let rules = variants.compile(variant, None, options).unwrap().rules.clone();
            Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{variant}: {fen}: {error}"));
        };
        for file in Problems::iter() {
            let problem = problem(file.trim_end_matches(".kdl")).unwrap_or_else(|| panic!("{file}"));
            reads(&problem.variant, &problem.options, &problem.fen);
            assert!(!problem.stipulation.is_empty() && !problem.title.contains('"'), "{problem:?}");
        }
        let none = crate::domain::Options::new();
        for file in Tactics::iter() {
            let variant = file.trim_end_matches(".txt");
            let first = puzzle(variant, 1).unwrap_or_else(|| panic!("{file}"));
            reads(variant, &none, &first.fen);
            assert!(puzzle(variant, 2).is_none_or(|second| second.moves >= first.moves));
        }
        assert!(puzzle("../chess", 1).is_none() && problem("../problems/x").is_none() && puzzle("chess", 0).is_none());
    }
}
