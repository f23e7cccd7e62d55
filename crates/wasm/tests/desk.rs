//! What the module answers, asked natively.

use proptest::prelude::*;
use serde_json::{Value, json};
use spielraum_arcade::{Game, Source};
use spielraum_catalogue::Compile;
use spielraum_engine::{Engine, EngineOptions, Limits, Stop};
use spielraum_nnue::{BUCKETS, HIDDEN_STEP, Inputs, Network, Parts};
use spielraum_rules::Rules;
use spielraum_testkit::all_rules;
use spielraum_wasm::Desk;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A desk whose clock stands still, so that searches end by their nodes alone.
fn desk() -> Desk {
    Desk::new(|| Duration::ZERO)
}

fn asked(desk: &mut Desk, question: &Value) -> Value {
    serde_json::from_str(&desk.answer(question.to_string().as_bytes(), &[], &|_| {})).unwrap()
}

fn ok(desk: &mut Desk, question: Value) -> Value {
    let answer = asked(desk, &question);
    assert!(answer.get("ok").is_some(), "{question}: {answer}");
    answer["ok"].clone()
}

fn refused(desk: &mut Desk, question: Value) -> String {
    let answer = asked(desk, &question);
    answer["refused"]["code"].as_str().unwrap_or_else(|| panic!("{question}: {answer}")).to_owned()
}

#[test]
fn games_are_told_in_german_with_the_words_that_are_given() {
    let mut desk = desk();
    let chess = json!({"variant": {"id": "chess", "language": "de"}});
    let without = ok(&mut desk, chess.clone());
    assert_eq!(
        (&without["rules"][1]["heading"], &without["pieces"][4]["name"]["white"]),
        (&json!("Wie es endet"), &json!("Knight"))
    );
    assert_eq!(refused(&mut desk, json!({"words": {"text": "Knight: Springer"}})), "bad-words");
    ok(&mut desk, json!({"words": {"text": include_str!("../../../games/german.txt")}}));
    assert_eq!(ok(&mut desk, chess)["pieces"][4]["name"]["white"], "Springer");
    assert_eq!(ok(&mut desk, json!({"variant": {"id": "chess"}}))["pieces"][4]["name"]["white"], "Knight");
    // What ends by a rule of the game's own, and what was decided about its rules.
    let race = ok(&mut desk, json!({"variant": {"id": "racingkings", "language": "de"}}));
    let ends = &race["endings"];
    assert_eq!(ends["the king has reached the eighth rank"], "der König die achte Reihe erreicht hat");
    let xiangqi = |language: &str| json!({"variant": {"id": "xiangqi", "language": language}});
    let german = ok(&mut desk, xiangqi("de"));
    let notes = german["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["text"] == "120 Halbzüge ohne Schlagen sind remis."), "{notes:?}");
    let english = ok(&mut desk, xiangqi("en"));
    assert_eq!((&english["endings"], english["notes"] == german["notes"]), (&json!({}), false));
    let gallery = ok(&mut desk, json!({"gallery": {"language": "de"}}));
    let chess = gallery.as_array().unwrap().iter().find(|game| game["id"] == "chess").unwrap();
    assert_eq!(chess["summary"], "Das gewöhnliche Schach.");
}

#[test]
fn every_game_is_told_with_its_start_and_its_moves() {
    let mut desk = desk();
    let all = ok(&mut desk, json!("variants"));
    let mut games = 0;
    for ((id, rules), summary) in all_rules().zip(all.as_array().unwrap()) {
        assert_eq!((&summary["id"], &summary["movesAtStart"]), (&json!(id), &json!(rules.start().count_legal())));
        let variant = ok(&mut desk, json!({"variant": {"id": id}}));
        assert_eq!(variant["start"]["fen"], rules.start().fen());
        let position = ok(&mut desk, json!({"position": {"variant": id, "options": variant["chosen"]}}));
        assert_eq!(position["moves"].as_array().unwrap().len() as u64, rules.start().count_legal());
        games += 1;
    }
    assert_eq!(games, all.as_array().unwrap().len());
}

#[test]
fn positions_lines_threats_setups_and_pictures_are_told() {
    let mut desk = desk();
    let moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5"];
    let position = ok(&mut desk, json!({"position": {"variant": "chess", "moves": moves}}));
    assert_eq!((&position["ply"], position["history"].as_array().unwrap().len()), (&json!(5), 5));
    let chess = ok(&mut desk, json!({"variant": {"id": "chess"}}));
    let cell = |name: &str| chess["board"]["cells"].as_array().unwrap().iter().position(|cell| cell["name"] == name);
    let lines = ok(&mut desk, json!({"lines": {"variant": "chess", "moves": moves, "cell": cell("h5")}}));
    assert_eq!(lines["lines"].as_array().unwrap().len(), 5);
    let mated = [&moves[..], &["g8f6", "h5f7"]].concat();
    let threats = ok(&mut desk, json!({"threats": {"variant": "chess", "moves": mated}}));
    assert_eq!(threats["critical"], json!([{"from": cell("f7"), "to": cell("e8")}]));
    let over = ok(&mut desk, json!({"position": {"variant": "chess", "moves": mated}}));
    assert_eq!(over["result"]["reason"], "checkmate");
    let empty = ok(&mut desk, json!({"setup": {"variant": "chess", "pieces": [], "side": "white"}}));
    assert!(!empty["problems"].as_array().unwrap().is_empty());
    let picture =
        ok(&mut desk, json!({"picture": {"id": "raumschach", "view": "space", "theme": "dark", "options": {}}}));
    assert!(picture.as_str().unwrap().starts_with("<svg"));
}

#[test]
fn a_definition_is_checked_and_played() {
    let mut desk = desk();
    let text = "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slyde \"orthogonal\" }\nstart \"r2/3/2R\"\n";
    let checked = ok(&mut desk, json!({"check": {"text": text}}));
    assert_eq!(checked["faults"][0]["line"], 3);
    let sound = text.replace("slyde", "slide");
    let id = ok(&mut desk, json!({"check": {"text": sound}}))["variant"]["id"].clone();
    assert_eq!(id, ok(&mut desk, json!({"define": {"text": sound}})));
    let position = ok(&mut desk, json!({"position": {"variant": id, "moves": ["c1c2"]}}));
    assert_eq!(position["side"], "black");
    assert_eq!(refused(&mut self::desk(), json!({"variant": {"id": id}})), "no-such-variant");
}

#[test]
fn an_analysis_tells_what_it_finds_until_its_time_is_over() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let mut desk = Desk::new(|| Duration::from_millis(NOW.fetch_add(100, Relaxed)));
    let told = RefCell::new(Vec::new());
    let tell = |text: &str| told.borrow_mut().push(serde_json::from_str::<Value>(text).unwrap());
    let place = json!({"variant": "chess", "fen": "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1"});
    let question = json!({"analyse": {"position": place, "multipv": 2, "id": 5}});
    let answer: Value = serde_json::from_str(&desk.answer(question.to_string().as_bytes(), &[], &tell)).unwrap();
    assert_eq!(answer["ok"], json!({"type": "done", "id": 5}));
    let told = told.into_inner();
    let last = told.last().unwrap();
    assert_eq!((&last["type"], &last["id"], &last["side"]), (&json!("info"), &json!(5), &json!("white")));
    assert_eq!(last["lines"][0]["pv"][0]["text"], "b1b8");
    assert_eq!(last["lines"][0]["score"], json!({"mate": 1}));
    let over = json!({"variant": "chess", "fen": "1R5k/R7/8/8/8/8/8/6K1 b - - 0 1"});
    assert_eq!(refused(&mut desk, json!({"analyse": {"position": over, "multipv": 1}})), "over");
}

