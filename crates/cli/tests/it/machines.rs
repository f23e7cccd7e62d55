//! What other programs rely on: `legal`, `perft`, `games --json`.

use super::{spielraum, spielraum_with_input};
use serde_json::json;

const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

#[test]
fn legal_gives_the_start_position_without_a_fen() {
    let run = spielraum(&["legal", "chess"]).well();
    let lines = run.json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(lines[0]["result"], json!(null));
    assert_eq!(lines[0]["reason"], json!(null));
    let moves: Vec<&str> = lines[0]["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    assert!(moves.contains(&"e2e4") && moves.contains(&"g1f3"));
}

#[test]
fn legal_writes_san_beside_each_move() {
    let fen = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
    let line = &spielraum(&["legal", "chess", "--san", "--fen", fen]).well().json()[0];
    let texts = |name: &str| -> Vec<String> {
        line[name].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let both: Vec<(String, String)> = texts("moves").into_iter().zip(texts("san")).collect();
    assert_eq!(texts("moves").len(), texts("san").len());
    for (text, san) in [("a7a8=Q", "a8=Q+"), ("e1g1", "O-O"), ("e1c1", "O-O-O"), ("h1h8", "Rh8+"), ("a1d1", "Rd1")] {
        assert!(both.contains(&(text.to_owned(), san.to_owned())), "{both:?}");
    }
    assert!(spielraum(&["legal", "chess"]).well().json()[0].get("san").is_none());
}

#[test]
fn legal_tells_the_result() {
    let line = &spielraum(&["legal", "chess", "--fen", MATE]).well().json()[0];
    assert_eq!(line["moves"], json!([]));
    assert_eq!(line["result"], "black");
    assert_eq!(line["reason"], "checkmate");
}

#[test]
fn legal_answers_every_line_and_goes_on() {
    let input = format!("{MATE}\nno position\n\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\r\n{MATE}");
    let lines = spielraum_with_input(&["legal", "chess", "--stdin"], &input).well().json();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["result"], "black");
    assert!(lines[1]["error"].is_string());
    assert!(lines[2]["error"].is_string());
    assert!(lines[3]["moves"].as_array().unwrap().contains(&json!("e1c1")));
    assert_eq!(lines[4], lines[0]);
}

#[test]
fn every_command_reads_what_other_programs_write() {
    for (game, theirs, ours) in [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[-] b - 2", "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 2"),
        ("shogi", "\u{feff}sfen 4k4/9/9/9/9/9/9/9/4K4 b G2p 1", "4k4/9/9/9/9/9/9/9/4K4[Gpp] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/Qn_b_KQkq_-_0_1", "4k3/8/8/8/8/8/8/4K3[Qn] b - - 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w A - 0 1 +2+0", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/4E4/H2K5 w 0 1", "4k4/9/9/9/9/9/9/9/4B4/N2K5 w - - 0 1"),
    ] {
        let legal = spielraum(&["legal", game, "--fen", theirs]).well().json();
        assert_eq!(legal[0]["fen"], ours, "{theirs}");
        for command in [&["show", game][..], &["perft", game, "--depth", "1"], &["draw", game]] {
            let answer = |fen| spielraum(&[command, &["--fen", fen]].concat()).well().stdout;
            assert_eq!(answer(theirs), answer(ours), "{command:?} {theirs}");
        }
        let lines = |fen| {
            let lines = spielraum(&["analyse", game, "--depth", "1", "--json", "--fen", fen]).well().json();
            lines.iter().map(|line| (line["score"].clone(), line["moves"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(lines(theirs), lines(ours), "{theirs}");
        let solved = spielraum(&["solve", game, "#1", "--fen", theirs, "--json"]).well().json();
        assert_eq!(solved[0]["fen"], ours, "{theirs}");
    }
}

#[test]
fn what_is_left_out_of_a_position_is_said() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1";
    for command in
        [&["legal", "chess"][..], &["show", "chess"], &["perft", "chess", "--depth", "1"], &["solve", "chess", "#1"]]
    {
        let run = spielraum(&[command, &["--fen", fen]].concat()).well();
        assert_eq!(run.stderr.matches("warning: ").count(), 2, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("the en passant field was left out: "), "{}", run.stderr);
    }
    let input = format!("\u{feff}{fen}\n\u{feff}4k3/8/8/8/8/8/8/4K3\n");
    let lines = spielraum_with_input(&["legal", "chess", "--stdin"], &input).well().json();
    assert_eq!(lines[0]["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(lines[0]["left_out"].as_array().map(Vec::len), Some(2));
    assert_eq!((&lines[1]["fen"], &lines[1]["left_out"]), (&json!("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), &json!(null)));
}

#[test]
fn legal_with_a_bad_fen_fails() {
    let run = spielraum(&["legal", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(run.code, 2);
    let error = run.json()[0]["error"].as_str().unwrap().to_owned();
    assert!(run.stderr.contains(&error), "people see the same: {}", run.stderr);
}

#[test]
fn settings_change_the_rules() {
    let fen = "r1b1k2r/pppppppp/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 1";
    let moves = |settings: &[&str]| {
        let run = spielraum(&[&["legal", "nacht-schach", "--fen", fen], settings].concat());
        run.stdout.contains("e1g1")
    };
    assert!(moves(&["--set", "castling=on"]));
    assert!(moves(&["--set", "castling=yes"]));
    assert!(!moves(&[]));
}

#[test]
fn perft_counts() {
    let run = spielraum(&["perft", "chess", "--depth", "3"]).well();
    assert_eq!(run.stdout, "nodes 8902\n");
    assert!(run.stderr.contains("nodes/s"));
    assert_eq!(spielraum(&["perft", "chess", "--depth", "0"]).well().stdout, "nodes 1\n");
    assert_eq!(spielraum(&["perft", "chess", "--depth", "4", "--threads", "3"]).well().stdout, "nodes 197281\n");
    assert_eq!(spielraum(&["perft", "chess", "--depth", "2", "--fen", MATE]).well().stdout, "nodes 0\n");
}

#[test]
fn perft_divides() {
    let args = ["perft", "chess", "--depth", "4", "--divide", "--moves", "e2e4 e7e5"];
    let run = spielraum(&args).well();
    let lines: Vec<&str> = run.stdout.lines().collect();
    let (last, divided) = lines.split_last().unwrap();
    assert_eq!(divided.len(), 29);
    assert!(divided.is_sorted());
    let sum: u64 = divided.iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(*last, format!("nodes {sum}"));
    let with_threads = spielraum(&[&args[..], &["--threads", "2"]].concat()).well();
    assert_eq!(with_threads.stdout, run.stdout);
}

#[test]
fn games_are_listed_for_machines() {
    let lines = spielraum(&["games", "--json"]).well().json();
    let chess = lines.iter().find(|line| line["id"] == "chess").expect("chess is there");
    assert_eq!(chess["size"], "8x8");
    assert_eq!(chess["cells"], 64);
    assert_eq!(chess["family"], "chess");
    let nacht = lines.iter().find(|line| line["id"] == "nacht-schach").expect("it is there");
    let names: Vec<&str> = nacht["options"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"castling") && names.contains(&"move-count"));
}
