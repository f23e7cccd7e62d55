//! The text of a game record.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spielraum_arcade::Game;
use spielraum_arcade::record::Written;
use spielraum_rules::{Color, Position};

/// The text of a game: how it began and the position that it has come to.
pub fn written(
    game: &Game,
    start: &Position,
    position: &Position,
    remarks: Vec<String>,
    resigned: Option<Color>,
) -> PyResult<String> {
    if remarks.iter().any(|remark| remark.contains(['\n', '\r'])) {
        return Err(PyValueError::new_err("a remark is one line"));
    }
    let outcome = position.outcome();
    if resigned.is_some() && outcome.is_some() {
        return Err(PyValueError::new_err("the game is over: nobody can resign"));
    }
    let winner = resigned.map(|loser| Some(!loser)).or(outcome.as_ref().map(|outcome| outcome.winner));
    let result = match (winner, resigned, &outcome) {
        (None, ..) => "unfinished".to_owned(),
        (Some(winner), Some(loser), _) => format!("{} ({} resigns)", score(winner), loser.name()),
        (Some(winner), None, outcome) => {
            let text = outcome
                .as_ref()
                .map_or(String::new(), |outcome| format!(" ({})", outcome.said(position.rules().spec().sides)));
            format!("{}{text}", score(winner))
        }
    };
    let written = Written {
        remarks,
        game: game.id(),
        options: game.settings().iter().map(|(name, value)| (&**name, &**value)).collect(),
        start,
        result,
        moves: &position.moves_made(),
        resigned,
    };
    Ok(written.to_string())
}

fn score(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}
