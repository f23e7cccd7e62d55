//! Variants of Fairy-Stockfish as definitions: what is carried over plays alike, and what is not is named.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_imports::{Imported, variants_ini};
use spielraum_rules::{Color, Counter, Position};

fn one(text: &str) -> Imported {
    let mut variants = variants_ini(text, None).variants;
    variants.pop().unwrap_or_else(|| panic!("no section in {text}"))
}

fn said(imported: &Imported) -> Vec<String> {
    let line = |line: Option<usize>| line.map_or("inherited".to_owned(), |line| line.to_string());
    imported.lost.iter().map(|lost| format!("{}: {}: {}", line(lost.line), lost.key_and_value(), lost.reason)).collect()
}

/// How many sequences of 1, 2, 3 ... plies a variant has.
fn perft(imported: &Imported, depth: u32) -> Result<Vec<u64>, String> {
    let text = imported.text.as_deref().ok_or("nothing came of it")?;
    let game = load(Source::Text { name: &imported.name, text }, &[]).map_err(|report| report.to_string())?;
    let start = game.rules().map_err(|report| report.to_string())?.start();
    Ok((1..=depth).map(|depth| start.perft(depth)).collect())
}

#[test]
fn what_is_carried_over_has_the_perft_of_fairy_stockfish() {
    let text: String = include_str!("cases.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    let (mut ini, mut cases, mut wrong) = (String::new(), 0, Vec::new());
    for line in text.lines() {
        let Some(counts) = line.strip_prefix("=>") else {
            ini += &format!("{line}\n");
            continue;
        };
        let imported = one(&std::mem::take(&mut ini));
        let theirs: Vec<u64> = counts.split_whitespace().filter_map(|count| count.parse().ok()).collect();
        assert!(theirs.len() >= 2, "{}", imported.name);
        let ours = perft(&imported, theirs.len() as u32);
        if ours.as_ref() != Ok(&theirs) || !imported.lost.is_empty() {
            wrong.push(format!("{}: {theirs:?}, ours {ours:?}, lost {:?}", imported.name, said(&imported)));
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases >= 48, "{cases}");
}

/// The counts that Fairy-Stockfish has made in games that are known here, made again in imported ones.
#[test]
fn moves_are_counted_as_fairy_stockfish_counts_them() {
    let mut counted = 0;
    for line in include_str!("../../../tests/cases/counting.txt").lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, moves, theirs, end] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let imported = one(match game {
            "makruk" => "[it:makruk]\n",
            "cambodian" => "[it:makruk]\ncountingRule = cambodian\n",
            "asean" => "[it:asean]\n",
            _ => panic!("{game}"),
        });
        assert_eq!(said(&imported), [""; 0]);
        let text = imported.text.as_deref().unwrap();
        let game = load(Source::Text { name: "it", text }, &[]).unwrap_or_else(|report| panic!("{text}{report}"));
        let rules = game.rules().unwrap();
        let mut position = Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for text in moves.split(' ') {
            let m = position.parse_move(text).unwrap_or_else(|error| panic!("{line}: {text}: {error}"));
            position.make(m);
        }
        // What it writes is read as what it means.
        let read = Position::from_fen(&rules, theirs).unwrap_or_else(|error| panic!("{theirs}: {error}"));
        let left =
            |position: &Position| Color::BOTH.map(|side| position.counter(Counter::Countdown, side)).iter().sum::<u8>();
        assert_eq!(left(&position), left(&read), "{line}: {}", position.fen());
        assert_eq!(position.outcome().is_some(), end == "draw", "{line}");
        counted += usize::from(left(&read) > 0);
    }
    assert!(counted >= 30, "{counted}");
}

