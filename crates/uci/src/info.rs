//! What the engine reports about its search.

use crate::moves::move_text;
use spielraum_engine::{Bound, Info, Score, ScoreKind};
use spielraum_rules::{Move, Position};

/// The line `info ...` for news from a search of this position.
pub fn info_line(position: &Position, info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        info.depth,
        info.seldepth,
        info.line + 1,
        score(info.score),
        info.nodes,
        info.nps,
        info.hash_full,
        info.table_hits,
        info.time.as_millis(),
        line_texts(position, &info.pv, move_text).join(" ")
    )
}

/// `cp 31` or `mate -2`, in moves.
fn score(score: Score) -> String {
    match (score.kind(), score.moves_to_end()) {
        (ScoreKind::Centipawns(value), _) => format!("cp {value}"),
        (_, moves) => format!("mate {}", moves.unwrap_or_default()),
    }
}

/// The texts of the moves of a line, each in its position.
pub fn line_texts(position: &Position, line: &[Move], text: impl Fn(&Position, Move) -> String) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &m in line {
        // A line comes out of a table that may hold another position's move in rare cases.
        if !position.is_legal(m) {
            break;
        }
        texts.push(text(&position, m));
        position.make(m);
    }
    texts
}
