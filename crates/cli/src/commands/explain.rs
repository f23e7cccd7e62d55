//! `spielraum explain`: what the pieces of a game can do, in words.

use crate::failure::{Answer, CommandResult};
use crate::game_args::GameArgs;
use clap::Args;
use clap::builder::PossibleValuesParser;
use spielraum_language::Locale;
use std::io::Write;

/// The arguments of `explain`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/explain.txt"))]
pub struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The language of the explanation.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = PossibleValuesParser::new(Locale::ALL.map(Locale::tag)))]
    language: String,
}

impl ExplainArgs {
    /// Prints the explanation.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let translation = spielraum_catalogue::translation(Locale::preferred(&self.language));
        let told = game.definition().translated(&translation).explain();
        writeln!(std::io::stdout(), "{}", told.trim_end())?;
        Ok(Answer::Yes)
    }
}