#[test]
fn what_is_not_carried_over_is_named_with_its_line() {
    let walls = one(
        "[walls]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mK\nstartFen = 2p/3/P2 w - - 0 1\nwallingRule = edge\nwallOrMove = true\n",
    );
    assert_eq!(
        said(&walls),
        [
            "6: wallingRule = edge: walls that depend on the move before them are not known",
            "7: wallOrMove = true: it belongs to `wallingRule`",
        ]
    );
    // The definition says so, too.
    let text = walls.text.unwrap();
    assert!(text.starts_with("// Not carried over: wallingRule = edge: walls that depend on"), "{text}");
    let typo = one(
        "[typo:chess]\nflagPeice = k\ncheckCounting = yes\nstalemateValue = lost\ncustomPiece1 = x:mWjR\nstartFen = 4k3/8/8/8/8/8/8/3XK3 w - - 0 1\n",
    );
    assert_eq!(
        said(&typo),
        [
            "2: flagPeice = k: Fairy-Stockfish has no such key; did you mean `flagPiece`?",
            "3: checkCounting = yes: `true` or `false` is needed here",
            "4: stalemateValue = lost: one of win, loss, draw, none is needed here",
            "5: customPiece1 = mWjR: at letter 3: `j`, a jump over the first cell, can't be read; say the moves in the block, as in `leap \"(2,0)\"`",
        ]
    );
    let early = one("[early:chess]\npromotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n");
    assert_eq!(said(&early), [""; 0]);
    assert!(early.text.unwrap().contains(" en-passant=#false"));
    let crowns = one(
        "[crowns:chess]\nking = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\npromotedPieceType = q:k\n",
    );
    assert_eq!(
        said(&crowns),
        ["6: promotedPieceType = q:k: a promotion that makes a further royal may leave the others attacked, here"]
    );
    let orphan = one("[orphan:nobody-knows]\n");
    assert!(orphan.text.is_none());
    assert!(said(&orphan)[0].starts_with("1: orphan = nobody-knows: the variant that it is based on"), "{orphan:?}");
    let wrong = one("[wrong:chess]\nstartFen = 8/8/8 w - - 0 1\n");
    assert_eq!(said(&wrong), ["2: startFen = 8/8/8 w - - 0 1: the position has 3 ranks, the board 8"]);
}

#[test]
fn lines_that_are_none_are_reported_and_the_rest_is_read() {
    let imports = variants_ini("key = 1\n# comment\n[a:chess\nnonsense\n[b:chess]\n", None);
    let lines: Vec<usize> = imports.faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 3, 4]);
    assert_eq!(imports.variants.len(), 1);
    assert!(imports.variants[0].lost.is_empty());
}

#[test]
fn a_section_may_be_based_on_an_earlier_one() {
    let text = "# https://example.org/first\n[first:chess]\ncheckCounting = true\n\n[second:first]\nflagPiece = k\nflagRegion = e4\n";
    let imports = variants_ini(text, None);
    let texts: Vec<&str> = imports.variants.iter().filter_map(|one| one.text.as_deref()).collect();
    assert!(texts[0].contains("source \"https://example.org/first\"") && !texts[1].contains("source"));
    assert!(texts.iter().all(|text| text.contains("check-count 3")), "{texts:?}");
    assert!(texts[1].contains("region \"goal\"") && !texts[0].contains("goal"), "{texts:?}");
    let only = variants_ini(text, Some("second"));
    assert_eq!(only.variants.len(), 1);
    assert_eq!(only.variants[0].text.as_deref(), Some(texts[1]));
}

#[test]
fn everything_built_in_becomes_a_sound_definition() {
    let built_in = include_str!("../data/builtin.ini");
    for imported in variants_ini(built_in, None).variants {
        // What is faulty lacks something that has been named before.
        let said = said(&imported);
        let faulty = said.iter().filter(|line| line.contains("faulty")).count();
        assert!(faulty == 0 || said.len() > faulty, "{}: {said:?}", imported.name);
    }
}

/// Whatever a file says, reading it ends, and what comes of it is a definition or a list of reasons.
#[test]
fn nonsense_is_refused_in_words() {
    for text in [
        "[x:chess]\nmaxRank = 0\nmaxFile = 99\n",
        "[x:x]\n",
        "[x:chess]\nstartFen =\n",
        "[x:chess]\nstartFen = +/8/8/8/8/8/8/999999999999 w\n",
        "[x:chess]\ncastlingRank = 99\ncastlingKingsideFile = 1\ncastlingQueensideFile = z\n",
        "[x:chess]\ncustomPiece1 = é:W\npromotedPieceType = p:p\npromotionLimit = q:-5\n",
        "[x:chess]\nflagRegion = é1 zz9\nnFoldRule = 1\nnMoveRule = -3\n",
        "[x:chess]\npawnTypes = xyz\nqueen = \"\n",
    ] {
        for imported in variants_ini(text, None).variants {
            assert!(imported.text.is_some() || !imported.lost.is_empty(), "{text}");
        }
    }
}
