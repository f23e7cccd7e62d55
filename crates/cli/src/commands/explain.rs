//! `spielraum explain`: what the pieces of a game can do, in words.

use crate::failure::{Answer, CommandResult};
use crate::game_args::GameArgs;
use clap::Args;
use std::io::Write;

/// The arguments of `explain`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/explain.txt"))]
pub struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,
}

impl ExplainArgs {
    /// Prints the explanation.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        writeln!(std::io::stdout(), "{}", game.definition().explain().trim_end())?;
        Ok(Answer::Yes)
    }
}
