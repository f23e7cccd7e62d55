//! `solve`: the object for other programs, the text for people, and going on where a search was interrupted.

use super::spielraum;
use serde_json::json;

const HELPMATE: &str = "8/8/8/8/8/1K6/8/k6R";
const TWO_MOVER: &str = "3k4/8/3K4/8/8/8/8/7R";

#[test]
fn solve_gives_one_object() {
    let run = spielraum(&["solve", "chess", "#2", "--fen", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "--json"]).well();
    let lines = run.json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["first_moves"], json!(["f6f7"]));
    assert_eq!(lines[0]["solutions"].as_array().unwrap().len(), 1);
    assert_eq!(lines[0]["complete"], json!(true));
}

#[test]
fn solve_tells_keys_as_journals_do() {
    let run = spielraum(&["solve", "chess", "#1", "--fen", TWO_MOVER]).well();
    assert!(run.stdout.contains("1.Rh1-h8#!"), "{}", run.stdout);
    assert!(run.stdout.contains("one solution; everything was searched"), "{}", run.stdout);
}

#[test]
fn solve_says_when_it_did_not_search_everything_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("work").display().to_string();
    let fen = "8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4";
    let asked = ["solve", "chess", "h#3", "--fen", fen, "--json", "--resume", &file];
    let whole = spielraum(&asked[..6]).well().json()[0].clone();
    let stopped = spielraum(&[&asked[..], &["--nodes", "100000"]].concat()).well().json()[0].clone();
    assert!(stopped["complete"].is_string(), "{stopped}");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("\"second\""), "parts of a first move are kept: {kept}");
    let done = spielraum(&asked).well().json()[0].clone();
    assert_eq!(done["complete"], json!(true));
    assert_eq!(done["solutions"], whole["solutions"]);
    let again = spielraum(&asked).well().json()[0].clone();
    assert_eq!(again["solutions"], whole["solutions"]);
    assert_eq!(again["nodes"], json!(0), "nothing is searched twice");
    let other = spielraum(&["solve", "chess", "#1", "--fen", TWO_MOVER, "--resume", &file]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("does not belong to this problem"), "{}", other.stderr);
}

#[test]
fn solve_says_what_is_wrong() {
    for (stipulation, fen, word) in
        [("2", HELPMATE, "goal"), ("#0", HELPMATE, "length"), ("#2", "8/8", "ranks"), ("a=>b2", HELPMATE, "reached")]
    {
        let run = spielraum(&["solve", "chess", stipulation, "--fen", fen]);
        assert_eq!(run.code, 2, "{stipulation}");
        assert!(run.stderr.contains(word), "{stipulation}: {}", run.stderr);
    }
}

#[test]
fn solve_reads_what_was_written_for_popeye() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.inp");
    let text = "beginproblem\npieces white kd6 rh1 black kd8\nstip #1\nnextproblem\ncondition vogtlander\nstip #1\nendproblem\n";
    std::fs::write(&file, text).unwrap();
    let run = spielraum(&["solve", "--popeye", &file.display().to_string()]);
    assert_eq!(run.code, 1, "one of the two is not understood");
    assert!(run.stdout.contains("1.Rh1-h8#!"), "{}", run.stdout);
    assert!(run.stderr.contains("line 5"), "{}", run.stderr);
}

/// The positions and the numbers of solutions that the program finds for a text in Popeye's language.
fn popeye(text: &str) -> Vec<(String, usize)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.inp");
    std::fs::write(&file, text).unwrap();
    let run = spielraum(&["solve", "--popeye", &file.display().to_string(), "--json"]).well();
    let found = |solved: &serde_json::Value| {
        let asked = format!("{} {}", solved["stipulation"].as_str().unwrap(), solved["fen"].as_str().unwrap());
        (asked, solved["solutions"].as_array().unwrap().len())
    };
    run.json().iter().map(found).collect()
}

#[test]
fn white_to_play_leaves_out_a_half_move_as_in_popeye() {
    let pieces = "pieces white kd3 qe7 rf8 black kc1 rh1 ph6";
    let text = format!("beginproblem\n{pieces}\nstip h#2\noption whitetoplay\nendproblem\n");
    let asked = "h#1.5 5R2/4Q3/7p/8/8/3K4/8/2k4r w - - 0 1".to_owned();
    let found = popeye(&text);
    assert_eq!(found[0].0, asked);
    assert_eq!(found, popeye(&format!("beginproblem\n{pieces}\nstip h#1.5\nendproblem\n")));
    let german = "anfangproblem\nsteine weiss kd3 de7 tf8 schwarz kc1 th1 bh6\nford h#2\nopt weissb\nendeproblem\n";
    assert_eq!(found, popeye(german));
}

#[test]
fn conditions_change_the_game() {
    let fen = "8/4K3/1pRPB3/4k3/3p1b2/2p2Pp1/4N3/1r6";
    let run = spielraum(&["solve", "chess", "#2", "--fen", fen, "--condition", "einstein", "--json"]).well();
    assert_eq!(run.json()[0]["first_moves"], json!(["c6c4"]));
    for (conditions, word) in
        [(&["norsk", "einstein"][..], "both about `double-step"), (&["nork"], "the conditions are")]
    {
        let mut asked = vec!["solve", "chess", "#2", "--fen", fen];
        asked.extend(conditions.iter().flat_map(|condition| ["--condition", condition]));
        let run = spielraum(&asked);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(word), "{}", run.stderr);
    }
}

