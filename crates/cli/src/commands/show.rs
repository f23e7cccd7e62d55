//! `spielraum show`: a position, drawn.

use crate::failure::{Answer, CommandResult};
use crate::game_args::{GameArgs, PositionArgs};
use crate::view::{self, BoardView};
use clap::Args;
use spielraum_arcade::Game;
use spielraum_rules::{Position, Rules};

/// The arguments of `show`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/show.txt"))]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
}

impl ShowArgs {
    /// Draws the position.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let position = self.position.position(game.rules())?;
        print_position(&game, &position);
        Ok(Answer::Yes)
    }
}

fn print_position(game: &Game, position: &Position) {
    let width = view::width();
    outln!("{}\n", game.title());
    out!("{}", BoardView::new(position, width));
    outln!();
    for line in view::hand_lines(position) {
        outln!("{line}");
    }
    outln!("{}", situation(position));
    outln!("FEN: {}", position.fen());
    outln!("Pieces: {}", piece_legend(game.rules(), width));
}

/// Whose move it is and what it has come to.
pub fn situation(position: &Position) -> String {
    let sides = position.rules().spec().sides;
    let side = sides.of(position.side_to_move());
    match position.outcome_of_position() {
        Some(outcome) => format!("The game is over. {}.", outcome.said(sides)),
        None => {
            let moves = view::counted(position.legal_moves().len(), "legal move");
            let check = if position.in_check() { " and is in check" } else { "" };
            format!("{side} to move{check}, {moves}.")
        }
    }
}

/// Every piece's letter and name, in wrapped lines.
pub fn piece_legend(rules: &Rules, width: usize) -> String {
    let pieces = &rules.spec().pieces;
    let entries: Vec<String> = pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| {
            let name = if piece.name.white == piece.name.black {
                piece.name.white.clone()
            } else {
                format!("{} / {}", piece.name.white, piece.name.black)
            };
            let comma = if index + 1 < pieces.len() { "," } else { "" };
            // A no-break space keeps letter and name on one line.
            format!("{}\u{a0}{}{comma}", piece.symbol, name.replace(' ', "\u{a0}"))
        })
        .collect();
    view::wrapped(entries.iter().map(String::as_str), width.saturating_sub(8), 8).replace('\u{a0}', " ")
}