#[test]
fn an_analysis_ends_when_the_time_that_it_was_given_is_over_and_has_found_something_by_then() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let mut desk = Desk::new(|| Duration::from_millis(NOW.fetch_add(100, Relaxed)));
    for variant in ["chess", "nichtschach"] {
        let told = RefCell::new(0);
        let tell = |text: &str| *told.borrow_mut() += usize::from(text.contains("\"pv\""));
        let before = NOW.load(Relaxed);
        let question = json!({"analyse": {"position": {"variant": variant}, "multipv": 1, "milliseconds": 300}});
        let answer: Value = serde_json::from_str(&desk.answer(question.to_string().as_bytes(), &[], &tell)).unwrap();
        assert_eq!(answer["ok"]["type"], "done");
        assert!(*told.borrow() > 0, "{variant}");
        assert!(NOW.load(Relaxed) - before < 5_000, "{variant}");
    }
}

#[test]
fn searches_and_perft_count_what_the_rules_and_the_engine_count() {
    let rules = spielraum_testkit::rules("raumschach");
    let place = json!({"variant": "raumschach"});
    let mut desk = desk();
    assert_eq!(ok(&mut desk, json!({"perft": {"position": place, "depth": 2}})), rules.start().perft(2));
    let game = Game::load(Source::Builtin("raumschach"), &[]).unwrap();
    let mut engine = game.engine(EngineOptions { hash_mb: 32, threads: 1 }).unwrap();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let best = engine.search(&rules.start(), &limits, &Stop::new(), &mut |_| {});
    for _ in 0..2 {
        let found = ok(&mut desk, json!({"search": {"position": place, "nodes": 2_000}}));
        assert_eq!(found["nodes"], best.nodes);
        assert_eq!(found["best"], rules.start().move_text(best.best.unwrap()));
    }
}

