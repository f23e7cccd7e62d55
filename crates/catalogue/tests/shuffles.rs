//! Shuffled starts and castling onto the rook (G16): Scharnagl's numbers, and what Fairy-Stockfish (pyffish 0.0.90) says of
//! single positions.

use spielraum_catalogue::{Source, load};
use spielraum_rules::{Position, Rules};
use spielraum_testkit::game;

fn rules(id: &str, number: &str) -> Rules {
    Rules::compile(game(id, &[("start", number)]).spec().clone()).unwrap()
}

#[test]
fn a_number_says_the_order() {
    let rank = |number: &str| game("fischerandom", &[("start", number)]).spec().start_fen()[35..43].to_owned();
    let known = [("0", "BBQNNRKR"), ("1", "BQNBNRKR"), ("518", "RNBQKBNR"), ("534", "RNBKQBNR"), ("959", "RKRNNQBB")];
    for (number, wanted) in known {
        assert_eq!(rank(number), wanted, "{number}");
    }
    let all: std::collections::HashSet<String> = (0..960).map(|number| rank(&number.to_string())).collect();
    assert_eq!(all.len(), 960);
    assert_eq!(game("fischerandom", &[]).spec().start_fen(), game("chess", &[]).spec().start_fen());
}

#[test]
fn castling_is_written_with_the_rook() {
    let rules = rules("fischerandom", "0");
    // The king stands on g1, the rooks on f1 and h1.
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(rules.start().fen(), start);
    assert_eq!(Position::from_fen(&rules, &start.replace("KQkq", "HFhf")).unwrap().fen(), start, "by files");
    let texts = |fen: &str| {
        let position = Position::from_fen(&rules, fen).unwrap();
        let moves = position.legal_moves().into_iter().map(|m| position.move_text(m));
        let mut texts: Vec<String> = moves.filter(|text| text.starts_with("g1")).collect();
        texts.sort();
        texts
    };
    // The rook that castles to the left passes the king; the other one finds f1 taken.
    assert_eq!(texts("6k1/8/8/8/8/8/8/5RKR w KQ - 0 1"), ["g1f1", "g1f2", "g1g2", "g1h2"]);
    assert_eq!(texts(&start.replace("PPPPPPPP", "PPPPPP2")), ["g1g2", "g1h2"]);
    let mut position = Position::from_fen(&rules, "6k1/8/8/8/8/8/8/B4RKR w Q - 0 1").unwrap();
    let m = position.parse_move("g1f1").unwrap();
    position.make(m);
    assert_eq!(position.fen(), "6k1/8/8/8/8/8/8/B1KR3R b - - 1 1");
}

#[test]
fn what_is_wrong_is_said() {
    let fault = |words: &str| {
        let text =
            format!("based-on \"chess\"\noption \"n\" from=0 to=959 default=0\nregion \"home\" ranks=1\n{words}\n");
        let report = load(Source::Text { name: "small", text: &text }, &[]).err();
        report.unwrap_or_else(|| panic!("{words} has no fault")).to_string()
    };
    for (words, wanted) in [
        ("shuffle \"home\" { opposite \"B\" }", "a shuffle needs an option whose choices are numbers"),
        ("shuffle \"home\" by=\"n\" { opposite \"B\" }", "the shuffle does not say where `R` goes"),
        ("shuffle \"home\" by=\"n\" { opposite \"X\" }", "the piece `X` is not known"),
        (
            "shuffle \"home\" by=\"n\" { anywhere \"B\" \"Q\" \"N\"; in-order \"R\" \"K\" \"R\" }",
            "there are 1680 orders, and `n` has 960",
        ),
        ("shuffle \"home\" by=\"n\" { in-order \"P\" }", "the shuffle has no such piece left"),
        ("set n=960", "the option `n` is a number from 0 to 959"),
        ("option \"m\" from=3 to=3 default=3", "needs the least and the greatest one"),
        ("castling \"K\" king=\"R-g1\" rook=\"R-f1\"", "White has 2 `R` at the start"),
        ("castling \"K\" king=\"K-g1\" rook=\"Q-f1\"", "no `Q` of White stands beside the king to castle with"),
    ] {
        let found = fault(words);
        assert!(found.contains(wanted), "{words}: {found}");
    }
}
