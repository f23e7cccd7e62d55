//! What is wrong is reported with its place, all of it at once.

use spielraum_catalogue::{Catalogue, Compile};
use spielraum_language::{Source, lint, load};

const BASE: &str = r#"
title "Test"
board files=8 ranks=8
piece "K" "King" royal=#true { step "radial" }
piece "R" "Rook" { slide "orthogonal" }
piece "P" "Pawn" { step "forward" }
start "k6r/8/8/8/8/8/8/K6R"
"#;

/// Loads a small game with `line` as its 8th line and compares what is wrong: `column: message (help)`.
fn check(line: &str, expect: &[&str]) {
    let text = format!("{BASE}{line}");
    let found = match load(Source::Text { name: "test", text: &text }, &Catalogue, &[]) {
        Ok(_) => Vec::new(),
        Err(report) => report.to_string().lines().map(|line| line.trim_start_matches("test:8:").to_owned()).collect(),
    };
    assert_eq!(found, expect, "{line}");
}

#[test]
fn sound_lines_have_no_faults() {
    for line in [
        "",
        "region \"camp\" ranks=\"1-3\"",
        "piece \"N\" \"Knight\" { leap \"(1,2)\" }",
        "piece \"N\" \"Knight\" { leap \"2forward+sideways\" }",
        "region \"r\" { without cells=\"a1\" }",
        "promotion \"P\" into=\"R\" ends-in=\"last-rank\"",
        "castling \"K\" king=\"a1-c1\" rook=\"h1-b1\"",
        "repetition \"ignored\"",
    ] {
        check(line, &[]);
    }
}

#[test]
fn lists_of_pieces_name_one_at_least() {
    let none = "at least one piece must be named here";
    check("promotion \"P\" into=\"\" ends-in=\"last-rank\"", &[&format!("20: {none}")]);
    check("hand order=\" \"", &[&format!("12: {none}")]);
    check("prison order=\"\"", &[&format!("14: {none}")]);
}

#[test]
fn what_sides_see() {
    check("sees \"everything\"", &[]);
    check("sees \"reach\"", &["6: the outcome `reach` is not known (did you mean `reached`?)"]);
}

#[test]
fn boards_of_points() {
    check("show \"points\" river=4 diagonals=\"last-rank\"", &[]);
    check("show \"points\" tiles=\"octagons\" large=\"K\" small=\"R\"", &[]);
    check("show \"points\" large=\"K R\" small=\"R\"", &["33: the piece `R` is large and small"]);
    check("show \"points\" small=\"Y\"", &["22: the piece `Y` is not known (known are `K`, `R`, `P`)"]);
    check("show \"points\" river=4 inscription=\"楚河 漢界\"", &[]);
    let help = "name its lower bank, as in `river=5`";
    check("show \"points\" inscription=\"楚\"", &[&format!("27: there is no river to write in ({help})")]);
    for text in ["", "楚河楚河楚河楚河"] {
        let fault = "35: the river has room for at least one character, and for one fewer than there are files";
        check(&format!("show \"points\" river=4 inscription=\"{text}\""), &[fault]);
    }
    check(
        "show \"points\" tiles=\"squares\"",
        &["21: the shape of tiles `squares` is not known (known are `octagons`)"],
    );
    check("show \"point\"", &["6: what cells are, `point` is not known (did you mean `points`?)"]);
    for river in ["river=0", "river=8"] {
        let fault = "21: the river flows between two ranks (give the lower one, as in `river=5`)";
        check(&format!("show \"points\" {river}"), &[fault]);
    }
    check(
        "show \"points\" diagonals=\"palace\"",
        &["26: the region `palace` is not known (known are `anywhere`, `first-rank`, `last-rank`)"],
    );
}

#[test]
fn names_of_sides() {
    check("sides \"red\" \"black\"", &[]);
    let help = "the side that moves first comes first, as in `sides \"red\" \"black\"`";
    check("sides \"red\" \"red\"", &[&format!("1: both sides have the same name ({help})")]);
    check(
        "sides \"rot\" \"black\"",
        &["7: the name of a side `rot` is not known (known are `white`, `black`, `red`, `blue`, `green`)"],
    );
}

