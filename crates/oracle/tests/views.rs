//! Both generators agree on what a side sees in games of other kinds than the catalogue's: in space, on hexagons, with drops, with
//! explosions, with pieces that come to the cells that others leave.

use spielraum_oracle::State;
use spielraum_rules::Color;
use spielraum_testkit::{play_random, random, rules_of};

/// A game of the catalogue whose king is captured, with something hidden.
fn hiding(base: &str) -> String {
    format!(
        "based-on \"{base}\"\nsees \"reached\"\npiece \"K\" \"King\" royal=#false {{ step \"radial\" }}\n\
         end \"loss\" {{ pieces \"K\" most=0 }}\nbare-royals \"play-on\"\n"
    )
}

#[test]
fn both_see_the_same() {
    let mut dice = random(11);
    for (base, positions) in [("raumschach", 12), ("glinski", 25), ("crazyhouse", 50), ("atomic", 50), ("seirawan", 50)]
    {
        let rules = rules_of(&hiding(base));
        let (spec, mut compared) = (rules.spec(), 0);
        while compared < positions {
            let mut position = rules.start();
            for _ in 0..60 {
                if position.outcome().is_some() || play_random(&mut dice, &mut position).is_none() {
                    break;
                }
                if compared >= positions || !position.ply().is_multiple_of(3) {
                    continue;
                }
                compared += 1;
                let slow = State::parse(spec, &position.fen()).unwrap();
                for side in Color::BOTH {
                    let (view, (seen, known)) = (position.seen_by(side), slow.seen_by(spec, side));
                    for cell in rules.board().cells() {
                        let name = rules.board().name(cell);
                        assert_eq!(
                            view.sees(cell),
                            seen.contains(cell),
                            "{base}: {name} for {side:?} in {}",
                            position.fen()
                        );
                    }
                    assert_eq!(view.setup().fen(spec), known.fen(spec), "{base}: {side:?} in {}", position.fen());
                }
            }
        }
    }
}
