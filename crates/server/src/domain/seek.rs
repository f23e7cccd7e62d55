//! Seeks: what somebody would like to play with the first player who accepts.

use super::{Options, PlayerId, SeekId, Standing};
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use spielraum_play::TimeControl;
use spielraum_rules::Color;

/// A game that may be played, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Choice {
    pub variant: String,
    /// All options with what is chosen.
    pub options: Options,
    pub title: String,
    /// Of its board, if it is a game of the catalogue with its usual options.
    pub dimensions: Option<u8>,
}

impl Choice {
    /// Whether both are the same game. Its title says nothing about that.
    fn is_same(&self, other: &Self) -> bool {
        self.variant == other.variant && self.options == other.options
    }

    /// Whether it is one of a group's games.
    fn is_in(&self, group: Group) -> bool {
        self.dimensions.is_some_and(|dimensions| group.has(dimensions))
    }
}

/// Some of the games of the catalogue, with their usual options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Group {
    /// All of them.
    Any,
    /// Those on a flat board.
    Flat,
    /// Those on boards with levels.
    Space,
}

impl Group {
    /// Whether a game on a board with a number of dimensions is one of them.
    pub fn has(self, dimensions: u8) -> bool {
        match self {
            Self::Any => true,
            Self::Flat => dimensions < 3,
            Self::Space => dimensions >= 3,
        }
    }

    /// The games that are in both groups.
    fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, group) | (group, Self::Any) => Some(group),
            _ => (self == other).then_some(self),
        }
    }
}

/// What may be played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wanted {
    /// One of these.
    Games(Vec<Choice>),
    /// Any of a group.
    Group(Group),
}

impl Wanted {
    /// What is played, as one text: titles of games, or nothing where any game of a group will do.
    pub fn title(&self) -> String {
        match self {
            Self::Games(games) => games.iter().map(|choice| &*choice.title).collect::<Vec<_>>().join(", "),
            Self::Group(_) => String::new(),
        }
    }

    /// What both want, if there is anything.
    fn both(&self, other: &Self) -> Option<Self> {
        let common: Vec<Choice> = match (self, other) {
            (Self::Group(one), Self::Group(other)) => return one.and(*other).map(Self::Group),
            (Self::Games(games), Self::Group(group)) | (Self::Group(group), Self::Games(games)) => {
                games.iter().filter(|choice| choice.is_in(*group)).cloned().collect()
            }
            (Self::Games(games), Self::Games(others)) => {
                games.iter().filter(|choice| others.iter().any(|other| choice.is_same(other))).cloned().collect()
            }
        };
        (!common.is_empty()).then_some(Self::Games(common))
    }
}

/// Which ratings an opponent may have in the game that is played; an end that is missing is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub least: Option<i32>,
    pub most: Option<i32>,
}

impl Range {
    /// Whether a rating is within it.
    pub fn has(self, rating: i32) -> bool {
        self.least.is_none_or(|least| rating >= least) && self.most.is_none_or(|most| rating <= most)
    }
}

/// What somebody would like to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    pub wanted: Wanted,
    /// The side of the player who seeks; `None`: either.
    pub side: Option<Color>,
    pub control: Option<TimeControl>,
    /// Whether it changes ratings.
    pub rated: bool,
    /// Whether both players get help.
    pub help: bool,
    /// The opponent's rating.
    pub range: Range,
}

impl Wish {
    /// Whether both players have to be there at once.
    pub fn is_live(&self) -> bool {
        self.control.is_some_and(TimeControl::is_live)
    }

    /// What two players can play with each other, if there is anything: the same clock, rated or not, with help or not, sides that fit, a game
    /// that both want. Ratings are looked at when the game begins.
    pub fn fits(&self, other: &Self) -> Option<Wanted> {
        let same_side = self.side.is_some() && self.side == other.side;
        let same_terms = (self.control, self.rated, self.help) == (other.control, other.rated, other.help);
        if !same_terms || same_side {
            return None;
        }
        self.wanted.both(&other.wanted)
    }
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seek {
    pub id: SeekId,
    pub player: PlayerId,
    pub wish: Wish,
    /// Milliseconds since 1970.
    pub created: i64,
    /// Whom alone it is for, if it is a challenge.
    pub challenge: Option<Challenge>,
}

impl Seek {
    /// A new one, for everybody.
    pub fn new(player: PlayerId, wish: Wish, at: Moment) -> Self {
        Self { id: SeekId::random(), player, wish, created: at.time, challenge: None }
    }

    /// Whether a viewer sees it: a challenge is seen by who makes it and, until it is declined, by who may accept it.
    pub fn is_for(&self, viewer: Option<&PlayerId>) -> bool {
        match &self.challenge {
            None => true,
            Some(_) => viewer == Some(&self.player) || viewer.is_some_and(|viewer| self.challenges(viewer)),
        }
    }

    /// Who makes it, and who is challenged.
    pub fn concerns(&self) -> impl Iterator<Item = &PlayerId> {
        std::iter::once(&self.player).chain(self.challenge.as_ref().map(|challenge| &challenge.player))
    }

    /// Whether it waits for a player's answer.
    pub fn challenges(&self, player: &PlayerId) -> bool {
        self.challenge.as_ref().is_some_and(|challenge| challenge.player == *player && challenge.declined.is_none())
    }
}

/// Who is challenged, and what that player says to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Challenge {
    pub player: PlayerId,
    pub declined: Option<Decline>,
}