#[test]
fn words() {
    check("bord files=8", &["1: the word `bord` is not known (did you mean `board`?)"]);
    check("piece \"N\" { lep \"(1,2)\" }", &["13: the word `lep` is not known (did you mean `leap`?)"]);
    check(
        "region \"x\" rank=1",
        &["12: `region` has no property of this name: `rank` is not known (did you mean `ranks`?)"],
    );
    check("piece \"N\" \"Bär €\" { lep \"(1,2)\" }", &["21: the word `lep` is not known (did you mean `leap`?)"]);
    check(
        "piece \"N\" \"Bär €\" { leap \"€ diagonal\" }",
        &[
            "27: before directions `€` is not known (known are `forward`, `backward`, `same-rank`, `upward`, `downward`, `same-level`, `leftward`, `rightward`, `same-file`, `same-cube`, `keeping`, `crossing`, `non-forward`)",
        ],
    );
    check("stalemate", &["1: `stalemate` needs a value behind it"]);
    check("title \"a\" \"b\"", &["1: `title` is given twice", "11: `title` takes one value"]);
    check("stalemate \"lost\"", &["11: the outcome `lost` is not known (did you mean `loss`?)"]);
    check("move-count #true", &["12: a text or a whole number is needed here"]);
    check("no-facing 1", &["11: a text is needed here (put it in quotation marks)"]);
}

#[test]
fn directions() {
    check(
        "movement \"x\" { step \"diagnal\" }",
        &["22: the direction `diagnal` is not known (did you mean `diagonal`?)"],
    );
    check(
        "movement \"x\" { step \"forwrd diagonal\" }",
        &["22: before directions `forwrd` is not known (did you mean `forward`?)"],
    );
    check("movement \"x\" { step \"forward backward orthogonal\" }", &["21: there are no such directions"]);
    check("movement \"x\" { step \"(1,2)\" }", &["21: a step goes to a neighbouring cell (farther goes a `leap`)"]);
    check(
        "movement \"x\" { leap \"keep-line\" }",
        &["21: a leap can't follow a turning line (use `slide` with a `distance`)"],
    );
    check(
        "movement \"x\" { leap \"(0,0)\" }",
        &["22: this is no leap (as in `(1,2)` or `(2,1,1)`, with numbers up to 31)"],
    );
    check("movement \"x\" { leap \"forward+backward\" }", &["22: `forward+backward` leads nowhere, or too far"]);
    check("movement \"x\" { leap \"32forward\" }", &["22: numbers before directions are 1 to 31"]);
    check("movement \"x\" { as \"x\" }", &["19: `x` takes its moves from itself"]);
    check(
        "piece \"N\" \"Knight\"",
        &[
            "1: the piece `N` has no moves on this board (say how it moves in its block, as in `{ slide \"orthogonal\" }`, or `immobile=#true` that it never does)",
        ],
    );
}

#[test]
fn places() {
    check("region \"x\" cells=\"a1-i9\"", &["19: the board has no cell `i9` (the board's cells are called a1 to h8)"]);
    check(
        "region \"x\" files=\"a-k\"",
        &["19: the file `a-k` is not known (known are `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`)"],
    );
    check("region \"x\" ranks=9", &["18: there is no such rank"]);
    check(
        "promotion \"P\" into=\"R\" ends-in=\"lst-rank\"",
        &["33: the region `lst-rank` is not known (did you mean `last-rank`?)"],
    );
    check(
        "castling \"K\" king=\"e1-g1\" rook=\"e4-f1\"",
        &[
            "1: no white royal piece stands on e1 at the start to castle",
            "1: no white piece stands on e4 at the start to castle with",
            "1: no black royal piece stands on e8 at the start to castle",
            "1: no black piece stands on e5 at the start to castle with",
        ],
    );
}

