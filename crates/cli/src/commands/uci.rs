//! `spielraum uci`: the engine for other programs.

use crate::failure::{Answer, CommandResult, Failure};
use crate::lines::read_line;
use crate::view::{self, BoardView};
use clap::Args;
use spielraum_catalogue::Game;
use spielraum_uci::{Output, Server, Then};
use std::io::{self, BufReader};

/// The longest line that is read: a game of some 100,000 moves.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The game of an engine that nobody has told another.
const FIRST_VARIANT: &str = "chess";

/// The arguments of `uci`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/uci.txt"))]
pub struct UciArgs {
    /// The game to begin with, until `setoption name UCI_Variant` chooses another
    #[arg(default_value = FIRST_VARIANT)]
    game: String,
}

impl UciArgs {
    /// Talks with the other program until it says `quit` or goes.
    pub fn run(self) -> CommandResult {
        let game = Game::open(&self.game, &[])?;
        let draw = |position: &_| BoardView::new(position, view::width()).to_string();
        let mut server = Server::new(game, Box::new(draw), Output::stdout()).map_err(Failure::input)?;
        // Unlocked: a search that runs when the input ends must be able to end the program.
        let mut input = BufReader::new(io::stdin());
        let mut line = Vec::new();
        while read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
            let then = if line.len() > MAX_LINE_BYTES {
                server.refuse("the line is too long")?;
                Then::GoOn
            } else {
                server.obey(&String::from_utf8_lossy(&line))?
            };
            if then == Then::Quit {
                server.quit();
                return Ok(Answer::Yes);
            }
        }
        server.finish();
        Ok(Answer::Yes)
    }
}
