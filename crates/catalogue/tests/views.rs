//! What a side sees (V1), and what does not go with it.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Color, Owner, View};
use spielraum_testkit::{game, play_random, position, random, rules};

#[test]
fn what_shows_hidden_pieces_is_refused() {
    let fault = |text: &str| {
        let definition = load(Source::Text { name: "test", text }, &[]).map_err(|report| report.to_string());
        definition.and_then(|game| game.rules().map_err(|errors| errors.to_string())).unwrap_err()
    };
    let royal = fault("based-on \"chess\"\nsees \"reached\"\n");
    assert!(royal.contains("royal=#false"), "{royal}");
    let turns = fault(
        "based-on \"chess\"\nsees \"reached\"\npiece \"K\" \"King\" royal=#false { as \"king\" }\nturn { move; move; }\nextinction \"King\" members=\"K\"\n",
    );
    assert!(turns.contains("turn is one move"), "{turns}");
}

#[test]
fn a_game_says_what_is_seen() {
    assert!(game("fogofwar", &[]).explain().contains("What a side sees"));
    assert!(!game("chess", &[]).explain().contains("What a side sees"));
}

#[test]
fn nothing_hidden_is_in_a_view() {
    let (rules, mut dice) = (rules("fogofwar"), random(3));
    let mut hidden = 0;
    for _ in 0..20 {
        let mut position = rules.start();
        while position.outcome().is_none() && position.ply() < 60 && play_random(&mut dice, &mut position).is_some() {
            for side in Color::BOTH {
                let view = position.seen_by(side);
                for cell in rules.board().cells() {
                    let (real, told) = (position.piece_at(cell), view.setup().placement[cell.index()]);
                    match view.sees(cell) {
                        true => assert_eq!(real, told),
                        false => {
                            assert!(told.is_none() && real.is_none_or(|(owner, _)| owner == Owner::from(!side)));
                            hidden += u32::from(real.is_some());
                        }
                    }
                }
                assert!(view.legal_moves().is_empty() || position.side_to_move() == side);
            }
        }
    }
    assert!(hidden > 1_000, "{hidden}");
}

fn view(fen: &str, side: Color) -> View {
    position(&rules("fogofwar"), fen).seen_by(side)
}

fn fen(fen: &str) -> String {
    view(fen, Color::White).fen()
}

#[test]
fn pawns_see_what_they_capture_and_not_what_blocks_them() {
    // Before a blocked pawn the cell stays hidden, and so does what stands diagonally from it unless it is an enemy.
    let blocked = fen("7k/8/8/8/3pp3/4P3/8/K7 w - - 7 1");
    assert_eq!(blocked, "????????/????????/????????/????????/???p????/????P???/2??????/K1?????? w - - 0 1");
    let free = fen("7k/8/8/8/8/4P3/8/K7 w - - 0 1");
    assert_eq!(free, "????????/????????/????????/????????/????1???/????P???/2??????/K1?????? w - - 0 1");
}

#[test]
fn en_passant_is_seen_by_the_side_that_can_capture() {
    let with = "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1";
    assert_eq!(fen(with), "????????/????????/???2???/???pP???/????????/????????/2??????/K1?????? w - d6 0 1");
    assert_eq!(
        fen("7k/8/8/3pP3/8/8/8/K7 w - - 0 1"),
        "????????/????????/????1???/????P???/????????/????????/2??????/K1?????? w - - 0 1"
    );
    // The other side's pawn is blocked by nothing, and does not know that it may be captured.
    assert_eq!(view(with, Color::Black).setup().en_passant, None);
}

#[test]
fn a_side_knows_its_own_rights_and_moves() {
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (white, black) = (view(position, Color::White), view(position, Color::Black));
    assert_eq!((&white.setup().castling[..], &black.setup().castling[..]), (&['K', 'Q'][..], &['k', 'q'][..]));
    assert!(!white.legal_moves().is_empty() && black.legal_moves().is_empty());
    let board = white.setup().placement.len();
    assert_eq!((board, white.fen().matches('?').count()), (64, white.hidden().len()));
    // The rooks see each other; the kings do not.
    assert!(white.fen().contains('r') && !white.fen().contains('k'));
}
