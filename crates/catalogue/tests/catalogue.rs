//! Every game of the catalogue loads with every choice of its options, compiles and explains itself.

use spielraum_catalogue::{Compile, Source, aliases, contains, families, family, ids, load, perft_table};
use spielraum_language::Listing;
use spielraum_testkit::game;

#[test]
fn every_choice_of_options_loads_and_compiles() {
    for id in ids() {
        let plain = game(id, &[]);
        plain.rules().unwrap_or_else(|report| panic!("{id}\n{report}"));
        for option in plain.options().iter().filter(|option| !option.fixed) {
            for value in option.samples().iter().filter(|value| **value != option.default) {
                let chosen = game(id, &[(&option.name, value)]);
                chosen.rules().unwrap_or_else(|report| panic!("{id} {}={value}\n{report}", option.name));
            }
        }
    }
}

#[test]
fn every_game_says_what_it_is() {
    for id in ids() {
        let game = game(id, &[]);
        let listing = Listing::of(&game);
        assert!(listing.summary.is_some_and(|summary| summary.len() < 120), "{id} needs a short summary");
        assert!(listing.inventor.is_some(), "{id} needs an inventor");
        assert_ne!(listing.title, id, "{id} needs a title");
        let explained = game.explain();
        for piece in &game.spec().pieces {
            assert!(
                explained.contains(&format!("- {} {}", piece.symbol, piece.name.white)),
                "{id} does not explain {}",
                piece.symbol
            );
        }
        assert!(explained.lines().all(|line| line.chars().count() <= 100 || line.contains('/')), "{id} has long lines");
    }
}

#[test]
fn every_family_has_its_games_side_by_side() {
    let mut seen: Vec<&str> = ids().map(|id| family(id).unwrap()).collect();
    seen.dedup();
    assert_eq!(seen, families().map(|(folder, _)| folder).collect::<Vec<_>>());
    // The inventors' games that this project began with come first.
    assert_eq!(seen[..3], ["nichtschach", "stock", "nacht-schach"]);
    assert_eq!((family("chess"), family("no-such-game"), family("lib/chess-pieces")), (Some("chess"), None, None));
    assert!(families().all(|(folder, title)| !title.is_empty() && title != folder));
}

#[test]
fn other_names_lead_to_the_games() {
    assert!(aliases().count() >= 2);
    for (alias, id) in aliases() {
        assert!(!contains(alias) && contains(id), "{alias}");
        assert_eq!(game(alias, &[]).id(), id);
        let based = format!("based-on \"{alias}\"");
        let based = load(Source::Text { name: "based", text: &based }, &[]).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(based.spec().start_fen(), game(id, &[]).spec().start_fen());
    }
}

#[test]
fn boards_have_the_known_sizes() {
    for (id, board, cells) in [
        ("chess", "8x8", 64),
        ("nacht-schach", "8x7", 56),
        ("stereo-chess", "8x8x5", 128),
        ("raumschach", "5x5x5", 125),
        ("nichtschach", "6x6x6", 216),
        ("stockgi", "7x9x7", 441),
        ("stock-taijitu", "7x10x7", 490),
        ("minixiangqi", "7x7", 49),
    ] {
        let listing = Listing::of(&game(id, &[]));
        assert_eq!((listing.board.as_str(), listing.cells), (board, cells), "{id}");
    }
}

#[test]
fn options_change_what_they_say() {
    assert!(game("nacht-schach", &[]).spec().castlings.is_empty());
    let castling = game("nacht-schach-reverse", &[("castling", "on")]);
    let rights: String = castling.spec().castlings.iter().map(|castling| castling.right).collect();
    assert_eq!(rights, "KQkq");
    let start = castling.spec().start_fen();
    assert!(start.contains(" w KQkq "), "{start}");
    assert_eq!(game("nacht-schach", &[("move-count", "on")]).spec().goals.move_count(), Some(100));
}

#[test]
fn armies_name_the_pieces_of_their_side() {
    let mixed = game("flipped-return", &[("white", "baer-crossover"), ("black", "general")]);
    let names = |letter: char| {
        let piece = mixed.spec().pieces.iter().find(|piece| piece.symbol.letters == letter).unwrap();
        (piece.name.white.as_str(), piece.name.black.as_str())
    };
    assert_eq!(names('Q'), ("Columbine", "Queen"));
    assert_eq!(names('T'), ("Panda", "Sungeneral"));
    assert_eq!(names('V'), ("Bunthorne", "Seageneral"));
    // The generals have the unions that the text defines, not the numbers it prints (F5).
    let general = game("generalnichtschach", &[]);
    let leaps = |letter: char| {
        let piece = general.spec().pieces.iter().find(|piece| piece.symbol.letters == letter).unwrap();
        let mut offsets: Vec<_> = piece
            .moves
            .white
            .iter()
            .flat_map(|part| match &part.pattern {
                spielraum_rules::spec::Pattern::Leap(steps) => steps.offsets.clone(),
                _ => Vec::new(),
            })
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets.len()
    };
    assert_eq!(['T', 'L', 'K', 'E', 'H', 'V'].map(leaps), [14, 17, 22, 13, 18, 21]);
}

#[test]
fn unknown_games_and_settings_are_answered() {
    let report = load(Source::Builtin("ches"), &[]).unwrap_err();
    assert_eq!(report.to_string(), "there is no game `ches` (did you mean `chess`?)");
    let report = load(Source::Builtin("nacht-schach"), &[("castlin".into(), "on".into())]).unwrap_err();
    assert_eq!(report.to_string(), "the game has no option `castlin` to choose (did you mean `castling`?)");
    let report = load(Source::Builtin("flipped-return"), &[("white".into(), "elephant".into())]).unwrap_err();
    assert_eq!(report.to_string(), "the option `white` can't be `elephant` (did you mean `elefant`?)");
    // A game of one army leaves no choice.
    assert!(load(Source::Builtin("elefantnichtschach"), &[("white".into(), "general".into())]).is_err());
}

#[test]
fn perft_tables_can_be_read() {
    for id in ids() {
        let Some(table) = perft_table(id) else { continue };
        for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (position, counts) = line.split_once(" => ").unwrap_or_else(|| panic!("{id}: {line}"));
            assert!(
                !position.is_empty() && counts.split(' ').all(|count| count.parse::<u64>().is_ok()),
                "{id}: {line}"
            );
        }
    }
    assert!(perft_table("chess").is_some());
}
