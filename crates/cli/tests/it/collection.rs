//! `collection`: verdicts, what is kept for the next run, the file that is written.

use super::spielraum;
use serde_json::json;

const COLLECTION: &str = r##"---
algebraic: {white: [Kf6, Rg1], black: [Kh8]}
authors: [Nobody]
stipulation: "#2"
---
algebraic: {white: [Kf7, Qg1], black: [Kh8]}
stipulation: "#1"
---
algebraic: {white: [Kc6], black: [Ka8, Xya7]}
stipulation: "#1"
"##;

#[test]
fn a_collection_is_judged_kept_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, done, to) = (path("in.olv"), path("done"), path("out.olv"));
    std::fs::write(&file, COLLECTION).unwrap();
    let run = spielraum(&["collection", &file, "--resume", &done, "--to", &to]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("3 problems: 1 sound, 1 cooked, 1 not read"), "{}", run.stdout);
    assert!(run.stdout.contains("cooked: 4 solutions, 1 intended"), "{}", run.stdout);
    let written = std::fs::read_to_string(&to).unwrap();
    assert!(written.contains("1.Kf6-f7 !  threat:") && written.contains("Xya7"), "{written}");
    // The second run knows them, and a line that was cut short does no harm.
    let kept = std::fs::read_to_string(&done).unwrap();
    assert_eq!(kept.lines().count(), 2);
    std::fs::write(&done, format!("{kept}{{\"key\":\"1")).unwrap();
    let again = spielraum(&["collection", &file, "--resume", &done, "--json"]).json();
    let verdicts: Vec<&serde_json::Value> = again.iter().map(|told| &told["verdict"]).collect();
    assert_eq!(verdicts, [&json!("sound"), &json!("cooked"), &json!("unread")]);
    assert_eq!(again[0]["authors"], json!(["Nobody"]));
    assert_eq!(std::fs::read_to_string(&done).unwrap(), kept);
    for text in ["not ours\n", "not ours, and without an end", "not\nours"] {
        std::fs::write(&done, text).unwrap();
        let foreign = spielraum(&["collection", &file, "--resume", &done]);
        assert_eq!(foreign.code, 2);
        assert!(foreign.stderr.contains("was not written by this command"), "{}", foreign.stderr);
        assert_eq!(std::fs::read_to_string(&done).unwrap(), text);
    }
    let itself = spielraum(&["collection", &file, "--to", &file]);
    assert!(itself.stderr.contains("is not written over"), "{}", itself.stderr);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), COLLECTION);
    let nothing = spielraum(&["collection", &file, "--to", &path("out.inp")]);
    assert!(nothing.stderr.contains("ends in .olv"), "{}", nothing.stderr);
}

#[test]
fn phases_are_laid_out_as_a_table() {
    let fen = "k7/p1Kp2r1/P2P4/5P1b/5N2/8/8/4RB2 w - - 0 1";
    let run = spielraum(&["solve", "chess", "#2", "--fen", fen, "--tries", "--table"]).well();
    let table: Vec<&str> = run.stdout.lines().skip_while(|line| !line.contains("refuted by")).take(4).collect();
    assert_eq!(table[0].split_whitespace().collect::<Vec<_>>(), ["threat", "1...Bh5-f3", "refuted", "by"]);
    assert_eq!(table[1].split_whitespace().collect::<Vec<_>>(), ["1.Re1-b1?", "Rb1-b8", "-", "Rg7-g8"]);
    assert_eq!(table[3].split_whitespace().collect::<Vec<_>>(), ["1.Bf1-g2?", "-", "Re1-e8/Bg2xf3", "Rg7xg2"]);
}