#[test]
fn castling_keeps_both_pieces() {
    check(
        "castling \"K\" king=\"a1-c1\" rook=\"h1-c1\"",
        &["32: the king and the rook can't both end on c1 (as in `king=\"e1-g1\" rook=\"h1-f1\"`)"],
    );
    check(
        "castling \"K\" king=\"a1-h1\" rook=\"h1-h1\"",
        &["32: the king and the rook can't both end on h1 (as in `king=\"e1-g1\" rook=\"h1-f1\"`)"],
    );
    check(
        "castling \"K\" king=\"a1-a1\" rook=\"h1-h1\"",
        &["19: a castling that leaves the king on a1 and the rook on h1 is no move"],
    );
    // What both lack is reported once, where it is missed first.
    check(
        "castling \"K\" king=\"e1-g1\" rook=\"h1-f1\"\ncastling \"Q\" king=\"e1-c1\" rook=\"h1-d1\"",
        &[
            "1: no white royal piece stands on e1 at the start to castle",
            "1: no black royal piece stands on e8 at the start to castle",
        ],
    );
    for sound in ["king=\"a1-h1\" rook=\"h1-a1\"", "king=\"a1-a1\" rook=\"h1-b1\"", "king=\"a1-g1\" rook=\"h1-h1\""] {
        check(&format!("castling \"K\" {sound}"), &[]);
    }
}

#[test]
fn values_behind_a_list_are_refused() {
    check(
        "promotion \"P\" into=\"R\" \"K\" ends-in=\"last-rank\"",
        &[
            "24: a value can't stand behind `into` (write `into=\"R K\"` if it belongs to that list, or move it before `into`)",
        ],
    );
    check(
        "double-step \"P\" along=\"forward\" \"R\" from=\"first-rank\"",
        &[
            "33: a value can't stand behind `along` (write `along=\"forward R\"` if it belongs to that list, or move it before `along`)",
        ],
    );
}

#[test]
fn pieces() {
    check(
        "promotion \"P\" into=\"R X\" ends-in=\"last-rank\"",
        &["23: the piece `X` is not known (known are `K`, `R`, `P`)"],
    );
    check(
        "promotion \"P\" into=\"R\" ends-in=\"last-rank\" enters=\"last-rank\"",
        &[
            "1: a promotion needs one region (say `ends-in`, `enters` (ends in it and comes from outside), `touches` (starts or ends in it) or `stands-in` (the promotion is a move of its own))",
        ],
    );
    check(
        "promotion \"P\" into=\"R\" stands-in=\"last-rank\" required=\"never\"",
        &["1: `required` is said of other moves: `stands-in` is a move of its own"],
    );
    check(
        "promotion \"P\" into=\"R\" ends-in=\"last-rank\" peaceful=#true",
        &["1: `last-anywhere` and `peaceful` need `stands-in`"],
    );
    check(
        "piece \"k\" { step \"radial\" }",
        &[
            "7: `k` can't stand for a piece (use one to three capital letters, with `+` before them or `~` behind them for a promoted form)",
        ],
    );
    check(
        "piece \"Q\" royal=#true { step \"radial\" }",
        &[
            "test:7:1: no royal piece `Q` stands here (a game has the royals with which it starts, since none comes or goes)",
        ],
    );
    check("hand order=\"R\" { drop \"P\" }", &["18: `P` is not in the `order` of the hand"]);
    check("hand order=\"R\"\nprison order=\"R\"", &["test:9:1: a game has a `hand` or a `prison`, not both"]);
}

#[test]
fn pieces_of_nobody() {
    let wall = "piece \"W\" \"Wall\" owner=\"nobody\"";
    check(wall, &[]);
    check(&format!("{wall} capturable=#true"), &[]);
    check("piece \"W\" owner=\"noone\"", &["17: the owner `noone` is not known (known are `nobody`, `sides`)"]);
    check(
        "piece \"Q\" capturable=#false { step \"radial\" }",
        &["22: `capturable` is said of pieces that belong to nobody (as in `owner=\"nobody\" capturable=#true`)"],
    );
    let stays = "(nobody moves it: it stands where the start position has it)";
    check(
        &format!("{wall} resets-clock=#true {{ step \"radial\" }}"),
        &[
            &format!("1: the piece `W` belongs to nobody and can't have moves {stays}"),
            &format!("1: the piece `W` belongs to nobody and can't have `resets-clock` {stays}"),
        ],
    );
    check(
        &format!("{wall}\npromotion \"P\" into=\"W\" ends-in=\"last-rank\""),
        &["test:9:21: the piece `W` belongs to nobody (this is about pieces of the sides)"],
    );
    for (row, told) in [
        ("!W6R", ""),
        ("W6R", "the piece `W` belongs to nobody (it is written `!W`)"),
        ("!R6R", "the piece `R` belongs to the sides (it is written `R`)"),
        ("!r6R", "`!r` is no piece"),
    ] {
        let text = format!("{}{wall}", BASE.replace("K6R", &format!("{row}/K7")).replace("k6r/8", "k6r"));
        let report = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).err();
        let report = report.map_or_else(String::new, |report| report.to_string());
        assert_eq!(report.trim_start_matches("test:7:7: "), told, "{row}");
    }
}

