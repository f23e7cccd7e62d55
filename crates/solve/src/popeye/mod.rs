//! Reading problems as they are written for Popeye (T. Maeder and others), in English, German or French. Pieces and conditions that the
//! definition language can say become a game of their own; everything else is named with its line.

mod board;
mod definition;
mod draft;
mod problem;
mod reader;
mod words;

use board::Habit;
pub use problem::{PopeyeError, PopeyeProblem};
use reader::Reader;
use words::{Found, Language, Word};

/// A longer text is no collection of problems.
const MOST_BYTES: usize = 16 << 20;

/// Reads all problems of a text; one that can't be read is an error among them.
pub fn read_popeye(text: &str) -> Vec<Result<PopeyeProblem, PopeyeError>> {
    if text.len() > MOST_BYTES {
        return vec![Err(PopeyeError { line: 1, what: "the text is too long".into() })];
    }
    Reader::new(text).problems()
}

/// Whether an English word begins an option: what other collections keep beside the conditions.
pub fn is_popeye_option(word: &str) -> bool {
    !matches!(Language::English.find("option", word), Found::None)
}

/// Whether an English word would end a problem, or begin another one.
pub fn ends_popeye_problem(word: &str) -> bool {
    ["begin", "next", "end"].iter().any(|kind| !matches!(Language::English.find(kind, word), Found::None))
}

