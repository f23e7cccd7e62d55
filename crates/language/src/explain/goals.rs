//! How a game ends, in words.

use super::words::{by_side, number, pieces};
use crate::Game;
use spielraum_rules::Color;
use spielraum_rules::spec::{BareRoyals, NoMoves, Repetition};

/// The sentences about the end of a game.
pub(super) fn sentences(game: &Game) -> Vec<String> {
    let goals = &game.spec().goals;
    let royal = game.spec().royal().is_some();
    let mut sentences = Vec::new();
    if royal {
        sentences
            .push("A side whose royal piece is attacked and that has no legal move has lost (checkmate).".to_owned());
    }
    let outcome = match goals.no_moves {
        NoMoves::Draw => "is a draw",
        NoMoves::Loss => "loses",
        NoMoves::Win => "wins",
    };
    sentences.push(format!("Having no legal move{} {outcome}.", if royal { " otherwise (stalemate)" } else { "" }));
    for family in &goals.families {
        let members = pieces(game, &family.members.white, "and");
        let least =
            if family.least == 1 { "any".to_owned() } else { format!("at least {}", number(family.least.into())) };
        sentences.push(format!(
            "A side that a move leaves without {least} of the {} family has lost: {members}.",
            family.name
        ));
    }
    sentences.extend(crate::rule::sentences(game));
    if !goals.facing.is_empty() {
        let lines: Vec<&str> = goals
            .facing
            .iter()
            .map(|line| match (line.level, line.file, line.rank) {
                (0, 0, _) => "file",
                (0, _, 0) => "rank",
                (_, 0, 0) => "vertical",
                _ => "diagonal",
            })
            .collect();
        let lines = super::list(&lines, "or");
        sentences.push(format!("The royals may not stand on one {lines} with nothing between."));
    }
    sentences.push(match goals.repetition {
        Repetition::Counted { times, loser, perpetual_check_loses } => {
            let but = if perpetual_check_loses {
                ", but a side that has given check with each move between has lost"
            } else {
                ""
            };
            let outcome = match loser {
                None => "is a draw",
                Some(Color::White) => "loses for White",
                Some(Color::Black) => "loses for Black",
            };
            format!("The same position for the {} time {outcome}{but}.", ordinal(times))
        }
        Repetition::Banned => {
            "A player may not bring about a position that an earlier move of the same player has brought about."
                .to_owned()
        }
        Repetition::Ignored => "Repeated positions mean nothing.".to_owned(),
    });
    if let Some(plies) = goals.move_count {
        let resets: Vec<_> = (0..game.spec().pieces.len() as u8)
            .map(spielraum_rules::spec::PieceType)
            .filter(|piece| game.spec().pieces[piece.index()].resets_clock)
            .collect();
        let moves =
            if resets.is_empty() { String::new() } else { format!(" or a move of {}", pieces(game, &resets, "or")) };
        sentences.push(format!("{plies} plies without a capture, a change of type{moves} are a draw."));
    }
    if royal && goals.bare_royals == BareRoyals::Draw {
        sentences.push("With nothing but the royals on the board and nothing to drop the game is a draw.".to_owned());
    }
    if let Some(duty) = &goals.duty {
        sentences.push(format!(
            "A side without {} must have its royal on {} by the end of its {} move from then, and may not leave it again.",
            pieces(game, &duty.released_by, "or"),
            by_side(game, &duty.region).unwrap_or_else(|| "the board".to_owned()),
            ordinal(duty.within)
        ));
    }
    sentences
}

fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        other => format!("{other}th"),
    }
}