#[test]
fn syntax() {
    check("piece \"N\" {", &["11: missing closing brace (close this block with `}`)"]);
    check("}", &["1: this `}` closes nothing (take it out, or open the block with `{`)"]);
    check(
        "title \"x",
        &[
            "7: missing closing quotation mark (end it with the same quotation marks; a text of one line ends on its line)",
        ],
    );
    check("/* x */", &["1: comments of this kind are not read here (begin each line of a comment with `//`)"]);
    check("piece \"N\" royal=true", &["17: `true` is not a valid value (write `#true`)"]);
}

#[test]
fn inheritance() {
    check("based-on \"ches\"", &["10: the definition `ches` is not known (did you mean `chess`?)"]);
    check(
        "include \"lib/chess-pices\"",
        &["9: the definition `lib/chess-pices` is not known (did you mean `lib/chess-pieces`?)"],
    );
    check("when castling=#true { }", &["6: the option `castling` is not known"]);
    check("remove \"castling\"", &["8: there is nothing of this kind to remove"]);
    // A block that is not chosen is checked as well.
    check(
        "option \"o\" default=#false\nwhen o=#true { titel \"x\" }",
        &["test:9:16: the word `titel` is not known (did you mean `title`?)"],
    );
}

#[test]
fn all_faults_come_together_in_the_order_of_the_text() {
    let text = "board files=8 ranks=99\npiece \"R\" { slyde \"orthogonal\" }\nstalemate \"lost\"\n";
    let report = load(Source::Text { name: "test", text }, &Catalogue, &[]).unwrap_err();
    let places: Vec<_> =
        report.diagnostics().iter().filter_map(|fault| fault.place().map(|(_, line, column)| (line, column))).collect();
    assert_eq!(places, [(1, 21), (2, 13)]);
}

#[test]
fn positions_that_only_compiling_finds_are_placed() {
    let text = BASE.replace("k6r/8/8/8/8/8/8/K6R", "kR6/8/8/8/8/8/8/K6R");
    let game = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap();
    let report = game.rules().unwrap_err();
    assert_eq!(report.diagnostics()[0].place(), Some(("test", 7, 1)));
}

#[test]
fn a_game_that_is_over_before_the_first_move_is_refused() {
    let over = [
        ("k7/8/8/8/8/8/8/K7", "Draw: only the royals are left"),
        ("k7/1R6/1K6/8/8/8/8/7R b", "Draw: no legal move"),
        ("k6R/7R/8/8/8/8/8/K7 b", "White wins: checkmate"),
    ];
    for (start, why) in over {
        let text = BASE.replace("k6r/8/8/8/8/8/8/K6R", start);
        let game = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap();
        let report = game.playable().unwrap_err();
        assert_eq!(report.to_string(), format!("test:7:1: the game is over before the first move ({why})"));
    }
}

#[test]
fn characters_are_short() {
    let message =
        "a piece has one character, or White's and Black's, each of at most 2 letters (as in `character=\"帥 將\"`)";
    for text in ["", "abc", "a b c"] {
        let line = format!("piece \"N\" \"Knight\" character=\"{text}\" {{ step \"forward\" }}");
        check(&line, &[&format!("30: {message}")]);
    }
}

