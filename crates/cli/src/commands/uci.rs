//! `spielraum uci`: the engine for other programs.

use crate::failure::{Answer, CommandResult, Failure};
use crate::lines::read_line;
use crate::view::{self, BoardView};
use anstream::AutoStream;
use clap::Args;
use spielraum_arcade::Game;
use spielraum_endgames::Tables;
use spielraum_engine::Tablebase;
use spielraum_uci::{Host, Line, Output, Server};
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

/// The longest line that is read: a game of some 100,000 moves.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The game of an engine that was not changed.
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
        let coloured = AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let draw = move |position: &_| {
            let board = BoardView::new(position, view::width()).to_string();
            if coloured { board } else { anstream::adapter::strip_str(&board).to_string() }
        };
        let host = Host { timer: None, seed: rand::random, tables, alone: false };
        let server = Server::new(game, Box::new(draw), Output::stdout(), host).map_err(Failure::input)?;
        let mut input = BufReader::new(io::stdin());
        let mut line = Vec::new();
        server.converse(move || {
            if !read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
                return Ok(None);
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            Ok(Some(if line.len() <= MAX_LINE_BYTES { Line::Whole(text) } else { Line::TooLong(text) }))
        })?;
        Ok(Answer::Yes)
    }
}

fn tables(game: &Game, folder: &Path) -> Result<Arc<dyn Tablebase>, String> {
    let tables = Tables::find(game.rules(), game.id(), folder).map_err(|error| error.to_string())?;
    Ok(Arc::new(tables))
}
