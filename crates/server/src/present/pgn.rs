//! Games in Portable Game Notation (docs/notation.md, "PGN").

use crate::domain::{Record, Standing};
use crate::time::milliseconds;
use spielraum_play::{Status, TimeControl};
use spielraum_queries::{Patience, Refusal, replay};
use spielraum_rules::{ByColor, Color, Position, Rules};
use std::fmt::Write;

/// A line of moves is no longer than this, as the standard wants it.
const WIDTH: usize = 79;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// What is said of a game besides its moves.
pub(crate) struct Facts<'f> {
    pub record: &'f Record,
    /// The names of the players.
    pub names: ByColor<String>,
    /// What the game made of their ratings, if it did.
    pub ratings: ByColor<Option<Standing>>,
    /// Where it can be seen.
    pub link: String,
}

/// A game in PGN by its rules. Moves that these do not know any more are left out, with what follows them.
pub(crate) fn pgn(
    facts: &Facts<'_>,
    rules: &Rules,
    moves: &[String],
    patience: Patience<'_>,
) -> Result<String, Refusal> {
    let result = result(facts.record);
    let mut text = String::new();
    for (name, value) in tags(facts, rules, result) {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let words = movetext(facts.record, rules, moves, patience)?;
    text += &wrapped(words.iter().map(String::as_str).chain([result]));
    Ok(text)
}

/// Words in lines that are no longer than they may be, unless a word is, and the empty line behind them.
pub(super) fn wrapped<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let (mut text, mut line) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if line > 0 {
            let breaks = line + 1 + length > WIDTH;
            text.push(if breaks { '\n' } else { ' ' });
            line = if breaks { 0 } else { line + 1 };
        }
        text += word;
        line += length;
    }
    text + "\n\n"
}

fn tags(facts: &Facts<'_>, rules: &Rules, result: &str) -> Vec<(&'static str, String)> {
    let record = facts.record;
    let event = if record.rated.is_some() { "Rated game" } else { "Casual game" };
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", facts.link.clone()),
        ("Date", date(record.created)),
        ("Round", "-".to_owned()),
        ("White", facts.names.white.clone()),
        ("Black", facts.names.black.clone()),
        ("Result", result.to_owned()),
        ("Variant", record.pairing.title.clone()),
    ];
    if !record.pairing.options.is_empty() {
        let options = record.pairing.options.iter().map(|(name, value)| format!("{name}={value}"));
        tags.push(("Options", options.collect::<Vec<_>>().join(" ")));
    }
    if record.pairing.start != rules.start().fen() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", record.pairing.start.clone())]);
    }
    for (name, standing) in [("WhiteElo", facts.ratings.white), ("BlackElo", facts.ratings.black)] {
        let before = standing.map(|standing| standing.points - standing.change.unwrap_or_default());
        tags.extend(before.map(|points| (name, points.to_string())));
    }
    if record.help {
        tags.push(("Help", "agreed".to_owned()));
    }
    tags.push(("TimeControl", time_control(record.pairing.control)));
    // Their clocks were halved, and had no increment.
    let berserk = record.progress.berserk.unwrap_or_default();
    for (name, went) in [("WhiteBerserk", berserk.white), ("BlackBerserk", berserk.black)] {
        tags.extend(went.then(|| (name, "yes".to_owned())));
    }
    if let Some(ending) = &record.progress.ending {
        let how = match ending.code() {
            "time" | "time-draw" => "time forfeit",
            "left" | "absent" | "aborted" => "abandoned",
            _ => "normal",
        };
        tags.push(("Termination", how.to_owned()));
    }
    tags
}

/// The moves in SAN, with their numbers.
fn movetext(record: &Record, rules: &Rules, moves: &[String], patience: Patience<'_>) -> Result<Vec<String>, Refusal> {
    let mut words = Vec::new();
    let visit = |position: &Position, m| {
        let (side, number) = (position.side_to_move(), position.fullmove_number());
        if side == Color::White && !position.is_within_turn() {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(position.san(m));
    };
    match replay::play_through(rules, Some(&record.pairing.start), moves, patience, visit) {
        // The rules of an earlier release were others.
        Err(refusal) if !matches!(refusal.code, "illegal-move" | "bad-fen") => Err(refusal),
        _ => Ok(words),
    }
}

fn result(record: &Record) -> &'static str {
    let Some(ending) = record.progress.ending.as_ref().filter(|_| record.status() == Status::Finished) else {
        return "*";
    };
    match ending.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None if ending.code() == "aborted" => "*",
        None => "1/2-1/2",
    }
}