#[test]
fn words_of_others_are_answered() {
    check(
        "zone \"x\"",
        &[
            "1: the word `zone` is not known (as in `region \"zone\" ranks=\"6-8\"`; see \"Regions\" in the reference of the language)",
        ],
    );
    check("xyzzy", &["1: the word `xyzzy` is not known (see \"The words\" in the reference of the language)"]);
    check(
        "slide \"orthogonal\"",
        &["1: the word `slide` is not known (it stands in the block of a `piece` or `movement`)"],
    );
    check("piece \"N\" { in-check; }", &["13: the word `in-check` is not known (it stands in the block of `end`)"]);
    check(
        "board \"8x8\"",
        &["1: `board` is given twice", "7: `board` takes no values without a name (say `board files=8 ranks=8`)"],
    );
    check(
        "promotion \"P\" into=\"R,K\" ends-in=\"last-rank\"",
        &["21: `R,K` is no piece (spaces separate pieces, as in `R K`)"],
    );
    check(
        "promotion \"P\" into=\"R\" rank=8",
        &[
            "24: `promotion` has no property of this name: `rank` (as in `ends-in=\"last-rank\"`; a `region` names other cells)",
        ],
    );
    check(
        "piece \"N\" moves=\"L\" { leap \"(1,2)\" }",
        &[
            "11: `piece` has no property of this name: `moves` (moves stand in the block, as in `{ slide \"orthogonal\" }`, or in `betza`)",
        ],
    );
    check(
        "castling \"KQkq\"",
        &[
            "10: a castling right is one letter: a capital for White's, a small one for Black's (one line for each, as in `castling \"K\" king=\"e1-g1\" rook=\"h1-f1\"`; Black's are mirrored)",
        ],
    );
    for (wrong, help) in [("may-nt", "did you mean `may-not`?"), ("title", "known are `source`, `on`")] {
        let text = format!("based-on \"chess\"\nkeep \"{wrong}\"\n");
        let report = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap_err().to_string();
        assert!(report.starts_with(&format!("test:2:6: `keep` does not apply to `{wrong}`")), "{report}");
        assert!(report.contains(help), "{report}");
    }
    for (wrong, column, right) in [("\"castlng\"", 8, "castling"), ("\"piece\" \"KK\"", 16, "K")] {
        let text = format!("based-on \"chess\"\nremove {wrong}\n");
        let report = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap_err().to_string();
        let help = format!("(did you mean `{right}`?)");
        assert_eq!(report, format!("test:2:{column}: there is nothing of this kind to remove {help}"));
    }
}

#[test]
fn marks_of_word_processors_are_reported_once() {
    let help = "(write straight double marks, as in `title \"My game\"`, here and everywhere in the text)";
    check(
        "region \u{201c}camp\u{201d} ranks=\u{201e}1-3\u{201c} cells='a b'\npromotion \u{ab}P\u{bb} into=\"R\"",
        &[&format!("8: `\u{201c}camp\u{201d}` does not stand in quotation marks {help}")],
    );
    check("board files=8, ranks=8", &["13: no comma may follow a number (separate values by spaces, without commas)"]);
}

#[test]
fn betza_faults_point_at_the_letter() {
    check("piece \"N\" betza=\"FfW\"", &[]);
    check("movement \"n\" betza=\"N\"\npiece \"N\" { as \"n\" }", &[]);
    check(
        "piece \"N\" betza=\"mWxF\"",
        &["20: `x`, a move that another piece makes possible, can't be read (the language has no such moves)"],
    );
    check(
        "piece \"N\" betza=\"WimfnD\"",
        &[
            "19: a piece's first move is said elsewhere (say `double-step \"P\" along=\"forward\" from=\"pawn-rank\"`, or the moves in the block with `from`)",
        ],
    );
    check("piece \"N\" betza=\"\"", &["17: no moves are named here (as in `betza=\"FfW\"`)"]);
}

/// Loads a game with `line` as its 8th line and compares what is sound but surely not meant: `column: message`.
fn warn(line: &str, expect: &[&str]) {
    warn_of(BASE, line, expect);
}

