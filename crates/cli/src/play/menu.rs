//! The question which game to play.

use crate::commands::games;
use crate::failure::{CommandResult, or_list};
use crate::lines::read_answer;
use spielraum_language::nearest;
use std::io::{BufRead, Write};

/// Asks until a game is chosen; `None` if nobody answers.
pub fn ask(input: &mut impl BufRead) -> CommandResult<Option<String>> {
    let ids: Vec<&str> = spielraum_catalogue::ids().collect();
    let mut out = anstream::stdout();
    games::write_numbered(&mut out)?;
    loop {
        write!(out, "\nWhich game (a number or an id; `quit` to leave)? ")?;
        out.flush()?;
        let Some(answer) = read_answer(input)? else {
            writeln!(out)?;
            return Ok(None);
        };
        if matches!(answer.as_str(), "quit" | "q" | "exit") {
            return Ok(None);
        }
        match understand(&answer, &ids) {
            Ok(id) => return Ok(Some(id)),
            Err(advice) => writeln!(out, "{advice}")?,
        }
    }
}

fn understand(answer: &str, ids: &[&str]) -> Result<String, String> {
    if let Ok(number) = answer.parse::<usize>() {
        let id = number.checked_sub(1).and_then(|index| ids.get(index));
        return id.map(|id| (*id).to_owned()).ok_or(format!("Type a number from 1 to {}.", ids.len()));
    }
    if ids.contains(&answer) || spielraum_arcade::is_path(answer) {
        return Ok(answer.to_owned());
    }
    match nearest(answer, ids.iter().copied()).as_slice() {
        _ if answer.is_empty() => Err("Type the number in front of a game.".to_owned()),
        [] => Err(format!("There is no game `{answer}` in the list.")),
        near => Err(format!("There is no game `{answer}`; did you mean {}?", or_list(near))),
    }
}

#[cfg(test)]
mod tests {
    use super::understand;

    #[test]
    fn numbers_and_ids_are_understood() {
        let ids = ["one-game", "another"];
        assert_eq!(understand("2", &ids), Ok("another".into()));
        assert_eq!(understand("one-game", &ids), Ok("one-game".into()));
        assert!(understand("0", &ids).unwrap_err().contains("1 to 2"));
        assert!(understand("anothr", &ids).unwrap_err().contains("`another`"));
        assert!(understand("", &ids).is_err());
    }
}