#[test]
fn a_network_that_fits_evaluates_and_any_other_is_refused() {
    let mut desk = desk();
    // Rules that the networks of the program are not for.
    let options = json!({"castling": "on"});
    let place = json!({"variant": "nacht-schach", "options": options});
    let search = json!({"search": {"position": place, "nodes": 2_000}});
    let by_terms = ok(&mut desk, search.clone());
    let asked = json!({"networks": {"id": "nacht-schach", "options": options}});
    assert_eq!(ok(&mut desk, asked.clone()), json!(["nacht-schach"]));
    let give = |desk: &mut Desk, file: &[u8]| -> Value {
        let question = json!({"network": {"id": "nacht-schach", "options": options}}).to_string();
        serde_json::from_str(&desk.answer(question.as_bytes(), file, &|_| {})).unwrap()
    };
    let rules = spielraum_testkit::game("nacht-schach", &[("castling", "on")]).rules().unwrap();
    let network = constant_network(&rules);
    let file = network.write().unwrap();
    for unfit in [&[][..], &file[..file.len() - 1], spielraum_catalogue::network("xiangqi").unwrap()] {
        assert_eq!(give(&mut desk, unfit)["refused"]["code"], "bad-network");
    }
    assert_eq!(ok(&mut desk, search.clone()), by_terms);
    assert_eq!(give(&mut desk, &file), json!({"ok": null}));
    assert_eq!(ok(&mut desk, asked), json!([]));
    let mut engine = Engine::new(&rules, EngineOptions { hash_mb: 32, threads: 1 }).unwrap();
    engine.set_network(Some(network.into())).unwrap();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let best = engine.search(&rules.start(), &limits, &Stop::new(), &mut |_| {});
    let found = ok(&mut desk, search);
    assert_eq!((&found["nodes"], &found["depth"]), (&json!(best.nodes), &json!(best.depth)));
    assert_ne!((&found["nodes"], &found["depth"]), (&by_terms["nodes"], &by_terms["depth"]));
    // A game whose network is in the program wants no file.
    assert_eq!(ok(&mut desk, json!({"networks": {"id": "chess"}})), json!([]));
}

/// A network by which every position is worth the same.
fn constant_network(rules: &Rules) -> Network {
    let (inputs, hidden) = (Inputs::new(rules).len(), HIDDEN_STEP);
    let parts = Parts {
        hidden,
        pieces: 20,
        rows: vec![0; inputs * hidden],
        values: vec![0; inputs],
        biases: vec![0; hidden],
        outputs: vec![0; 2 * hidden * BUCKETS],
        output_biases: vec![0; BUCKETS],
    };
    Network::new(rules, parts, "{}".into()).unwrap()
}

/// A game that is played, as a client keeps it.
struct Table {
    desk: Desk,
    game: Value,
    now: i64,
}

impl Table {
    fn begin(request: Value) -> Self {
        let mut desk = desk();
        let begin = json!({"begin": {"id": "g1", "name": "Ada", "now": 1000, "side": "white", "request": request}});
        let game = ok(&mut desk, begin);
        Self { desk, game, now: 1000 }
    }

    fn play(&mut self, word: Value) -> Value {
        let question = json!({"play": {"game": self.game, "now": self.now, "fresh": "g2", "word": word}});
        let played = ok(&mut self.desk, question);
        self.game = played["game"].clone();
        played
    }

    fn say(&mut self, word: Value) -> Value {
        self.play(json!({ "person": word }))
    }

    fn moves(&mut self, ply: u32, text: &str) -> Value {
        self.say(json!({"type": "move", "id": "a", "ply": ply, "text": text}))
    }
}