/// The English letters of the piece that has this symbol in a game that [`read_popeye`] has made, with its properties before
/// them: `royal N`. `None` for a piece of another game.
pub fn popeye_piece(symbol: &str) -> Option<String> {
    let plain = |symbol: &str| Word::of_symbol(symbol).map(|word| word.name().to_ascii_uppercase());
    let with = |tail: &str, properties: &str| {
        symbol.strip_suffix(tail).and_then(plain).map(|letters| format!("{properties} {letters}"))
    };
    plain(symbol)
        .or_else(|| with("Y", "royal"))
        .or_else(|| with("X", "kamikaze"))
        .or_else(|| with("Z", "royal kamikaze"))
        .or_else(|| Habit::ALL.into_iter().find_map(|habit| with(habit.tail(), habit.name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_read_in_three_languages() {
        let texts = [
            "BeginProblem\nforsyth 8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4\nstip h#3\nEndProblem",
            "anfangproblem\nautor A. B.\nford h#3\nsteine weiss kc3 tf5 lh6 bb5e5f4 schwarz kg4 dd1 tb4g2 la2a3 bc4c5d3e3f3h3h4h5\nopti satz\nendeproblem",
            "debutprobleme\npieces blanc rc3 tf5 fh6 pb5e5f4 noir rg4 dd1 tb4g2 fa2a3 pc4c5d3e3f3h3h4h5\nenonce h#3\nfinprobleme",
        ];
        for text in texts {
            let read = read_popeye(text);
            assert_eq!(read_popeye(&format!("\u{feff}{text}")), read);
            let problem = read[0].as_ref().unwrap();
            assert_eq!(problem.placement, "8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4", "{text}");
            assert_eq!(problem.stipulation, "h#3");
        }
    }

    #[test]
    fn what_is_not_understood_is_said_and_the_next_problem_read() {
        let text = "beginproblem\ncondition supercirce\nstip #2\nnextproblem\npieces white kc6 qa1 black ka8\nstip #1\nopti try enpassant d2d3d4\nendproblem";
        let read = read_popeye(text);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].as_ref().unwrap_err().line, 2);
        let problem = read[1].as_ref().unwrap();
        assert_eq!((problem.refutations, problem.en_passant.as_deref()), (1, Some("d3")));
    }

    fn placements(text: &str) -> Vec<(String, String)> {
        let problems = read_popeye(text).into_iter().map(|read| read.unwrap_or_else(|error| panic!("{error}")));
        problems.map(|problem| (problem.twin, problem.placement)).collect()
    }

    #[test]
    fn twins_change_the_diagram_or_what_the_twin_before_has_left() {
        let base = "beginproblem\npieces white ka1 rb1 black kh8\nstip #2\n";
        let twins = [
            ("move b1 c1", "7k/8/8/8/8/8/8/K1R5"),
            ("exchange b1 h8", "7R/8/8/8/8/8/8/Kk6"),
            ("rotate 90", "k7/8/8/8/8/8/7R/7K"),
            ("rotate 180", "6RK/8/8/8/8/8/8/k7"),
            ("rotate 270", "K7/R7/8/8/8/8/8/7k"),
            ("mirror a1<-->h1", "k7/8/8/8/8/8/8/6RK"),
            ("mirror a1<-->a8", "KR6/8/8/8/8/8/8/7k"),
            ("mirror a8<-->h1", "7k/8/8/8/8/8/R7/K7"),
            ("mirror a1<-->h8", "7K/7R/8/8/8/8/8/k7"),
            ("polish", "7K/8/8/8/8/8/8/kr6"),
            ("remove b1 add black qb2", "7k/8/8/8/8/8/1q6/K7"),
            ("substitute r b", "7k/8/8/8/8/8/8/KB6"),
        ];
        for (twin, placement) in twins {
            let read = placements(&format!("{base}twin {twin}\nendproblem"));
            let expected = [("a", "7k/8/8/8/8/8/8/KR6"), ("b", placement)];
            assert_eq!(read, expected.map(|(twin, placement)| (twin.to_owned(), placement.to_owned())), "{twin}");
        }
        let read = placements(&format!("{base}zero move b1 b2\ntwin cont move b2 b3\ntwin move b1 c1\nendproblem"));
        let ranks: Vec<&str> = read.iter().map(|(_, placement)| placement.as_str()).collect();
        assert_eq!(ranks, ["7k/8/8/8/8/8/1R6/K7", "7k/8/8/8/8/1R6/8/K7", "7k/8/8/8/8/8/8/K1R5"]);
        assert_eq!(read[2].0, "c");
        let shifted = placements("begin\npieces white ka1\nstip #1\ntwin shift a1 c2\nendproblem");
        assert_eq!(shifted[1].1, "8/8/8/8/8/8/2K5/8");
    }

    #[test]
    fn fairy_pieces_and_conditions_are_a_game_of_their_own() {
        let text = "anfangproblem\nsteine weiss kc3 gd1 weiss koeniglich na2 weiss kamikaze te1 schwarz kg4\nbedi loch h1h2\nford h#3\nendeproblem";
        let problem = read_popeye(text).remove(0).unwrap();
        assert_eq!(problem.placement, "8/8/8/8/6k1/2K5/{NRY}6/3G{RX}2");
        let rules = spielraum_testkit::rules_of(problem.definition.as_deref().unwrap_or_default());
        assert_eq!(rules.board().cells().count(), 62);
        let norsk = read_popeye("begin\npieces white kc3 gd1 black kg4\ncond norsk\nstip h#2\nend").remove(0).unwrap();
        assert!(norsk.notes[0].contains("en passant"), "{:?}", norsk.notes);
        spielraum_testkit::rules_of(norsk.definition.as_deref().unwrap_or_default());
        let clash = "begin\npieces white kc3 black kg4\ncond norsk einstein\nstip h#2\nend";
        assert!(read_popeye(clash)[0].as_ref().unwrap_err().what.contains("can't be combined"));
    }

    #[test]
    fn all_that_is_not_understood_is_named() {
        let text =
            "begin\npieces white kc3 neutral ra1\nblack kg4 roh8\ncond supercirce\nopti quodlibet\nstip h#2\nend";
        let error = read_popeye(text)[0].as_ref().unwrap_err().to_string();
        for word in [
            "line 2: neutral",
            "line 3: the piece or property `ro`",
            "line 4: the condition `supercirce`",
            "line 5: the option",
        ] {
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn no_text_is_too_strange() {
        use spielraum_testkit::rand::Rng;
        let random = &mut spielraum_testkit::random(3);
        let words = [
            "begin",
            "anfangproblem",
            "pieces",
            "white",
            "ka1",
            "k\u{e9}",
            "stip",
            "#2",
            "forsyth",
            "99/q",
            "option",
            "enpass",
            "9",
            "twin",
            "rotate",
            "remove",
            "neutral",
            "royal",
            "cond",
            "hole",
            "promonly",
            ".gga1",
            "end",
            "\n",
        ];
        for _ in 0..2000 {
            let text: Vec<&str> =
                (0..random.random_range(0..20)).map(|_| words[random.random_range(0..words.len())]).collect();
            for problem in read_popeye(&text.join(" ")) {
                assert!(problem.map_or_else(|error| error.line > 0, |problem| problem.placement.contains('/')));
            }
        }
    }
}