/// Why somebody declines a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decline {
    Generic,
    Later,
    TooFast,
    TooSlow,
    TimeControl,
    Rated,
    Casual,
    Variant,
}

impl Decline {
    const ALL: [Self; 8] = [
        Self::Generic,
        Self::Later,
        Self::TooFast,
        Self::TooSlow,
        Self::TimeControl,
        Self::Rated,
        Self::Casual,
        Self::Variant,
    ];

    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Later => "later",
            Self::TooFast => "too-fast",
            Self::TooSlow => "too-slow",
            Self::TimeControl => "time-control",
            Self::Rated => "rated",
            Self::Casual => "casual",
            Self::Variant => "variant",
        }
    }

    /// What was written by [`word`](Self::word).
    pub fn read(word: &str) -> Self {
        Self::ALL.into_iter().find(|reason| reason.word() == word).unwrap_or(Self::Generic)
    }
}

/// An open seek with the name of its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sought {
    pub seek: Seek,
    pub name: String,
    /// The name of the player who is challenged.
    pub challenged: Option<String>,
    /// The player's rating in the one game that is sought, if it is rated.
    pub rating: Option<Standing>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A game of the catalogue; those whose names end with `3` are in space.
    fn choice(variant: &str) -> Choice {
        let dimensions = Some(if variant.ends_with('3') { 3 } else { 2 });
        Choice { variant: variant.to_owned(), options: Options::new(), title: variant.to_owned(), dimensions }
    }

    fn games(variants: &[&str]) -> Wanted {
        Wanted::Games(variants.iter().map(|variant| choice(variant)).collect())
    }

    #[test]
    fn two_players_want_what_is_in_both_wishes() {
        let both = |one: &Wanted, other: &Wanted| {
            let found = one.both(other);
            assert_eq!(found, other.both(one));
            found
        };
        let [any, flat, space] = [Group::Any, Group::Flat, Group::Space].map(Wanted::Group);
        assert_eq!(both(&games(&["a", "b3"]), &games(&["b3", "c"])), Some(games(&["b3"])));
        assert_eq!(both(&games(&["a"]), &games(&["b3"])), None);
        assert_eq!(both(&games(&["a", "b3"]), &space), Some(games(&["b3"])));
        assert_eq!(both(&games(&["a"]), &space), None);
        let of_workshop = Wanted::Games(vec![Choice { dimensions: None, ..choice("w-3") }]);
        assert_eq!(both(&of_workshop, &any), None);
        assert_eq!((both(&any, &flat), both(&flat, &space)), (Some(flat.clone()), None));
        let other = Choice { options: [("castling".to_owned(), "off".to_owned())].into(), ..choice("a") };
        assert_eq!(both(&games(&["a"]), &Wanted::Games(vec![other])), None);
    }

    #[test]
    fn a_challenge_is_seen_by_two_until_it_is_declined() {
        let wish = Wish {
            wanted: games(&["a"]),
            side: None,
            control: None,
            rated: false,
            help: false,
            range: Range::default(),
        };
        let seen = |challenge: Option<Challenge>| {
            let seek = Seek { challenge, ..Seek::new("ada".into(), wish.clone(), Moment::default()) };
            [Some("ada"), Some("bob"), Some("eve"), None].map(|viewer| seek.is_for(viewer.map(PlayerId::from).as_ref()))
        };
        let to_bob = |declined| Some(Challenge { player: "bob".into(), declined });
        assert_eq!(seen(None), [true; 4]);
        assert_eq!(seen(to_bob(None)), [true, true, false, false]);
        assert_eq!(seen(to_bob(Some(Decline::Later))), [true, false, false, false]);
        assert!(Decline::ALL.into_iter().all(|reason| Decline::read(reason.word()) == reason));
    }

    #[test]
    fn wishes_fit_with_one_clock_and_different_sides() {
        let days = |days: u64| Some(TimeControl::PerMove(Duration::from_secs(days * 86_400)));
        let wish = |side, control| Wish {
            wanted: games(&["a"]),
            side,
            control,
            rated: false,
            help: false,
            range: Range::default(),
        };
        let fits = |one: &Wish, other: &Wish| one.fits(other).is_some();
        let [white, black] = [Color::White, Color::Black].map(|side| wish(Some(side), days(3)));
        let either = wish(None, days(3));
        assert!(fits(&white, &black) && fits(&either, &either) && fits(&white, &either) && fits(&either, &black));
        assert!(!fits(&white, &white) && !fits(&black, &black));
        assert!(!fits(&white, &wish(Some(Color::Black), days(1))) && !fits(&white, &wish(None, None)));
        assert!(!either.is_live() && !wish(None, None).is_live());
        let rated = Wish { rated: true, ..either.clone() };
        assert!(fits(&rated, &rated) && !fits(&rated, &either));
        let helped = Wish { help: true, ..either.clone() };
        assert!(fits(&helped, &helped) && !fits(&helped, &either));
        let range = Range { least: Some(1400), most: None };
        assert!(range.has(1400) && range.has(3000) && !range.has(1399) && Range::default().has(0));
    }
}