#[test]
fn a_game_at_one_screen_is_played_taken_back_resigned_and_begun_again() {
    let mut table = Table::begin(json!({"variant": "chess", "opponent": {"kind": "self"}, "side": "white"}));
    let first = table.play(Value::Null);
    assert_eq!((&first["messages"][0]["type"], &first["messages"][0]["game"]["you"]), (&json!("game"), &json!("both")));
    let moved = table.moves(0, "e2e4");
    assert_eq!(moved["messages"][0]["ply"], 1);
    assert_eq!(moved["messages"][1], json!({"type": "ack", "id": "a"}));
    assert_eq!(table.moves(0, "e7e5")["messages"][0]["code"], "stale");
    assert_eq!(table.moves(1, "e2e4")["messages"][0]["code"], "illegal-move");
    table.moves(1, "e7e5");
    let back = table.say(json!({"type": "offer", "id": "b", "what": "takeback"}));
    assert_eq!(back["messages"][0]["game"]["moves"], json!(["e2e4"]));
    let over = table.say(json!({"type": "resign", "id": "c"}));
    assert_eq!(over["messages"][0]["game"]["result"]["winner"], "white");
    let again = table.say(json!({"type": "offer", "id": "d", "what": "rematch"}));
    assert_eq!((&again["rematch"]["id"], &again["game"]["next"]), (&json!("g2"), &json!("g2")));
    assert_eq!(again["rematch"]["side"], "black");
    let text = ok(&mut table.desk, json!({"record": {"game": table.game, "link": "here", "now": 2000}}));
    let told = ok(&mut table.desk, json!({"import": {"text": text}}));
    assert_eq!((&told["variant"], &told["moves"]), (&json!("chess"), &json!(["e2e4"])));
}

#[test]
fn the_engine_answers_gives_up_and_loses_on_time() {
    let request = json!({"variant": "raumschach", "opponent": {"kind": "engine", "level": 1}, "side": "black",
        "clock": {"initial": 60, "increment": 0}});
    let mut table = Table::begin(request);
    assert_eq!(table.play(Value::Null)["thinks"], true);
    let found = ok(&mut table.desk, json!({"think": {"game": table.game, "now": table.now}}));
    let moved = table.play(json!({"engine": {"ply": 0, "found": found}}));
    assert_eq!((&moved["thinks"], &moved["messages"][0]["ply"]), (&json!(false), &json!(1)));
    assert_eq!(moved["falls"], 61_000);
    let reply = moved["messages"][0]["legal"]["others"][0]["text"].clone();
    let reply = match reply {
        Value::String(text) => text,
        _ => {
            let position = &moved["messages"][0]["position"]["fen"];
            let asked = json!({"position": {"variant": "raumschach", "fen": position}});
            ok(&mut table.desk, asked)["moves"][0]["text"].as_str().unwrap().to_owned()
        }
    };
    assert_eq!(table.moves(1, &reply)["thinks"], true);
    let mut late = Table { desk: desk(), game: table.game.clone(), now: 1000 + 61_000 };
    let fallen = late.play(Value::Null);
    assert_eq!(fallen["messages"][0]["game"]["result"]["reason"], "time");
    assert_eq!(fallen["messages"][0]["game"]["result"]["winner"], "black");
    let given_up = table.play(json!({"engine": {"ply": 2, "found": null}}));
    assert_eq!(given_up["messages"][0]["game"]["result"]["reason"], "resignation");
    assert_eq!(refused(&mut table.desk, json!({"think": {"game": table.game, "now": 0}})), "not-your-turn");
}

#[test]
fn what_cannot_be_played_here_is_refused() {
    let begin =
        |request: Value| json!({"begin": {"id": "g", "name": "A", "now": 0, "side": "white", "request": request}});
    let game = |opponent: Value| json!({"variant": "chess", "opponent": opponent, "side": "white"});
    for (question, code) in [
        (begin(game(json!({"kind": "friend"}))), "no-server"),
        (begin(game(json!({"kind": "engine", "level": 21}))), "bad-level"),
        (json!({"position": {"variant": "chess", "fen": "nonsense"}}), "bad-fen"),
        (json!({"variant": {"id": "chess", "options": {"x": "y"}}}), "bad-options"),
        (json!({"lines": {"variant": "chess", "cell": 64}}), "no-such-cell"),
        (json!("fly"), "bad-message"),
    ] {
        assert_eq!(refused(&mut desk(), question), code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_question_has_an_answer(
        bytes in prop::collection::vec(any::<u8>(), 0..200), file in prop::collection::vec(any::<u8>(), 0..200),
        log in "[a-z0-9@=+ ]{0,12}", at: i64,
    ) {
        let mut desk = desk();
        let network = desk.answer(br#"{"network": {"id": "minishogi"}}"#, &file, &|_| {});
        prop_assert!(network.contains("bad-network"));
        let answer: Value = serde_json::from_str(&desk.answer(&bytes, &file, &|_| {})).unwrap();
        prop_assert!(answer.get("refused").is_some());
        let kept = json!({"id": "g", "variant": "chess", "options": {}, "title": "", "start": log, "opponent": {"kind": "self"},
            "side": "white", "name": "", "clock": {"initial": 60, "increment": 0}, "created": at, "next": null,
            "log": [{"at": at, "by": "white", "what": {"move": log}}]});
        let question = json!({"play": {"game": kept, "now": at, "fresh": "", "word": null}});
        prop_assert!(asked(&mut desk, &question).get("refused").is_some());
    }
}
