//! In which games players are compared: each game with its options and each class of clocks has ratings of its own.

use super::{DefinitionId, Options};
use crate::error::{ApiError, ApiResult};
use spielraum_play::TimeControl;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Owner, Rules};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How many moves a game is taken to have where its clock is classed.
const MOVES: u32 = 40;

/// A clock for the whole game with less than this for each player is a blitz clock.
const BLITZ: Duration = Duration::from_secs(10 * 60);

/// The longest name of a ladder that a client may ask for, in bytes.
const LONGEST: usize = 256;

/// What kind of clock a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// Less than ten minutes for 40 moves.
    Blitz,
    /// More.
    Rapid,
    /// Days for each move.
    Correspondence,
}

impl Class {
    const ALL: [Self; 3] = [Self::Blitz, Self::Rapid, Self::Correspondence];

    /// The class of a clock.
    pub fn of(control: TimeControl) -> Self {
        match control {
            TimeControl::PerMove(_) => Self::Correspondence,
            TimeControl::Fischer { initial, increment } if initial + increment * MOVES < BLITZ => Self::Blitz,
            TimeControl::Fischer { .. } => Self::Rapid,
        }
    }

    /// A word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Correspondence => "correspondence",
        }
    }
}

/// A list of ratings, whose text is its name: `rapid.chess`, `blitz.nacht-schach~castling=on`, `rapid.flipped-return.white`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ladder {
    pub class: Class,
    pub variant: String,
    /// The options, unless all are the usual ones.
    pub options: Options,
    /// The side whose players are compared, in games whose armies differ.
    pub side: Option<Color>,
}

impl Ladder {
    /// The ladder of a name.
    pub fn parse(text: &str) -> Option<Self> {
        let (class, rest) = text.split_once('.')?;
        let class = Class::ALL.into_iter().find(|each| each.name() == class)?;
        let (rest, side) = match rest.rsplit_once('.') {
            Some((rest, side)) => (rest, Some(Color::BOTH.into_iter().find(|color| color.name() == side)?)),
            None => (rest, None),
        };
        let mut parts = rest.split('~');
        let variant = parts.next().filter(|variant| !variant.is_empty())?.to_owned();
        let option = |part: &str| part.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = parts.map(option).collect::<Option<Options>>()?;
        let ladder = Self { class, variant, options, side };
        // Each has one name.
        (ladder.to_string() == text).then_some(ladder)
    }

    /// The ladder that a client names.
    pub fn asked(text: &str) -> ApiResult<Self> {
        let unknown = || ApiError::not_found("no-such-ladder", "There are no ratings of this name.");
        if text.len() > LONGEST {
            return Err(unknown());
        }
        Self::parse(text).ok_or_else(unknown)
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class.name(), self.variant)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, "~{name}={value}"))?;
        self.side.map_or(Ok(()), |side| write!(f, ".{}", side.name()))
    }
}

/// What a rated game counts for. Its text is the ladder's name, with `.sides` if the sides are rated apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Without a side.
    ladder: Ladder,
    /// Whether the sides are rated apart, since their armies differ.
    apart: bool,
}

impl Terms {
    /// What a game with a clock counts for, if it can be rated: a game of the catalogue. `usual` says whether no option
    /// was chosen differently.
    pub fn new(variant: &str, options: &Options, usual: bool, control: Option<TimeControl>) -> ApiResult<Self> {
        let refused = |why| Err(ApiError::impossible("not-rated", why));
        if DefinitionId::parse(variant).is_some() {
            return refused("Games of the workshop are not rated: only games of the catalogue are.");
        }
        let Some(control) = control else { return refused("A rated game needs a clock.") };
        let options = if usual { Options::new() } else { options.clone() };
        let ladder = Ladder { class: Class::of(control), variant: variant.to_owned(), options, side: None };
        Ok(Self { ladder, apart: false })
    }

    /// The same, with the sides rated apart or not.
    pub fn apart(self, apart: bool) -> Self {
        Self { apart, ..self }
    }

    /// What was written by `Display`.
    pub fn parse(text: &str) -> Option<Self> {
        let (text, apart) = text.strip_suffix(".sides").map_or((text, false), |text| (text, true));
        let ladder = Ladder::parse(text).filter(|ladder| ladder.side.is_none())?;
        Some(Self { ladder, apart })
    }

    /// The ladder in which the player of a side is rated.
    pub fn ladder(&self, side: Color) -> Ladder {
        Ladder { side: self.apart.then_some(side), ..self.ladder.clone() }
    }

    /// The ladders of both sides.
    pub fn ladders(&self) -> ByColor<Ladder> {
        ByColor::new(|side| self.ladder(side))
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = if self.apart { ".sides" } else { "" };
        write!(f, "{}{sides}", self.ladder)
    }
}

