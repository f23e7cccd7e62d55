//! Collections as files: read, solved, written, read again.

use spielraum_arcade::{Game, Source};
use spielraum_collections::{Entry, Format, Judgement, ReadError, read, write};
use spielraum_solve::{Checkpoint, Limits, Options, Watch, solve};

/// Problems as YACPDB and Olive write them: the first document of a file of Olive's is empty.
const OLIVE: &str = r##"algebraic: {}
options: []
stipulation: h#2
---
algebraic:
  white: [Kf6, Rg1]
  black: [Kh8]
authors: ["Somebody, A.", Nobody]
source: {name: The Journal, date: {year: 1965}}
stipulation: "#2"
keywords: [Zugzwangs]
---
# two keys
algebraic: {white: [Kf7, Qg1], black: [Kh8]}
stipulation: "#1"
solution: !!python/unicode 'as it was'
---
algebraic: {white: [Kg6, Rg1, Ra1], black: [Kh8]}
stipulation: "#2"
---
algebraic: {white: [Ka1], black: [Kh8]}
stipulation: "#1"
---
algebraic:
  white: [Kc7, Bf1, Bg1]
  black: [Ka8, Ph3]
stipulation: h#1
twins:
  b: Move h3 h4
intended-solutions: 1
---
algebraic: {white: [Kc6, Lb6], black: [Ka8]}
stipulation: h#1
---
algebraic: [what
---
- a list
"##;

fn judged(entries: &[Entry]) -> Vec<Vec<Judgement>> {
    let orthodox = Game::load(Source::Builtin("chess"), &[]).unwrap();
    let options = || Options { variations: 1000, memory: 1 << 20, ..Options::default() };
    let judge = |entry: &Entry| {
        let twins = entry.twins.iter().map(|twin| match twin {
            Err(unread) => Judgement::unread(unread, ""),
            Ok(twin) => match entry.set_up(twin, &orthodox, options()) {
                Err(unread) => Judgement::unread(&unread, &twin.twin),
                Ok(posed) => {
                    let watch = Watch::new(Limits::default());
                    let report = solve(&posed.problem, &watch, &mut Checkpoint::default(), &|_, _| ());
                    Judgement::of(entry, twin, &posed, &report)
                }
            },
        });
        twins.collect()
    };
    entries.iter().map(judge).collect()
}

#[test]
fn every_problem_gets_its_verdict() {
    let entries = read(OLIVE, Format::Olive).unwrap();
    let found = judged(&entries);
    let verdicts: Vec<(usize, &str, usize, usize)> = found
        .iter()
        .flatten()
        .map(|judgement| (judgement.line, judgement.verdict.as_str(), judgement.solutions, judgement.duals))
        .collect();
    let expected = [
        (5, "sound", 1, 0),
        (13, "cooked", 4, 0),
        (18, "short", 22, 0),
        (21, "no-solution", 0, 0),
        (24, "sound", 1, 0),
        (24, "no-solution", 0, 0),
        (32, "unread", 0, 0),
        (35, "unread", 0, 0),
        (37, "unread", 0, 0),
    ];
    assert_eq!(verdicts, expected, "{found:#?}");
    assert_eq!(entries[0].authors(), ["Somebody, A.", "Nobody"]);
    assert_eq!(entries[0].source().as_deref(), Some("The Journal, 1965"));
    assert_eq!(found[4][1].twin, "b");
    assert_eq!(found[6][0].text, "not read: this is no YAML: unclosed bracket '['");
    assert!(found[5][0].text.contains("`l`"), "{}", found[5][0].text);
}

#[test]
fn what_was_read_is_written_with_solutions() {
    let entries = read(OLIVE, Format::Olive).unwrap();
    let found = judged(&entries);
    let written = write(&entries, &found, Format::Olive, false).unwrap();
    let again = read(&written, Format::Olive).unwrap();
    assert_eq!(again.len(), 6, "{written}");
    assert!(written.contains("1.Kf6-f7 !  threat:"), "{written}");
    assert!(written.contains("solution: as it was"), "{written}");
    assert!(!write(&entries, &found, Format::Olive, true).unwrap().contains("as it was"));
    // `Zugzwangs` is among the keywords already.
    assert!(!written.contains("- Zugzwang\n"), "{written}");
    let strip = |found: Vec<Vec<Judgement>>| -> Vec<Judgement> {
        let same = |judgement: Judgement| Judgement { line: 0, seconds: 0.0, ..judgement };
        found.into_iter().flatten().map(same).filter(|judgement| judgement.verdict != "unread").collect()
    };
    let before = strip(found);
    assert_eq!(strip(judged(&again)), before);
    // The same as a table.
    let table = write(&entries, &judged(&entries), Format::Table, false).unwrap();
    assert_eq!(strip(judged(&read(&table, Format::Table).unwrap())), before, "{table}");
}

#[test]
fn problems_for_popeye_become_entries() {
    let text = "beginproblem\nauthor A. Composer\npieces white kc6 white royal sb3 black ka8 pa7\ncondition checkless\nstip h#2\n\
                option setplay duplex\nendproblem\nbeginproblem\nstip #2\nendproblem";
    let entries = read(text, Format::Popeye).unwrap();
    assert_eq!(entries.len(), 2);
    let written = write(&entries, &[Vec::new(), Vec::new()], Format::Olive, false).unwrap();
    let again = read(&written, Format::Olive).unwrap();
    let [one] = &again[..] else { panic!("{written}") };
    let (before, after) = (entries[0].twins[0].as_ref().unwrap(), one.twins[0].as_ref().unwrap());
    assert_eq!((&before.placement, &before.definition), (&after.placement, &after.definition), "{written}");
    assert_eq!((after.set_play, after.duplex), (true, true), "{written}");
    assert!(write(&entries, &[], Format::Popeye, false).is_err());
}

#[test]
fn a_table_names_its_columns() {
    let table = "stipulation,white,black,conditions,authors\n#1,Kf6 Qg1,Kh8,,\"One; Two\"\nh#1,\"Kc6, Bc7\",\"Ka8,Pa7,Pb7\",circe,\n";
    let entries = read(table, Format::Table).unwrap();
    assert_eq!(entries[0].authors(), ["One", "Two"]);
    assert_eq!(entries[1].line, 3);
    assert!(entries[1].twins[0].as_ref().unwrap().definition.is_some());
    let knights = read("fen,stipulation\n7k/8/5K2/8/8/8/8/6N1 w - - 0 1,#1\n", Format::Table).unwrap();
    assert_eq!(knights[0].twins[0].as_ref().unwrap().placement, "7k/8/5K2/8/8/8/8/6N1");
    for (text, error) in [
        ("fen,author\n8/8,x", ReadError::NoColumn("stipulation")),
        ("stipulation\n#1", ReadError::NoColumn("fen")),
        ("fen,stipulation\n", ReadError::Empty),
        ("", ReadError::NoColumn("stipulation")),
    ] {
        assert_eq!(read(text, Format::Table).unwrap_err(), error, "{text}");
    }
    assert_eq!(read("", Format::Olive).unwrap_err(), ReadError::Empty);
}

#[test]
fn no_text_is_too_strange() {
    use spielraum_testkit::rand::Rng;
    let random = &mut spielraum_testkit::random(7);
    let parts: Vec<&str> = OLIVE.split_inclusive([' ', '\n', ',', ':', '[']).collect();
    let odd = ["---\n", "&a [*a]", "!!", "\u{feff}", "\"", "|\n", "99", "{NRY}", "endproblem", "é", "\t", "? ", "<<: "];
    let mut unread = 0;
    for _ in 0..1500 {
        let text: String = (0..random.random_range(0..60))
            .map(|_| match random.random_range(0..5) {
                0 => odd[random.random_range(0..odd.len())],
                _ => parts[random.random_range(0..parts.len())],
            })
            .collect();
        for format in [Format::Olive, Format::Table, Format::Popeye] {
            let Ok(entries) = read(&text, format) else { continue };
            let lines = text.lines().count();
            for entry in &entries {
                assert!((1..=lines.max(1)).contains(&entry.line), "line {} of {lines}: {text}", entry.line);
                unread += entry.twins.iter().filter(|twin| twin.is_err()).count();
            }
            let found: Vec<Vec<Judgement>> = vec![Vec::new(); entries.len()];
            let written = write(&entries, &found, Format::Olive, true).unwrap();
            if !written.is_empty() {
                read(&written, Format::Olive).unwrap();
            }
        }
    }
    assert!(unread > 100);
}

#[test]
fn a_document_that_grows_without_end_is_refused() {
    let mut text = String::from("a: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let before = level - 1;
        let ten = vec![format!("*a{before}"); 10].join(", ");
        text += &format!("b{level}: &a{level} [{ten}]\n");
    }
    let entries = read(&text, Format::Olive).unwrap();
    assert!(entries[0].twins[0].as_ref().unwrap_err().what.contains("no YAML"));
    let deep = format!("a: {}", "[".repeat(100_000));
    assert!(read(&deep, Format::Olive).unwrap()[0].twins[0].is_err());
}

#[test]
fn diagrams_that_no_game_leads_to_are_named() {
    let text = r##"---
algebraic: {white: [Ka1, Pb2], black: [Ka3]}
stipulation: h#1
---
algebraic: {white: [Ka1, Pb2], black: [Kc4]}
stipulation: h#1
---
algebraic: {white: [Ka1, Gb2], black: [Ka3]}
stipulation: h#1
---
algebraic: {white: [Pa3], black: []}
stipulation: "~1"
options: [NoWK, NoBK]
"##;
    let judged = judged(&read(text, Format::Olive).unwrap());
    let notes: Vec<&[String]> = judged.iter().flatten().map(|judgement| judgement.notes.as_slice()).collect();
    assert_eq!(judged[3][0].verdict, "sound");
    assert_eq!(notes, [&["the diagram is illegal: there is no last move".to_owned()][..], &[], &[], &[]]);
}
