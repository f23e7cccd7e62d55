//! The engine and programs that say what they should not, or go when they should stay.

use super::uci::Talk;
use spielraum_fuzzing::mutate::mutated;
use std::process::{Command, Stdio};

#[test]
fn numbers_beyond_all_use_are_cut_off() {
    let mut talk = Talk::start(&[]);
    let beyond = "18446744073709551616";
    for go in [
        "go wtime 100 btime 100 winc 18446744073709551615 binc 18446744073709551615",
        "go wtime 100 btime 100 movestogo 18446744073709551616",
        "go wtime 9223372036854775808 btime 1 movetime 10",
        "go wtime -18446744073709551616 btime -1",
        "go wtime 0 btime 0 winc 0 binc 0 movestogo 40",
        "go wtime 0 btime 0 movestogo 0",
        "go movetime -1",
        "go movetime 0",
        "go nodes 18446744073709551616 movetime 10",
        "go mate 18446744073709551616 movetime 10",
        "go depth 4294967296 nodes 200",
        "go movetime 10 movetime 20",
        "go wtime 60000 btime 60000 nodes 100",
    ] {
        assert_eq!(talk.best(go).len(), 4, "{go}");
    }
    for (go, why) in [
        ("go depth 0", "from 1"),
        ("go nodes 0", "from 1"),
        ("go nodes -1", "from 1"),
        ("go movestogo -1 depth 1", "whole number"),
        ("go winc depth 1", "needs a number"),
        ("go wtime btime 100", "needs a number"),
        ("go movetime 10ms", "whole number"),
        ("go mate --1", "whole number"),
    ] {
        assert_eq!(talk.faulty_go(go, why).len(), 4, "{go}");
    }
    talk.say("go perft ٣");
    assert!(talk.hear_until("Nodes searched: 1")[0].contains("whole number"));
    for option in ["Hash", "Threads", "MultiPV", "Skill Level", "Move Overhead"] {
        for value in [beyond, "-1", "", "1.5", "0x10"] {
            talk.refused(&format!("setoption name {option} value {value}"), "is not a number from");
        }
    }
    for m in ["a2a3", &format!("{beyond}a"), &"a2a3".repeat(10_000)] {
        talk.refused(&format!("position startpos moves e2e4 {m}"), "");
    }
    talk.refused(&format!("position fen 4k3/8/8/8/8/8/8/4K3 w - - {beyond} 1"), "");
    talk.refused(&format!("position fen {beyond} w - - 0 1"), "");
}

#[test]
fn every_go_has_one_answer_however_soon_it_is_stopped() {
    let mut talk = Talk::start(&[]);
    for game in ["chess", "raumschach"] {
        talk.tell(&format!("setoption name UCI_Variant value {game}"));
        for threads in [1, 3] {
            talk.tell(&format!("setoption name Threads value {threads}"));
            for _ in 0..25 {
                talk.say("go infinite\nstop\nstop");
                talk.hear_until("bestmove ");
                talk.tell("stop");
                talk.say("go ponder wtime 10 btime 10\nponderhit\nponderhit");
                talk.hear_until("bestmove ");
                // Whichever hit came too late was refused; there is no second answer.
                let after = talk.ask("stop");
                assert!(after.iter().all(|line| line.contains("`ponderhit` without")), "{after:?}");
            }
        }
    }
}

#[test]
fn a_search_ends_with_the_conversation() {
    for threads in [1, 4] {
        for last in ["quit", "position startpos moves e2e4\nquit", "stop\nquit", "go depth 3\nquit"] {
            let mut talk = Talk::start(&[]);
            talk.tell(&format!("setoption name Threads value {threads}"));
            talk.say("go infinite");
            talk.hear_until("info depth 2 ");
            talk.say(last);
            talk.end();
        }
        for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go movetime 50", "go perft 4"] {
            let mut talk = Talk::start(&[]);
            talk.tell(&format!("setoption name Threads value {threads}"));
            talk.say(go);
            let heard = talk.end();
            let answer = |line: &String| line.starts_with("bestmove ") || line.starts_with("Nodes searched: ");
            assert!(heard.last().is_some_and(answer), "{go}: {heard:?}");
        }
    }
    let mut talk = Talk::start(&[]);
    talk.say_bytes(b"go depth 2\nquit");
    assert!(talk.end().iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")));
}

