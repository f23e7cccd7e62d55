//! What symmetries say holds in random positions of every game of the catalogue.

use spielraum_batch::{Actions, Feature, Layout, Symmetry};
use spielraum_endgames::{board_exchanges, board_symmetries};
use spielraum_geometry::Cell;
use spielraum_rules::{ByColor, Counter, Position, Rules, Setup};
use spielraum_testkit::{all_rules, play_random, random};

fn symmetries(rules: &Rules, actions: &Actions, layout: &Layout) -> Vec<Symmetry> {
    let maps = board_symmetries(rules).into_iter().map(|cells| (cells, false));
    let maps = maps.chain(board_exchanges(rules).into_iter().map(|cells| (cells, true)));
    maps.filter_map(|(cells, swaps)| Symmetry::new(rules.spec(), actions, layout, cells, swaps)).collect()
}

fn exchanged<T>(values: ByColor<T>) -> ByColor<T> {
    ByColor { white: values.black, black: values.white }
}

/// The image of a position; `None` if it has a castling right that has none.
fn image(symmetry: &Symmetry, layout: &Layout, setup: &Setup) -> Option<Setup> {
    let cell = |cell: Cell| Cell(symmetry.cells[cell.index()]);
    let mut image = setup.clone();
    for (number, &piece) in setup.placement.iter().enumerate() {
        let piece = piece.map(|(owner, kind)| (if symmetry.swaps_sides { owner.mirrored() } else { owner }, kind));
        image.placement[usize::from(symmetry.cells[number])] = piece;
    }
    let right = |&letter: &char| {
        let place = layout.features().iter().position(|&feature| feature == Feature::CastlingRight(letter))?;
        match layout.features()[symmetry.features[place]?] {
            Feature::CastlingRight(letter) => Some(letter),
            _ => None,
        }
    };
    image.castling = setup.castling.iter().map(right).collect::<Option<_>>()?;
    image.unmoved = setup.unmoved.iter().map(cell).collect();
    image.moved = setup.moved.map(cell);
    image.en_passant = setup.en_passant.map(|(via, on)| (cell(via), on.map(cell)));
    if symmetry.swaps_sides {
        image.side = !setup.side;
        image.hands = exchanged(setup.hands.clone());
        for &counter in Counter::ALL {
            image.counters[counter] = exchanged(setup.counters[counter]);
        }
    }
    Some(image)
}

/// The legal actions, each with what is promoted elsewhere, and their images.
fn legal(
    actions: &Actions,
    position: &Position,
    image: impl Fn(u32) -> Option<u32>,
) -> Vec<(Option<u32>, Option<u32>)> {
    let pair = |m| (image(actions.of_move(m)), actions.of_remote(m).and_then(&image));
    let mut pairs: Vec<_> = position.legal_moves().into_iter().map(pair).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn what_is_legal_is_so_in_the_image() {
    let (mut compared, mut swapped, mut faults) = (0, 0, Vec::new());
    // Finding the symmetries of a large board takes seconds: of those games a third is looked at, or all when there is time.
    let (long, mut large) = (std::env::var_os("SPIELRAUM_LONG").is_some(), 0);
    for (id, rules) in all_rules() {
        large += usize::from(rules.board().len() > 200);
        if rules.board().len() > 200 && large % 3 != 1 && !long {
            continue;
        }
        let (actions, layout) = (Actions::of(&rules), Layout::of(&rules));
        let found = symmetries(&rules, &actions, &layout);
        assert!(found[0].is_complete() && found[0].keeps_start && !found[0].swaps_sides, "{id}");
        let mut random = random(6);
        for plies in [0, 1, 2, 3, 9, 20, 41] {
            let mut position = rules.start();
            for _ in 0..plies {
                if play_random(&mut random, &mut position).is_none() {
                    break;
                }
            }
            let setup = position.setup();
            for symmetry in &found {
                let Some(setup) = image(symmetry, &layout, &setup) else { continue };
                let turned = match Position::new(&rules, setup) {
                    Ok(turned) => turned,
                    Err(fault) => {
                        faults.push(format!("{id} {}: {fault}", position.fen()));
                        continue;
                    }
                };
                let expected = legal(&actions, &position, |action| symmetry.actions[action as usize]);
                if legal(&actions, &turned, Some) != expected {
                    faults.push(format!("{id} {}: other moves than {}", position.fen(), turned.fen()));
                }
                let winner = |position: &Position| position.outcome_of_position().map(|outcome| outcome.winner);
                let own = winner(&position)
                    .map(|winner| winner.map(|color| if symmetry.swaps_sides { !color } else { color }));
                if winner(&turned) != own {
                    faults.push(format!("{id} {}: another end than {}", position.fen(), turned.fen()));
                }
                compared += 1;
                swapped += usize::from(symmetry.swaps_sides);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared > 800 && swapped > 300, "{compared} images, {swapped} of them with the sides exchanged");
}

/// In Raumschach pawns go forward or up alike, so ranks and levels may change places, too.
#[test]
fn how_many_symmetries_games_have() {
    for (id, plain, swapping, complete) in
        [("chess", 2, 2, 2), ("raumschach", 4, 4, 8), ("xiangqi", 2, 2, 4), ("glinski", 2, 2, 4), ("horde", 2, 0, 1)]
    {
        let rules = spielraum_testkit::rules(id);
        let found = symmetries(&rules, &Actions::of(&rules), &Layout::of(&rules));
        let swaps = found.iter().filter(|symmetry| symmetry.swaps_sides).count();
        let whole = found.iter().filter(|symmetry| symmetry.is_complete()).count();
        assert_eq!((found.len() - swaps, swaps, whole), (plain, swapping, complete), "{id}");
    }
}
