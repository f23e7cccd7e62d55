//! What a person can type during a game.

use spielraum_language::nearest;
use std::path::PathBuf;

/// A line typed by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move, or what is meant to be one.
    Move(String),
    /// List the legal moves that begin with this text.
    Moves(String),
    /// Suggest a move.
    Hint,
    /// Draw the board again.
    Board,
    /// Show the pieces' letters and names.
    Pieces,
    /// Say what the pieces can do.
    Explain,
    /// Take back to the last time this person chose.
    Undo,
    /// Write the game to a file.
    Save(PathBuf),
    /// Go on with the game of a file.
    Load(PathBuf),
    /// Print the position as FEN.
    Fen,
    /// Give the game up.
    Resign,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// What `help` prints.
pub const HELP: &str =
    "  a move          such as Nf3, or from and to: g1f3; `moves` shows how moves are written in this game
  moves [TEXT]    the legal moves, or only those that begin with TEXT (a piece, or the cell they leave)
  hint            what the engine would play
  board           draw the board again
  pieces          the letters of the pieces;  explain: what they can do
  undo            take back to your last turn
  save FILE       write the game to a file;  load FILE: go on with one
  fen             print the position
  resign          give up
  quit            leave without asking";

const WORDS: [&str; 13] =
    ["moves", "hint", "board", "pieces", "explain", "undo", "save", "load", "fen", "resign", "help", "quit", "exit"];

impl Command {
    /// Understands a line; `Err` says what is missing.
    pub fn parse(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = || match rest {
            "" => Err(format!("`{word}` needs the name of a file, such as `{word} evening.game`.")),
            name => Ok(PathBuf::from(name)),
        };
        Ok(match word {
            "" | "board" | "show" => Self::Board,
            "moves" => Self::Moves(rest.to_owned()),
            "hint" => Self::Hint,
            "pieces" => Self::Pieces,
            "explain" => Self::Explain,
            "undo" => Self::Undo,
            "save" => Self::Save(file()?),
            "load" => Self::Load(file()?),
            "fen" => Self::Fen,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        })
    }

    /// The command that a misspelt move may have been meant to be.
    pub fn like(text: &str) -> Option<&'static str> {
        let word = text.split_whitespace().next().unwrap_or("");
        nearest(word, WORDS).first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_take_their_arguments() {
        assert_eq!(Command::parse("save my game.txt"), Ok(Command::Save("my game.txt".into())));
        assert_eq!(Command::parse("moves e2"), Ok(Command::Moves("e2".into())));
        assert_eq!(Command::parse("e2e4"), Ok(Command::Move("e2e4".into())));
        assert!(Command::parse("load").is_err());
        assert_eq!(Command::like("udno"), Some("undo"));
        assert_eq!(Command::like("wd1wd2"), None);
    }

    #[test]
    fn every_word_is_in_the_help() {
        for word in WORDS.iter().filter(|word| **word != "exit" && **word != "help") {
            assert!(HELP.contains(word), "{word}");
        }
    }
}
