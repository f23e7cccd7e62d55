//! What players do in a game, and what comes of it.

use crate::Ending;
use spielraum_rules::{Color, Move};
use thiserror::Error;

/// What one player can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To share the point.
    Draw,
    /// To let moves be taken back until it is again the offering side's turn.
    Takeback,
    /// Another game with sides exchanged, when this one is over.
    Rematch,
}

/// Who offers what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Color>,
    /// Who asks to take back.
    pub takeback: Option<Color>,
    /// Who asks for another game.
    pub rematch: Option<Color>,
}

impl Offers {
    /// Who offers this.
    pub fn of(&self, what: Offer) -> Option<Color> {
        match what {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Rematch => self.rematch,
        }
    }

    pub(crate) fn of_mut(&mut self, what: Offer) -> &mut Option<Color> {
        match what {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Rematch => &mut self.rematch,
        }
    }
}

/// What is done in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The second player has come, and the game begins.
    Begin,
    /// Makes a move.
    Move(Move),
    /// Gives the game up.
    Resign,
    /// Offers something. Where there is nobody to ask, or the other side has offered the same, it is done at once.
    Offer(Offer),
    /// Halves the side's clock and gives up the time with each move, before the side's first move, in a game that allows it.
    Berserk,
    /// Agrees to what the other side offers.
    Accept(Offer),
    /// Declines what the other side offers, or takes one's own offer back.
    Decline(Offer),
    /// Ends the game if the running clock has fallen; anyone who notices may say so.
    Flag,
    /// Calls the game off: nobody wins.
    Abort,
    /// Ends the game by a decision of its organizer.
    Adjudicate(Ending),
}

/// What an action has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The game has begun.
    Begun,
    /// A move was made.
    Moved,
    /// This many moves were taken back. None: what ended the game was, and it goes on.
    TakenBack(usize),
    /// Something is offered.
    Offered,
    /// An offer is gone.
    Declined,
    /// A side has halved its clock.
    Berserk,
    /// The game is over, other than by a move.
    Ended,
    /// Another game was agreed upon.
    Rematch,
}

/// Why an action was not done.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refused {
    /// The second player is missing.
    #[error("The second player has not come yet.")]
    NotBegun,
    /// Both players are there.
    #[error("The game has begun already.")]
    Begun,
    /// The game is over; how, in words.
    #[error("The game is over. {0}")]
    Over(String),
    /// The game goes on.
    #[error("A rematch can be offered when the game is over.")]
    NotOver,
    /// It is the other side's turn.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The rules forbid the move.
    #[error("The move is not legal.")]
    Illegal,
    /// No move was made yet.
    #[error("No move has been made yet.")]
    NothingMade,
    /// Not this many moves were made that the one who asks would be to move again.
    #[error("You have not moved yet.")]
    NothingToTakeBack,
    /// The other side offers nothing of the kind.
    #[error("Nothing of this kind is offered to you.")]
    NotOffered,
    /// Neither side offers anything of the kind.
    #[error("Nothing of this kind is offered.")]
    NothingOffered,
    /// A program never agrees.
    #[error("The engine plays on.")]
    ProgramDeclines,
    /// The rematch was agreed upon before.
    #[error("The rematch has begun already.")]
    AgreedAlready,
    /// The game knows no berserk, or is played without a clock for the whole game.
    #[error("Berserk is for arenas that allow it.")]
    NoBerserk,
    /// The side has done so already, has made a move, or has no more left than half of its time.
    #[error("Berserk is for once, before your first move, while more than half of your time is left.")]
    TooLateForBerserk,
    /// The running clock has fallen; [`Action::Flag`] ends the game.
    #[error("The time is up.")]
    TimeUp,
    /// The running clock has time left, or none runs.
    #[error("The time is not up.")]
    TimeLeft,
}

impl Refused {
    /// The reason as a word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotBegun => "not-begun",
            Self::Begun => "begun",
            Self::Over(_) => "over",
            Self::NotOver => "not-over",
            Self::NotYourTurn => "not-your-turn",
            Self::Illegal => "illegal-move",
            Self::NothingMade | Self::NothingToTakeBack => "nothing-to-take-back",
            Self::NotOffered | Self::NothingOffered => "no-offer",
            Self::ProgramDeclines => "declined",
            Self::AgreedAlready => "agreed-already",
            Self::NoBerserk => "no-berserk",
            Self::TooLateForBerserk => "too-late",
            Self::TimeUp => "time-up",
            Self::TimeLeft => "time-left",
        }
    }
}
