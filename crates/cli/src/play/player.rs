//! Who chooses the moves.

use crate::failure::{CommandResult, Failure};
use spielraum_arcade::Game;
use spielraum_matches::{Budget, Player, PlayerKind, PlayerSpec};
use spielraum_play as play;
use spielraum_rules::{ByColor, Color, Move, Position};

/// Who plays a side: a person, or a program.
pub type Seat = Option<PlayerKind>;

/// Reads who plays a side.
pub fn parse_seat(text: &str) -> Result<Seat, String> {
    match text {
        "human" => Ok(None),
        _ => PlayerKind::parse(text).map(Some).map_err(|error| format!("{error}; or human")),
    }
}

/// Who plays, and how.
#[derive(Clone, Debug)]
pub struct Seats {
    /// Who plays each side.
    pub kinds: ByColor<Seat>,
    /// How much the engines may think.
    pub budget: Budget,
    /// The folder of endgame tables.
    pub endgames: Option<String>,
    /// On what the programs' choices depend.
    pub seed: u64,
}

impl Seats {
    /// Whether this side is a person's.
    pub fn is_human(&self, color: Color) -> bool {
        self.kinds[color].is_none()
    }

    /// Who decide for the two sides.
    pub fn players(&self) -> play::Players {
        match Color::BOTH.into_iter().filter(|&color| self.is_human(color)).count() {
            0 => play::Players::Two,
            1 => play::Players::OneAndProgram,
            _ => play::Players::One,
        }
    }

    /// The players, ready for a game.
    pub fn fill(self, game: &Game) -> CommandResult<Players> {
        let make = |kind: &PlayerKind, stream: u64| -> CommandResult<Player> {
            let folder = self.endgames.clone().filter(|_| matches!(kind, PlayerKind::Engine(_)));
            let options = folder.map(|folder| ("EndgamePath".to_owned(), folder)).into_iter().collect();
            let spec = PlayerSpec { budget: self.budget, options, ..PlayerSpec::new(kind.clone()) };
            let mut player = spec.make(game).map_err(Failure::input)?;
            player.new_game(self.seed, stream).map_err(Failure::input)?;
            Ok(player)
        };
        let seat = |color: Color, stream| self.kinds[color].as_ref().map(|kind| make(kind, stream)).transpose();
        let programs = ByColor { white: seat(Color::White, 1)?, black: seat(Color::Black, 2)? };
        let adviser = make(&PlayerKind::Engine(None), 3)?;
        Ok(Players { seats: self, programs, adviser })
    }
}

/// The two players, and who gives hints.
pub struct Players {
    seats: Seats,
    programs: ByColor<Option<Player>>,
    adviser: Player,
}

impl Players {
    /// Who plays, and how.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// What the side to move plays, if it is a program and has a move.
    pub fn choose(&mut self, position: &Position) -> CommandResult<Option<Move>> {
        let side = position.side_to_move();
        match &mut self.programs[side] {
            None => Ok(None),
            Some(program) => ask(program, position),
        }
    }

    /// A suggestion; it does not disturb what the programs will choose.
    pub fn hint(&mut self, position: &Position) -> CommandResult<Option<Move>> {
        ask(&mut self.adviser, position)
    }
}

fn ask(player: &mut Player, position: &Position) -> CommandResult<Option<Move>> {
    let choice = player.choose(position, None).map_err(Failure::input)?;
    Ok(choice.map(|choice| choice.chosen))
}