#[test]
fn a_side_may_be_without_a_king() {
    // Popeye has the same ten keys.
    let fen = "8/4Q3/8/8/8/8/R7/2k5";
    let run = spielraum(&["solve", "chess", "#2", "--fen", fen, "--json"]).well();
    assert_eq!(run.json()[0]["solutions"].as_array().unwrap().len(), 10);
    assert!(run.stderr.contains("white has no royal piece"), "{}", run.stderr);
    let text = "beginproblem\npieces white qe7 ra2 black kc1\nstip #2\noption nowk\nendproblem\n";
    assert_eq!(popeye(text), [(format!("#2 {fen} w - - 0 1"), 10)]);
}

/// Linux says which signals a program handles, so that the test need not wait for a time.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_search_and_reports() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let child = Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .args(["solve", "chess", "h#9", "--fen", start, "--json", "--memory", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = child.id().to_string();
    let handles = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&caught, 16).unwrap() & 1 << (2 - 1) != 0
    };
    while !handles() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let solved: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(solved["complete"], json!("it was interrupted"));
}

#[test]
fn diagrams_are_printed_as_journals_do() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, latex] = ["problem.svg", "problem.tex"].map(|name| folder.path().join(name).display().to_string());
    let asked = ["solve", "chess", "#1", "--fen", TWO_MOVER, "--svg", &svg, "--latex", &latex];
    spielraum(&asked).well();
    let [drawn, written] = [&svg, &latex].map(|path| std::fs::read_to_string(path).unwrap());
    assert!(drawn.contains(">#1, White to move</text>") && drawn.contains(">(2 + 1)</text>"), "{drawn}");
    assert!(!drawn.contains("Rh1-h8") && !written.contains("Rh1-h8"));
    let more = ["--author", "A. <B.>", "--source", "The Journal", "--solution"];
    spielraum(&[&asked[..], &more].concat()).well();
    let [drawn, written] = [&svg, &latex].map(|path| std::fs::read_to_string(path).unwrap());
    for text in [">A. &lt;B.&gt;</text>", ">The Journal</text>", ">    1.Rh1-h8#!</text>"] {
        assert!(drawn.contains(text), "{text}: {drawn}");
    }
    assert!(
        written.contains(r"\textbf{A. \textless{}B.\textgreater{}}") && written.contains("1.Rh1-h8#!"),
        "{written}"
    );

    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/stereo-chess-quiet.kdl");
    spielraum(&["solve", "--problem", kept, "--svg", &svg, "--solution"]).well();
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for text in [">Spielraum</text>", ">A knight goes up</text>", ">    1.Nh3-Af3!"] {
        assert!(drawn.contains(text), "{text}: {drawn}");
    }
    assert_eq!(spielraum(&["solve", "--problem", kept, kept, "--svg", &svg]).code, 2);
    assert_eq!(spielraum(&["solve", "chess", "#1", "--fen", TWO_MOVER, "--author", "A. B."]).code, 2);
}

#[test]
fn retro_finds_last_moves_and_solve_goes_by_them() {
    let smullyan = ["retro", "chess", "--fen", "k1K5/8/8/8/8/8/7P/6B1", "--moves", "2"];
    let run = spielraum(&smullyan).well();
    assert!(run.stdout.contains("Ka7xNa8") && run.stdout.contains("one last move is possible"), "{}", run.stdout);
    let object = spielraum(&[&smullyan[..], &["--json"]].concat()).well().json()[0].clone();
    assert_eq!(object["last"][0]["move"], json!("a7a8"));
    assert_eq!(object["earlier"][0][0]["before"], json!("2K5/k7/1N6/8/8/8/7P/6B1 w - - 0 1"));
    assert_eq!((&object["complete"], &object["illegal"]), (&json!(true), &json!([])));
    let run = spielraum(&["retro", "chess", "--fen", "8/8/8/8/8/k7/1P6/K7 b"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("illegal: there is no last move"), "{}", run.stdout);
    assert_eq!(spielraum(&["retro", "chess", "--fen", "8/8"]).code, 2);

    // No pawn can have moved last, so Black can't castle.
    let lost = ["solve", "chess", "#2", "--fen", "r3k3/p1p5/8/5K2/8/8/8/Q7", "--json"];
    assert_eq!(spielraum(&lost).well().json()[0]["first_moves"], json!([]));
    let run = spielraum(&[&lost[..], &["--retro"]].concat()).well();
    assert_eq!(run.json()[0]["first_moves"], json!(["f5e6"]));
    assert!(run.stderr.contains("castling `q` is not possible"), "{}", run.stderr);
    // The pawn came from d7: from d6 it would have given check.
    let passed = ["solve", "chess", "ep:1", "--fen", "kN6/pR6/2N1B3/2PpK3/8/8/8/8", "--json"];
    assert_eq!(spielraum(&passed).well().json()[0]["first_moves"], json!([]));
    let run = spielraum(&[&passed[..], &["--retro"]].concat()).well();
    assert_eq!(run.json()[0]["first_moves"], json!(["c5d6"]));
    assert!(run.stderr.contains("en passant on d6 is possible"), "{}", run.stderr);
}