#[test]
fn nobody_listening_is_no_reason_to_go_on() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may have ended before it reads this.
    let _ = std::io::Write::write_all(&mut input, b"go infinite\nisready\nisready\n");
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    drop(input);
}

#[test]
fn bytes_of_any_kind_are_lines() {
    let mut talk = Talk::start(&[]);
    // Ends of lines and spaces as others write them.
    talk.tell("position\tstartpos   moves e2e4\r");
    let fen = talk.fen();
    for bytes in
        [&b"\xff\n"[..], b"position startpos moves \xc3\x28\n", b"\0\0\0\n", b"isready\0\n", b"\xe2\x80\xaego\n"]
    {
        talk.say_bytes(bytes);
        talk.hear_until("info string error: ");
        assert_eq!(talk.fen(), fen);
    }
    for length in [1 << 20, (1 << 20) + 1, 1 << 25] {
        talk.say_bytes(&b"x".repeat(length));
        talk.say("");
        talk.hear_until("info string error: ");
        assert_eq!(talk.fen(), fen);
    }
}

#[test]
fn whatever_is_said_it_stays_ready() {
    let said = [
        "uci",
        "setoption name MultiPV value 2",
        "setoption name Skill Level value 3",
        "setoption name UCI_Variant value minishogi",
        "setoption name Clear Hash",
        "setoption name nacht-schach.castling value on",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2 moves g1f3",
        "go wtime 60 btime 60 winc 1 binc 1 movestogo 3",
        "go searchmoves e2e4 d2d4 depth 2 nodes 100",
        "go infinite",
        "go ponder movetime 3",
        "go perft 2",
        "ponderhit",
        "stop",
        "d",
        "ucinewgame",
    ];
    let mut talk = Talk::start(&[]);
    for number in 0..150 {
        for line in said {
            let mut bytes = mutated(line.as_bytes(), number);
            // A line is obeyed, then whatever it began is stopped.
            bytes.extend_from_slice(b"\nstop\n");
            talk.say_bytes(&bytes);
        }
        talk.say("isready");
        talk.hear_until("readyok");
    }
    // The last search may have just begun.
    talk.say("stop\nsetoption name UCI_Variant value chess\nisready");
    talk.hear_until("readyok");
    talk.end();
}

/// Where memory lacks, a table is refused, and the engine goes on with what it has.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_changes_nothing() {
    let limited = "ulimit -v 900000 && exec \"$0\" uci";
    let mut talk = Talk::with(Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_spielraum")]));
    let nodes = |talk: &mut Talk| -> u64 {
        talk.say("go depth 6");
        let heard = talk.hear_until("bestmove ");
        let last = heard.iter().rev().find_map(|line| line.split_once(" nodes "));
        last.and_then(|(_, rest)| rest.split(' ').next()?.parse().ok()).expect("it reports how many positions it saw")
    };
    talk.tell("setoption name Hash value 500");
    let first = nodes(&mut talk);
    for size in [8192, 600, 1_048_576] {
        talk.refused(
            &format!("setoption name Hash value {size}"),
            &format!("hash table of {size} MB; ask for a smaller"),
        );
    }
    // It remembers what it found before it was asked for more.
    assert!(nodes(&mut talk) < first);
    // There is no room for two tables: that of the last game is taken over.
    for game in ["crazyhouse", "raumschach"] {
        talk.tell(&format!("setoption name UCI_Variant value {game}"));
        assert_ne!(talk.best("go depth 2"), "(none)");
    }
    talk.tell("setoption name UCI_Variant value chess");
    assert_eq!(nodes(&mut talk), first, "another game's table is empty");
    talk.tell("setoption name Hash value 1");
    talk.tell("setoption name Hash value 550");
}