/// Whether the sides have different armies: they begin with other numbers of some type, or pieces of a type move differently. How
/// far a piece gets from each cell of the empty board shows that; where the pieces stand makes no difference.
pub(crate) fn armies_differ(rules: &Rules) -> bool {
    let spec = rules.spec();
    let army = |side: Color| {
        let mut army: BTreeMap<PieceType, u32> = BTreeMap::new();
        let owned = |(owner, kind): &(Owner, PieceType)| (*owner == Owner::from(side)).then_some(*kind);
        for kind in spec.start.placement.iter().flatten().filter_map(owned) {
            *army.entry(kind).or_default() += 1;
        }
        for (kind, count) in &spec.start.hands[side] {
            *army.entry(*kind).or_default() += u32::from(*count);
        }
        army
    };
    let reach = |side: Color, kind: PieceType| {
        let mut numbers: Vec<usize> = rules.board().cells().map(|cell| rules.reach(side, kind, cell).len()).collect();
        numbers.sort_unstable();
        numbers
    };
    // Those that come by promotion or from the hand count, too.
    let mut kinds = spec.piece_types();
    army(Color::White) != army(Color::Black) || kinds.any(|kind| reach(Color::White, kind) != reach(Color::Black, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_arcade::{Game, Source};

    fn fischer(initial: u64, increment: u64) -> TimeControl {
        let [initial, increment] = [initial, increment].map(Duration::from_secs);
        TimeControl::Fischer { initial, increment }
    }

    #[test]
    fn clocks_have_their_class() {
        for (control, class) in [
            (fischer(180, 2), Class::Blitz),
            (fischer(599, 0), Class::Blitz),
            (fischer(600, 0), Class::Rapid),
            (fischer(300, 10), Class::Rapid),
            (TimeControl::PerMove(Duration::from_secs(86_400)), Class::Correspondence),
        ] {
            assert_eq!(Class::of(control), class, "{control:?}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["rapid.chess", "blitz.nacht-schach~castling=on~move-count=off", "correspondence.a.white"] {
            assert_eq!(Ladder::parse(name).unwrap().to_string(), name);
        }
        for bad in ["", "rapid", "rapid.", "slow.chess", "rapid.chess.red", "rapid.chess~a", "rapid.a~b=1~a=1"] {
            assert_eq!(Ladder::parse(bad), None, "{bad}");
        }
        for name in ["rapid.chess", "rapid.flipped-return.sides"] {
            assert_eq!(Terms::parse(name).unwrap().to_string(), name);
        }
        assert_eq!(Terms::parse("rapid.chess.white"), None);
        let apart = Terms::parse("blitz.a.sides").unwrap();
        assert_eq!(apart.ladder(Color::Black).to_string(), "blitz.a.black");
        assert_eq!(Terms::parse("blitz.a").unwrap().ladder(Color::Black).to_string(), "blitz.a");
    }

    #[test]
    fn only_games_of_the_catalogue_with_a_clock_are_rated() {
        let clock = Some(fischer(600, 0));
        assert!(Terms::new("chess", &Options::new(), true, clock).is_ok());
        assert_eq!(Terms::new("chess", &Options::new(), true, None).unwrap_err().code, "not-rated");
        let own = DefinitionId::of("title \"A\"");
        assert_eq!(Terms::new(own.as_str(), &Options::new(), true, clock).unwrap_err().code, "not-rated");
        // What is as usual is no other game.
        let options: Options = [("castling".to_owned(), "off".to_owned())].into();
        assert_eq!(Terms::new("a", &options, true, clock).unwrap().to_string(), "rapid.a");
        assert_eq!(Terms::new("a", &options, false, clock).unwrap().to_string(), "rapid.a~castling=off");
    }

    #[test]
    fn a_ladders_name_has_a_length() {
        let name = |length: usize| format!("rapid.{}", "a".repeat(length - "rapid.".len()));
        assert_eq!(Ladder::asked(&name(LONGEST)).unwrap().to_string(), name(LONGEST));
        for bad in [name(LONGEST + 1), "slow.chess".to_owned()] {
            assert_eq!(Ladder::asked(&bad).unwrap_err().code, "no-such-ladder");
        }
        let terms = Terms::parse("rapid.chess").unwrap();
        let sides = |apart| terms.clone().apart(apart).ladders().map(|ladder| ladder.to_string());
        assert_eq!(sides(false), ByColor::both("rapid.chess".to_owned()));
        assert_eq!(sides(true), ByColor::new(|side: Color| format!("rapid.chess.{}", side.name())));
    }

    #[test]
    fn sides_are_rated_apart_where_their_armies_differ() {
        let differ = |id: &str, options: &[(&str, &str)]| {
            let options: Vec<_> =
                options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            armies_differ(Game::load(Source::Builtin(id), &options).unwrap().rules())
        };
        for id in ["chess", "raumschach", "shogi", "xiangqi", "stereo-chess", "nacht-schach", "stockgi"] {
            assert!(!differ(id, &[]), "{id}");
        }
        assert!(differ("horde", &[]));
        assert!(differ("flipped-return", &[("white", "elefant"), ("black", "springer")]));
        assert!(!differ("flipped-return", &[("white", "springer"), ("black", "springer")]));
        // More of one type, on the board or in the hand.
        let text = |start: &str| {
            let text = format!("title \"A\"\nbased-on \"crazyhouse\"\nremove \"castling\"\nstart \"{start}\"\n");
            armies_differ(Game::load(Source::Text { name: "a", text: &text }, &[]).unwrap().rules())
        };
        assert!(!text("r3k3/8/8/8/8/8/8/4K2R[Nn] w - - 0 1"));
        assert!(text("r3k3/8/8/8/8/8/8/4K1RR[] w - - 0 1"));
        assert!(text("r3k3/8/8/8/8/8/8/4K2R[NNn] w - - 0 1"));
        assert!(text("r3k3/8/8/8/8/8/8/4K2R[Nb] w - - 0 1"));
    }
}