fn warn_of(base: &str, line: &str, expect: &[&str]) {
    let text = format!("{base}{line}");
    let warnings = lint(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap_or_else(|r| panic!("{r}"));
    let shown = |(place, message): (Option<(&str, usize, usize)>, &str)| match place {
        Some((_, 8, column)) => format!("{column}: {message}"),
        Some((_, line, column)) => format!("{line}:{column}: {message}"),
        None => message.to_owned(),
    };
    let found: Vec<String> = warnings.iter().map(|one| shown((one.place(), one.message()))).collect();
    assert_eq!(found, expect, "{line}");
}

#[test]
fn lint_warns_of_what_is_surely_not_meant() {
    // The pawn of the small game is never met.
    let pawn = "6:1: the piece `P` never comes into the game";
    warn("", &[pawn]);
    warn("region \"camp\" ranks=\"1-3\"", &[pawn, "1: nothing uses the region `camp`"]);
    warn("region \"camp\" ranks=\"1-3\"\nend \"draw\" { pieces \"R\" in=\"enemy camp\" }", &[pawn]);
    warn("movement \"hops\" { leap \"(1,2)\" }", &[pawn, "1: nothing uses the movement `hops`"]);
    warn(
        "piece \"N\" \"Knight\" { step \"up\" \"forward\" }",
        &[pawn, "1: the piece `N` never comes into the game", "28: `up` leads nowhere on a flat board"],
    );
    warn(
        "hand order=\"P\" { drop \"P\" in=\"n\" }\nregion \"n\" { white cells=\"a1\" { without cells=\"a1\" }; black cells=\"a1\" }",
        &[],
    );
    warn(
        "hand order=\"P\"\npromotion \"P\" into=\"R\" ends-in=\"first-rank\"",
        &["9:1: `P` of White goes forward and is promoted on its own first rank"],
    );
    let plain = BASE.replace(" royal=#true", "");
    warn_of(&plain, "", &[pawn, "7:1: neither side can lose"]);
    warn_of(
        &plain,
        "end \"win\" for=\"white\" { pieces \"R\" in=\"last-rank\" }",
        &[pawn, "7:1: White can't lose, and Black can't win"],
    );
    warn_of(
        &plain,
        "end \"win\" for=\"white\" { pieces \"R\" in=\"last-rank\" }\nsides \"blue\" \"red\"",
        &[pawn, "7:1: Blue can't lose, and Red can't win"],
    );
    warn_of(
        &BASE.replace("royal=#true", "royal=#true stays-in=\"last-rank\""),
        "",
        &[
            pawn,
            "7:1: the royal on a1 stands outside of its region",
            "7:1: the royal on a8 stands outside of its region",
        ],
    );
}

#[test]
fn lint_has_no_warnings_for_the_catalogue() {
    for id in spielraum_catalogue::ids() {
        let found = lint(Source::Builtin(id), &Catalogue, &[]).unwrap_or_else(|report| panic!("{report}"));
        let warnings: Vec<&str> = found.iter().map(|one| one.message()).collect();
        assert!(warnings.is_empty(), "{id}: {warnings:?}");
    }
}

#[test]
fn rebirths_and_circumstances() {
    check("on \"capture\" { rebirth \"captured\" in=\"start\" same=\"shade\"; change-side; }", &[]);
    check("may-not \"move\" if=\"observed\" from=\"enemy\" with=\"alike\" spares-royals=#true", &[]);
    check("may-not \"move\" on=\"capture\" unless=\"ends-beside\" along=\"radial\" by=\"R\"", &[]);
    check("must \"longest\" for=\"black\"", &[]);
    check("may-not \"give-check\" unless=\"mate\"", &[]);
    check("may-not \"mate\" if=\"several\"", &[]);
    check("may-not \"capture\"", &[]);
    check(
        "on \"capture\" { rebirth \"captive\" in=\"start\" }",
        &["24: the outcome `captive` is not known (known are `captured`, `captor`)"],
    );
    check("on \"capture\" { rebirth \"captured\" }", &["16: `rebirth` needs `in` (as in `in=\"start\"`)"]);
    check(
        "on \"capture\" { rebirth \"captured\" in=\"capture\" same=\"file\" }",
        &["53: this place is one cell, so there is nothing to choose"],
    );
    check(
        "on \"move\" { rebirth \"captured\" in=\"start\" }",
        &["13: only captures let pieces be reborn: `rebirth` stands in a block of `on \"capture\"`"],
    );
    check(
        "may-not \"move\"",
        &[
            "1: `may-not \"move\"` needs one of `if` and `unless` (as in `may-not \"move\" if=\"observed\" from=\"enemy\" with=\"alike\"`)",
        ],
    );
    check(
        "may-not \"move\" if=\"seen\" from=\"enemy\"",
        &[
            "19: what may hold `seen` is not known (known are `observed`, `ends-observed`, `any-observed`, `target-observed`, `beside`, `ends-beside`)",
        ],
    );
    check(
        "may-not \"move\" if=\"beside\" from=\"enemy\" along=\"radial\"",
        &["33: `from` does not belong to `beside`"],
    );
    check("may-not \"give-check\" if=\"observed\"", &["25: `if` has a meaning only in `may-not \"move\"`"]);
}
