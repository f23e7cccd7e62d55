//! Ratings follow from the rated games, each counted once.

use super::{Leaders, changes, faults};
use crate::domain::{PlayerId, Rating, Record, Score, Terms};
use crate::store::sql::{Connection, Row};
use crate::store::tests::{open, player};
use crate::store::{Write, schema, write};
use crate::time::Moment;
use proptest::prelude::*;
use spielraum_play::{Ending, Opponent, Pairing, Seat};
use spielraum_rules::{ByColor, Color};
use std::collections::HashMap;
use tempfile::TempDir;

const PLAYERS: [&str; 4] = ["anna", "bert", "cora", "dora"];
const LADDERS: [&str; 3] = ["rapid.chess", "blitz.chess", "rapid.horde.sides"];

/// A game of two players that has begun.
fn game(white: &str, black: &str, terms: Option<&str>) -> Record {
    let mut seats = Seat::all(&PlayerId::from(white), Color::White, Opponent::Friend);
    seats.black = Seat::Person(black.into());
    let pairing = Pairing {
        variant: "chess".to_owned(),
        options: crate::domain::Options::new(),
        title: "Chess".to_owned(),
        start: "x w".to_owned(),
        opponent: Opponent::Friend,
        seats,
        control: None,
    };
    Record::begin(pairing, white.into(), Moment::default()).rated(terms.map(|text| Terms::parse(text).unwrap()))
}

/// The same when it has ended.
fn ended(mut record: Record, ending: Ending, plies: u32, at: i64) -> Record {
    (record.progress.ending, record.plies, record.updated) = (Some(ending), plies, at);
    record
}

fn memory() -> Connection {
    let mut connection = rusqlite::Connection::open_in_memory().unwrap();
    schema::migrate(&mut connection).unwrap();
    connection.pragma_update(None, "foreign_keys", true).unwrap();
    let connection = Connection::from(connection);
    for id in PLAYERS {
        write::apply(&connection, &player(id)).unwrap();
    }
    connection
}

/// What is stored of everybody's ratings: by player and ladder, the rating and the games won, drawn and lost.
fn stored(connection: &Connection) -> HashMap<(String, String), (Rating, [u32; 3])> {
    let mut query = connection
        .prepare_cached("SELECT player, ladder, points, deviation, volatility, at, won, drawn, lost FROM ratings")
        .unwrap();
    let read = |row: &Row<'_>| {
        Ok(((row.get(0)?, row.get(1)?), (super::rating_at(row, 2)?, [row.get(6)?, row.get(7)?, row.get(8)?])))
    };
    query.query_map([], read).unwrap().collect::<Result<_, _>>().unwrap()
}

/// A game of the property: who plays whom, for what, how it ends, after how many plies, how often that is stored, and how long
/// after the one before.
type Planned = (usize, usize, usize, u8, u32, usize, i64);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ratings_are_those_that_all_games_in_order_make(
        games in prop::collection::vec(
            (0..4usize, 0..4usize, 0..4usize, 0..5u8, 0..5u32, 1..4usize, 0..10_000_000_000i64), 1..24,
        ),
    ) {
        let connection = memory();
        let mut expected: HashMap<(String, String), (Rating, [u32; 3])> = HashMap::new();
        let mut at = 1_000;
        for (white, black, ladder, end, plies, times, later) in games as Vec<Planned> {
            at += later;
            let terms = LADDERS.get(ladder).copied();
            let record = game(PLAYERS[white], PLAYERS[black], terms);
            let (ending, score) = match end {
                0 => (Ending::Resigned(Color::Black), Some(Score::Win)),
                1 => (Ending::TimeOut(Color::White), Some(Score::Loss)),
                2 => (Ending::Agreed, Some(Score::Draw)),
                3 => (Ending::TimeOutDraw(Color::White), Some(Score::Draw)),
                _ => (Ending::Aborted, None),
            };
            write::apply(&connection, &Write::NewGame(Box::new(record.clone()))).unwrap();
            let record = ended(record, ending, plies, at);
            // However often the end is stored, and the offer of a rematch after it, the game counts once.
            for _ in 0..times {
                write::apply(&connection, &Write::Game(Box::new(record.clone()))).unwrap();
            }
            let Some((score, terms)) = score.zip(terms).filter(|_| plies >= 2 && white != black) else { continue };
            let terms = Terms::parse(terms).unwrap();
            let keys = ByColor::new(|side| {
                let who = if side == Color::White { white } else { black };
                (PLAYERS[who].to_owned(), terms.ladder(side).to_string())
            });
            let before = ByColor::new(|side| expected.get(&keys[side]).copied().unwrap_or((Rating::first(), [0; 3])));
            for side in Color::BOTH {
                let score = if side == Color::White { score } else { score.of_opponent() };
                let after = before[side].0.after(score, before[!side].0, at);
                let mut games = before[side].1;
                games[match score { Score::Win => 0, Score::Draw => 1, Score::Loss => 2 }] += 1;
                expected.insert(keys[side].clone(), (after, games));
            }
        }
        prop_assert_eq!(&stored(&connection), &expected);
        prop_assert_eq!(faults(&connection).unwrap(), Vec::<String>::new());
        // The ratings of those who stay are what they were when somebody goes.
        write::apply(&connection, &Write::Forget { player: "anna".into() }).unwrap();
        expected.retain(|(player, _), _| player != "anna");
        prop_assert_eq!(&stored(&connection), &expected);
        prop_assert_eq!(faults(&connection).unwrap(), Vec::<String>::new());
    }
}

