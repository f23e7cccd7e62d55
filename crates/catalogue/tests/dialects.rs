//! Positions as other programs write them (docs/notation.md, "As others write positions"): each is read as what it means, and
//! whatever is read is written so that it is read again.

use spielraum_rules::{Position, Rules, Setup};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::{all_rules, position, random, random_game, rules};

/// Samples of other programs, and the same as we write it. Where the source is a program, it wrote the text itself.
const SAMPLES: &[(&str, &str, &str)] = &[
    // Empty hands and hands by cutechess, lichess' older ones as a ninth rank, counts as in SFEN.
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
    (
        "crazyhouse",
        "r2qk2r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK2R/PPn b KQkq - 3 12",
        "r2qk2r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK2R[PPn] b KQkq - 3 12",
    ),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N3Pbp] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NPPPbp] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P3n2] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PPPnn] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[10Pb] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPb] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/2P3p w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PPppp] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
    // Promoted pieces are marked in crazyhouse; in chess the mark says nothing.
    ("chess", "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"),
    // cutechess' shogi has no halfmove clock.
    (
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
    ),
    (
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL[-] b - 2",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 2",
    ),
    ("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w - 1", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"),
    ("minishogi", "2sgk/4p/5/P4/KGS2/BbRr w - 7", "2sgk/4p/5/P4/KGS2[RBrb] w - - 0 7"),
    ("minishogi", "2sgk/4p/5/P4/KGS2[BbRr] b - 7", "2sgk/4p/5/P4/KGS2[RBrb] b - - 0 7"),
    // SFEN calls who moves first Black, has hands as a field, and counts plies.
    (
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
    ),
    (
        "shogi",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL w - 2",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1",
    ),
    (
        "shogi",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L[Sgnpppb] b - - 0 62",
    ),
    ("shogi", "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P18p 3", "4k4/9/9/9/9/9/9/9/4K4[PPpppppppppppppppppp] w - - 0 2"),
    // Three-check: what is left, as by Fairy-Stockfish, or what was given, as by lichess and scid.
    (
        "3check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    ),
    ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 5 9 +2+1", "4k3/8/8/8/8/8/8/4K3 b - - 1+2 5 9"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 b - - +2+1 5 9", "4k3/8/8/8/8/8/8/4K3 b - - 1+2 5 9"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 5 9 1+2", "4k3/8/8/8/8/8/8/4K3 b - - 1+2 5 9"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 1+2 5 9", "4k3/8/8/8/8/8/8/4K3 b - - 1+2 5 9"),
    // Shredder-FEN and X-FEN.
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b Hk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kk - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    (
        "capablanca",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w JAja - 0 1",
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    ),
    // Xiangqi: E and H for the elephant and the horse, and no fields of chess.
    (
        "xiangqi",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ),
    (
        "xiangqi",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ),
    ("minixiangqi", "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR b 4 9", "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR b - - 4 9"),
    // Addresses, byte order marks, lines of UCI, spaces of all kinds, fields that are missing.
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R_b_Kq_-_4_20", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 4 20"),
    ("chess", "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("chess", "position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("chess", "  4k3/8/8/8/8/8/8/4K3\u{a0}b\t-  -\r\n", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("chess", "r3k3/8/8/8/8/8/8/4K3 b q", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 b 7 30", "4k3/8/8/8/8/8/8/4K3 b - - 7 30"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
    ("chess", "4k3/8/8/8/4Pp2/8/8/4K3 b e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"),
];

/// Texts that say something impossible, what is left of them, and how many things are left out.
const LEFT_OUT: &[(&str, &str, &str, usize)] = &[
    (
        "chess",
        "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w KQkq - 2 3",
        "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3",
        4,
    ),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
    // Chess960: a rook that castles from another file.
    ("chess", "1r2k3/8/8/8/8/8/8/4K1R1 w Gb - 0 1", "1r2k3/8/8/8/8/8/8/4K1R1 w - - 0 1", 2),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/4P3/8/8/4K2R b K d3 0 1", "4k3/8/8/8/4P3/8/8/4K2R b K - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w KQkq - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", 4),
];

/// Texts that are positions in nobody's notation.
const REFUSED: &[(&str, &str)] = &[
    ("chess", ""),
    ("chess", "fen"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 x"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w xyz - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0"),
    ("chess", "4k3/8/8/8/8/8/8/4K3/P w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4E3 w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/8 w KQkq - 0 1"),
    ("chess", "4k3/8/8/8/8/8/4R3/4K3 w kq - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[0P] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[99999999999P] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[3] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P]/P w - - 0 1"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - ++0+0 0 1"),
    ("shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1"),
    ("shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 1"),
    ("minixiangqi", "rchkecr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR b 4 9"),
];

#[test]
fn what_other_programs_write_is_read_as_they_mean_it() {
    for &(game, theirs, ours) in SAMPLES {
        let rules = rules(game);
        let (read, left_out) = Position::read(&rules, theirs).unwrap_or_else(|error| panic!("{theirs}: {error}"));
        assert_eq!(read.fen(), ours, "{theirs}");
        assert_eq!(left_out, [], "{theirs}");
        assert_eq!(position(&rules, ours).hash(), read.hash(), "{theirs}");
    }
}

#[test]
fn what_can_not_be_is_left_out_and_reported() {
    for &(game, text, left, count) in LEFT_OUT {
        let rules = rules(game);
        let (read, left_out) = Position::read(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&*read.fen(), left_out.len()), (left, count), "{text}");
        assert!(left_out.iter().all(|left_out| left_out.to_string().contains("was left out: ")));
        // A setup is judged as it is.
        assert!(Position::new(&rules, Setup::parse(text, rules.spec()).unwrap()).is_err(), "{text}");
    }
}

#[test]
fn what_nobody_writes_is_refused() {
    for &(game, text) in REFUSED {
        let read = Position::read(&rules(game), text);
        assert!(read.is_err(), "{text} is read as {}", read.map(|(position, _)| position.fen()).unwrap_or_default());
    }
}

/// A position written in one of the ways that say the same.
fn rewritten(random: &mut StdRng, rules: &Rules, fen: &str) -> String {
    let (placement, fields) = fen.split_once(' ').expect("there is a side");
    let theirs = |letter: char| {
        let alias = rules.spec().aliases.iter().find(|(_, ours)| *ours == letter.to_ascii_uppercase());
        let theirs = alias.and_then(|(theirs, _)| theirs.as_str().chars().next()).unwrap_or(letter);
        if letter.is_ascii_lowercase() { theirs.to_ascii_lowercase() } else { theirs }
    };
    let placement: String = placement.chars().map(theirs).collect();
    let (cells, hand) = match placement.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((cells, hand)) => (cells, Some(hand)),
        None => (&*placement, None),
    };
    let placement = match (hand, random.random_range(0..4)) {
        (Some(""), 0) => format!("{cells}[-]"),
        (Some(""), 1) => cells.to_owned(),
        (Some(hand), 0 | 1) => format!("{cells}/{hand}"),
        (Some(hand), 2) => format!("{cells}[{}]", counted(hand)),
        _ => placement,
    };
    match random.random_range(0..4) {
        0 => format!("\u{feff}{placement} {fields}"),
        1 => format!("{placement} {fields}").replace(' ', "_"),
        2 => format!("position fen {placement}\t{fields} "),
        _ => format!("{placement} {fields}"),
    }
}

/// A hand with numbers before its letters.
fn counted(hand: &str) -> String {
    let letters: Vec<char> = hand.chars().collect();
    let runs = letters.chunk_by(|a, b| a == b);
    let written = runs.map(|run| if run.len() > 1 { format!("{}{}", run.len(), run[0]) } else { run[0].to_string() });
    written.collect()
}

/// A text with a few changes of single letters.
fn changed(random: &mut StdRng, text: &str) -> String {
    const TELLING: &[char] = &[
        '-', '+', '/', '|', '[', ']', '0', '3', '9', ' ', '_', 'K', 'q', 'e', 'H', 'w', '~', '!', ':', '\u{feff}', 'ß',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.random_range(0..3) {
        let at = random.random_range(0..chars.len());
        let letter = TELLING[random.random_range(0..TELLING.len())];
        match random.random_range(0..3) {
            0 => chars.insert(at, letter),
            1 if chars.len() > 1 => drop(chars.remove(at)),
            _ => chars[at] = letter,
        }
    }
    chars.into_iter().collect()
}

#[test]
fn whatever_is_read_is_written_so_that_it_is_read_again() {
    let mut random = random(7);
    let mut read_changed = 0;
    for (id, rules) in all_rules() {
        for _ in 0..12 {
            let plies = random.random_range(0..60);
            let fen = random_game(&mut random, &rules, plies).fen();
            let theirs = rewritten(&mut random, &rules, &fen);
            let (read, left_out) =
                Position::read(&rules, &theirs).unwrap_or_else(|error| panic!("{id}: {theirs}: {error}"));
            assert_eq!((read.fen(), left_out.len()), (fen, 0), "{id}: {theirs}");
            for _ in 0..60 {
                let text = changed(&mut random, &theirs);
                let Ok((read, _)) = Position::read(&rules, &text) else { continue };
                let again = Position::read(&rules, &read.fen()).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
                assert_eq!((again.0.fen(), again.0.hash(), again.1), (read.fen(), read.hash(), vec![]), "{id}: {text}");
                read_changed += 1;
            }
        }
    }
    assert!(read_changed > 200, "only {read_changed} changed texts are positions");
}
