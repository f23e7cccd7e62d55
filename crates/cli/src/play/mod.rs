//! `spielraum play`: a complete game in the terminal.

mod command;
mod menu;
mod player;
mod record;
mod session;
mod terminal;

use crate::failure::{Answer, CommandResult};
use crate::game_args::{PositionArgs, SettingArgs};
use clap::Args;
use player::{Seat, Seats, parse_seat};
use rand::Rng;
use session::Session;
use spielraum_arcade::Game;
use spielraum_matches::{Budget, PlayedGame};
use spielraum_play::{Ending, Players};
use spielraum_rules::{ByColor, Color, Position};
use std::io;
use std::path::PathBuf;

/// The arguments of `play`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/play.txt"))]
pub struct PlayArgs {
    /// A game: an id of the catalogue or the path of a definition file; without it you are asked
    game: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays White: human, random, greedy, engine, engine:LEVEL or uci:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = seat_parser)]
    white: Who,
    /// Who plays Black
    #[arg(long, value_name = "PLAYER", default_value = "engine:5", value_parser = seat_parser)]
    black: Who,
    /// How much engines think about a move: time=1s, nodes=10000 or depth=6, several joined by commas
    #[arg(long, value_name = "LIMIT", default_value = "time=1s", value_parser = Budget::parse)]
    limit: Budget,
    /// Makes the programs' choices repeatable [default: another one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Let engines at full strength use the endgame tables of this folder
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<String>,
    /// Go on with a game saved in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "set", "fen"])]
    load: Option<PathBuf>,
    /// Stop a game between programs after this many plies
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_plies: usize,
}

/// Who plays a side, as an argument.
#[derive(Clone, Debug)]
struct Who(Seat);

fn seat_parser(text: &str) -> Result<Who, String> {
    parse_seat(text).map(Who)
}

impl PlayArgs {
    /// Plays the game.
    pub fn run(self) -> CommandResult {
        let mut input = io::stdin().lock();
        let seed = self.seed.unwrap_or_else(|| rand::rng().random_range(0..1_000_000));
        let kinds = ByColor { white: self.white.0.clone(), black: self.black.0.clone() };
        let seats = Seats { kinds, budget: self.limit, endgames: self.endgames.clone(), seed };
        let session = match (&self.load, &self.game) {
            (Some(path), _) => record::load(path, seats.players())?,
            (None, Some(name)) => self.begin(name, seats.players())?,
            (None, None) => match menu::ask(&mut input)? {
                Some(name) => self.begin(&name, seats.players())?,
                None => return Ok(Answer::Yes),
            },
        };
        let watched = Color::BOTH.into_iter().all(|color| !seats.is_human(color));
        let players = seats.fill(&session.game)?;
        if watched {
            terminal::watch(session, players, seed, self.max_plies)
        } else {
            terminal::sit_down(session, players, &mut input)
        }
    }

    fn begin(&self, name: &str, players: Players) -> CommandResult<Session> {
        let game = Game::open(name, &self.settings.set)?;
        let start = self.position.position(game.rules())?;
        Ok(Session::new(game, start, players))
    }
}

/// The text of a finished game between programs, as `save` would write it, with remarks.
pub fn saved_text(game: &Game, start: &Position, played: &PlayedGame, remarks: &[String]) -> String {
    let mut session = Session::new(game.clone(), start.clone(), Players::Two);
    let made = played.moves.iter().try_for_each(|&m| session.make(m));
    debug_assert_eq!(made, Ok(()), "a game that was played is legal");
    if let Ending::Resigned(loser) = played.ending {
        let resigned = session.resign(loser);
        debug_assert_eq!(resigned, Ok(()), "who resigned could");
    }
    record::text(&session, remarks)
}