#[test]
fn ratings_that_do_not_follow_from_the_games_are_found() {
    let sound = || {
        let connection = memory();
        for (n, ending) in [Ending::Resigned(Color::Black), Ending::Agreed].into_iter().enumerate() {
            let record = game("anna", "bert", Some("rapid.chess"));
            write::apply(&connection, &Write::NewGame(Box::new(record.clone()))).unwrap();
            write::apply(&connection, &Write::Game(Box::new(ended(record, ending, 10, 1_000 * n as i64)))).unwrap();
        }
        connection
    };
    assert_eq!(faults(&sound()).unwrap(), [""; 0]);
    for (change, why) in [
        ("UPDATE ratings SET points = points + 100 WHERE player = 'anna'", "does not follow from the rated games"),
        ("UPDATE ratings SET won = 2 WHERE player = 'anna'", "does not follow from the rated games"),
        ("DELETE FROM ratings WHERE player = 'bert'", "it is missing"),
        ("UPDATE rated SET score = 1 WHERE number = 1 AND side = 'white'", "the two sides say different things"),
        ("UPDATE rated SET points = 200000 WHERE number = 1 AND side = 'white'", "does not follow from the result"),
        ("UPDATE rated SET number = 3 WHERE number = 1", "does not begin where"),
        ("DELETE FROM rated WHERE number = 1 AND side = 'black'", "one side is missing"),
        ("UPDATE rated SET ladder = 'chess' WHERE number = 1", "can't be read"),
    ] {
        let connection = sound();
        connection.execute(change, []).unwrap();
        let faults = faults(&connection).unwrap();
        assert!(faults.iter().any(|fault| fault.contains(why)), "{change}: {faults:?}");
    }
}

#[test]
fn sides_with_different_armies_are_rated_apart() {
    let connection = memory();
    let record = game("anna", "bert", Some("rapid.horde.sides"));
    write::apply(&connection, &Write::NewGame(Box::new(record.clone()))).unwrap();
    let record = ended(record, Ending::Resigned(Color::White), 8, 5);
    write::apply(&connection, &Write::Game(Box::new(record.clone()))).unwrap();
    let ladders: Vec<(String, String)> = {
        let mut ladders: Vec<_> = stored(&connection).into_keys().collect();
        ladders.sort();
        ladders
    };
    let expected = [("anna", "rapid.horde.white"), ("bert", "rapid.horde.black")];
    assert_eq!(ladders, expected.map(|(player, ladder)| (player.to_owned(), ladder.to_owned())));
    let changes = changes(&connection, &record.id).unwrap();
    let points = [changes.white, changes.black].map(|standing| standing.map(|one| (one.points, one.change)));
    assert_eq!(points, [Some((1338, Some(-162))), Some((1662, Some(162)))]);
}

#[tokio::test]
async fn leaders_are_those_who_are_known_the_strongest_first() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).await.unwrap();
    store.writer().write(PLAYERS.iter().map(|id| player(id)).collect()).await.unwrap();
    let now = crate::time::now();
    let rating = |player: &str, points: i32, deviation: i32, days: i64| {
        format!(
            "INSERT INTO ratings VALUES ('{player}', 'rapid.chess', {points}, {deviation}, 60000, {}, 1, 0, 0);",
            now - days * 86_400_000
        )
    };
    let rows = [
        rating("anna", 160_000, 6_000, 0),
        rating("bert", 170_000, 6_000, 0),
        rating("cora", 190_000, 20_000, 0),
        // Nobody has seen this one for years.
        rating("dora", 210_000, 6_000, 2_000),
    ]
    .concat();
    store.writer.with(move |connection| connection.execute_batch(&rows).unwrap()).await;
    let ladder = crate::domain::Ladder::parse("rapid.chess").unwrap();
    let names = |leaders: &[super::Leader]| leaders.iter().map(|leader| leader.name.clone()).collect::<Vec<_>>();
    let Leaders { leaders, provisional, distribution } = store.leaders(&ladder).await.unwrap();
    assert_eq!(names(&leaders), ["bert", "anna"]);
    assert_eq!(names(&provisional), ["dora", "cora"]);
    assert_eq!(distribution, [(1600, 1), (1700, 1), (1900, 1), (2100, 1)]);
    // A closed account leads nothing.
    store.writer().write(vec![Write::Bar { player: "bert".into() }]).await.unwrap();
    assert_eq!(names(&store.leaders(&ladder).await.unwrap().leaders), ["anna"]);
    assert_eq!(store.ladders().await.unwrap(), [(ladder, 4)]);
    store.close().await;
}