/// As the standard writes it: seconds and increment, or moves and the seconds for them.
fn time_control(control: Option<TimeControl>) -> String {
    match control {
        None => "-".to_owned(),
        Some(TimeControl::Fischer { initial, increment }) => format!("{}+{}", initial.as_secs(), increment.as_secs()),
        Some(TimeControl::PerMove(each)) => format!("1/{}", milliseconds(each) / 1000),
    }
}

/// The day of a time in milliseconds since 1970, in UTC: `2026.11.29` (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms").
fn date(time: i64) -> String {
    let days = time.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Options, PlayerId, Terms};
    use crate::time::Moment;
    use spielraum_arcade::{Game, Source};
    use spielraum_play::{Ending, Opponent, Pairing, Seat};
    use std::time::Duration;

    #[test]
    fn a_game_says_who_went_berserk() {
        let rules = Game::load(Source::Builtin("chess"), &[]).unwrap().rules().clone();
        let control = TimeControl::Fischer { initial: Duration::from_secs(180), increment: Duration::from_secs(2) };
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: Options::new(),
            title: "Chess".to_owned(),
            start: rules.start().fen(),
            opponent: Opponent::Friend,
            seats: Seat::all(&PlayerId::from("a"), Color::White, Opponent::Friend),
            control: Some(control),
        };
        let mut record = Record::begin(pairing, "a".into(), Moment::default()).of_tournament("t".into(), true);
        record.progress.berserk = Some(ByColor { white: false, black: true });
        let names = ByColor { white: "Ada".to_owned(), black: "Bob".to_owned() };
        let facts = Facts { record: &record, names, ratings: ByColor::default(), link: String::new() };
        let text = pgn(&facts, &rules, &[], &|| Ok(())).unwrap();
        assert!(text.contains("[TimeControl \"180+2\"]\n[BlackBerserk \"yes\"]\n"), "{text}");
        assert!(!text.contains("WhiteBerserk"), "{text}");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time, day) in
            [(0, "1970.01.01"), (951_782_400_000, "2000.02.29"), (1_795_969_013_000, "2026.11.29"), (-1, "1969.12.31")]
        {
            assert_eq!(date(time), day);
        }
    }

    #[test]
    fn a_game_is_written_with_its_facts() {
        let rules = Game::load(Source::Builtin("chess"), &[]).unwrap().rules().clone();
        let mut seats = Seat::all(&PlayerId::from("a"), Color::White, Opponent::Friend);
        seats.black = Seat::Person("b".into());
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: Options::new(),
            title: "Chess".to_owned(),
            start: rules.start().fen(),
            opponent: Opponent::Friend,
            seats,
            control: Some(TimeControl::PerMove(Duration::from_secs(3 * 86_400))),
        };
        let at = Moment { time: 1_795_969_013_000, lived: 0 };
        let mut record = Record::begin(pairing, "a".into(), at).rated(Terms::parse("correspondence.chess"));
        record.progress.ending = Some(Ending::Resigned(Color::White));
        let standing = |points, change| Some(Standing { points, provisional: false, change: Some(change) });
        let facts = Facts {
            record: &record,
            names: ByColor { white: "Ada \"A\"".to_owned(), black: "Bob".to_owned() },
            ratings: ByColor { white: standing(1488, -12), black: standing(1512, 12) },
            link: "https://example.org/game/x".to_owned(),
        };
        let moves = ["f2f3", "e7e5", "g2g4"].map(str::to_owned);
        let text = pgn(&facts, &rules, &moves, &|| Ok(())).unwrap();
        let expected = "[Event \"Rated game\"]\n[Site \"https://example.org/game/x\"]\n[Date \"2026.11.29\"]\n[Round \"-\"]\n\
            [White \"Ada \\\"A\\\"\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n[Variant \"Chess\"]\n[WhiteElo \"1500\"]\n\
            [BlackElo \"1500\"]\n[TimeControl \"1/259200\"]\n[Termination \"normal\"]\n\n1. f3 e5 2. g4 0-1\n\n";
        assert_eq!(text, expected);
        let helped = record.clone().rated(None).helped(true);
        let text = pgn(&Facts { record: &helped, ..facts }, &rules, &moves, &|| Ok(())).unwrap();
        assert!(text.contains("[Event \"Casual game\"]\n") && text.contains("[Help \"agreed\"]\n"), "{text}");
    }
}
