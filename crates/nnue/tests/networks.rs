//! Networks against a plain implementation of what they compute, in every game, and their files.

use proptest::prelude::*;
use spielraum_nnue::{
    Accumulators, ArmyParts, BUCKETS, Inputs, Network, NetworkError, Parts, UNIT, VALUE_UNIT, WEIGHT_UNIT, bucket,
};
use spielraum_rules::{Color, Position, Rules};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::{all_rules, play_random, random, rules};
use std::sync::LazyLock;

/// A network of random weights, as large as those that are learned.
fn network(rules: &Rules, hidden: usize) -> Network {
    let (inputs, mut random) = (Inputs::new(rules).len(), random(7));
    let mut words = |count: usize, most: i16| (0..count).map(|_| random.random_range(-most..=most)).collect();
    let (rows, values, biases) = (words(inputs * hidden, 120), words(inputs, 4_000), words(hidden, 300));
    let outputs: Vec<i16> = words(2 * hidden * BUCKETS, 127);
    let parts = Parts {
        hidden,
        pieces: 20,
        rows,
        values,
        biases,
        outputs: outputs.into_iter().map(|weight| weight as i8).collect(),
        output_biases: (0..BUCKETS as i32).map(|bucket| bucket * 1_000 - 3_000).collect(),
    };
    Network::new(rules, parts, r#"{"made":"by chance"}"#.into()).unwrap()
}

/// What weights, as White and as Black see the board, make of a position, from the definition of the layers alone.
fn plain(inputs: &Inputs, views: [&Parts; 2], position: &Position) -> i64 {
    let (rules, side) = (position.rules(), position.side_to_move());
    let mut present = Vec::new();
    for cell in rules.board().cells() {
        let piece = position.piece_at(cell).and_then(|(owner, kind)| Some((owner.color()?, kind)));
        present.extend(piece.map(|(color, kind)| (inputs.piece(color, kind, cell), 1)));
    }
    for color in Color::BOTH {
        for (place, &kind) in inputs.hand_types().iter().enumerate() {
            present.push((inputs.hand(color, place), i64::from(position.in_hand(color, kind))));
        }
        for (place, &counter) in inputs.counters().iter().enumerate() {
            present.push((inputs.counter(color, place), i64::from(position.counter(counter, color))));
        }
    }
    let pieces: u32 = Color::BOTH.iter().map(|&color| position.count_all(color)).sum();
    let bucket = bucket(pieces, views[0].pieces);
    let unit = i64::from(UNIT);
    let mut sum = 0;
    let mut values = 0;
    for (half, viewer) in [side, !side].into_iter().enumerate() {
        let parts = views[viewer as usize];
        let seen = || present.iter().map(|(input, count)| (input[viewer as usize], count));
        for number in 0..parts.hidden {
            let weighted = |(input, count): (usize, &i64)| i64::from(parts.rows[input * parts.hidden + number]) * count;
            let before = i64::from(parts.biases[number]) + seen().map(weighted).sum::<i64>();
            let weight = parts.outputs[(2 * bucket + half) * parts.hidden + number];
            sum += before.clamp(0, unit).pow(2) * i64::from(weight);
        }
        let value = seen().map(|(input, count)| i64::from(parts.values[input]) * count).sum::<i64>();
        values += if half == 0 { value } else { -value };
    }
    let layers = (sum / unit + i64::from(views[0].output_biases[bucket])) * 400 / (unit * i64::from(WEIGHT_UNIT));
    layers + values / i64::from(2 * VALUE_UNIT)
}

#[test]
fn sums_that_follow_moves_are_those_of_fresh_ones_and_of_plain_arithmetic_in_every_game() {
    for (id, rules) in all_rules() {
        let hidden = if rules.board().len() > 200 { 16 } else { 48 };
        let network = network(&rules, hidden);
        let (mut position, mut random) = (rules.start(), random(5));
        let mut kept = Accumulators::new(&network, &position, 100);
        let mut before = Vec::new();
        for _ in 0..80 {
            before.push(kept.evaluate(&position));
            if play_random(&mut random, &mut position).is_none() {
                break;
            }
            kept.push(position.last_piece_changes());
            let value = kept.evaluate(&position);
            let fresh = Accumulators::new(&network, &position, 0).evaluate(&position);
            assert_eq!(value, fresh, "{id} {}", position.fen());
            assert_eq!(
                i64::from(value),
                plain(network.inputs(), [network.parts(); 2], &position),
                "{id} {}",
                position.fen()
            );
        }
        while position.ply() > 0 {
            position.unmake();
            kept.pop();
            let value = kept.evaluate(&position);
            if let Some(before) = before.get(position.ply()) {
                assert_eq!(value, *before, "{id} {}", position.fen());
            }
        }
    }
}

#[test]
fn both_sides_see_their_own_start_alike() {
    for id in ["chess", "raumschach", "xiangqi"] {
        let rules = rules(id);
        let (inputs, start) = (Inputs::new(&rules), rules.start());
        let mut seen = [Vec::new(), Vec::new()];
        inputs.for_each(&start, |[white, black], _| {
            seen[0].push(white);
            seen[1].push(black);
        });
        seen.iter_mut().for_each(|seen| seen.sort_unstable());
        assert_eq!(seen[0], seen[1], "{id}");
        assert!(seen[0].iter().all(|&input| input < inputs.len()));
        assert!((0..inputs.len()).map(|input| inputs.plane(input)).is_sorted());
        assert_eq!(inputs.plane(inputs.len() - 1) + 1, inputs.planes());
    }
}

static SMALL: LazyLock<(Rules, Network, Vec<u8>)> = LazyLock::new(|| {
    let rules = rules("minixiangqi");
    let network = network(&rules, 16);
    let bytes = network.write().unwrap();
    (rules, network, bytes)
});

#[test]
fn files_are_read_as_written_and_refused_elsewhere() {
    let (small, network, bytes) = &*SMALL;
    assert_eq!(Network::read(small, bytes).as_ref(), Ok(network));
    assert_eq!(Network::read(&rules("chess"), bytes), Err(NetworkError::OtherGame));
    assert_eq!(network.check(&rules("chess")), Err(NetworkError::OtherGame));
    assert_eq!(Network::read(small, b"eval"), Err(NetworkError::Magic));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(Network::read(small, &newer), Err(NetworkError::Format(9)));
}

/// Weights that an army has of its own: one number for each army, sort of weight and place.
fn own(network: &Network, army: i16) -> ArmyParts {
    let (inputs, hidden) = (network.inputs(), network.parts().hidden);
    let numbers = |count: usize, sort: i16| (0..count).map(|at| 7 * army + sort + (at % 5) as i16).collect();
    ArmyParts {
        rows: numbers(inputs.planes() * hidden, 1),
        values: numbers(inputs.len(), 20),
        biases: numbers(2 * hidden, 90),
    }
}

/// What a network of these weights makes of a position in a meeting of armies, from what is said of [`ArmyParts`].
fn meeting(common: &Network, armies: [&ArmyParts; 2], position: &Position) -> i64 {
    let (inputs, hidden) = (common.inputs(), common.parts().hidden);
    let views = Color::BOTH.map(|viewer| {
        let [viewers, enemys] = [viewer, !viewer].map(|color| armies[color as usize]);
        let mut parts = common.parts().clone();
        for input in 0..inputs.len() {
            let plane = inputs.plane(input);
            let army = if inputs.is_enemy(plane) { enemys } else { viewers };
            (0..hidden).for_each(|unit| parts.rows[input * hidden + unit] += army.rows[plane * hidden + unit]);
            parts.values[input] += army.values[input];
        }
        (0..hidden).for_each(|unit| parts.biases[unit] += viewers.biases[unit] + enemys.biases[hidden + unit]);
        parts
    });
    plain(inputs, [&views[0], &views[1]], position)
}

#[test]
fn armies_share_a_network_and_meet() {
    let [one, other, chess] = ["paschanichtschach", "rajnichtschach", "chess"].map(rules);
    let alone = network(&one, 16);
    assert_eq!(alone.check(&other), Err(NetworkError::OtherGame));
    let share = |games: &[&Rules], own: Vec<ArmyParts>| {
        Network::shared(games, alone.parts().clone(), own, alone.record().into())
    };
    let armies = [own(&alone, 1), own(&alone, -2)];
    assert_eq!(share(&[&one, &chess], Vec::new()), Err(NetworkError::Inputs));
    for few in [&[][..], &armies[..1]] {
        assert_eq!(share(&[&one, &other], few.to_vec()), Err(NetworkError::Shape));
    }
    assert_eq!(share(&[], Vec::new()), Err(NetworkError::Armies));
    // Games by the same rules are one.
    let shared = share(&[&one, &other, &one], armies.to_vec()).unwrap();
    let bytes = shared.write().unwrap();
    assert_eq!(Network::read(&one, &bytes).as_ref(), Ok(&shared));
    let games = [&one, &other];
    for [white, black] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        let rules = Rules::compile(games[white].spec().meeting(games[black].spec())).unwrap();
        let network = Network::read(&rules, &bytes).unwrap();
        assert_eq!((network.check(&rules), network.write().unwrap() == bytes), (Ok(()), true));
        let (mut position, mut random) = (rules.start(), random(5));
        let mut kept = Accumulators::new(&network, &position, 40);
        for _ in 0..40 {
            let wanted = meeting(&alone, [&armies[white], &armies[black]], &position);
            assert_eq!(i64::from(kept.evaluate(&position)), wanted, "{white} {black} {}", position.fen());
            if play_random(&mut random, &mut position).is_none() {
                break;
            }
            kept.push(position.last_piece_changes());
        }
        assert_eq!(network.check(&rules_of_others(rules)), Err(NetworkError::OtherGame));
    }
    assert_eq!(shared.check(&other), Err(NetworkError::OtherGame));
    assert_eq!(Network::read(&chess, &bytes), Err(NetworkError::OtherGame));
    for count in [0, 1, 3, u8::MAX] {
        let mut altered = bytes[..bytes.len() - 4].to_vec();
        altered[12] = count;
        assert!(Network::read(&one, &sealed(altered)).is_err(), "{count}");
    }
}

/// The same rules, but that pieces of one type more set the clock to 0.
fn rules_of_others(rules: Rules) -> Rules {
    let mut spec = rules.spec().clone();
    let piece = spec.pieces.iter_mut().find(|piece| !piece.resets_clock).unwrap();
    piece.resets_clock = true;
    Rules::compile(spec).unwrap()
}

/// A file with these bytes and a checksum that is right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

proptest! {
    #[test]
    fn any_byte_that_is_altered_is_noticed(at in any::<prop::sample::Index>(), flip in 1u8..) {
        let (rules, _, bytes) = &*SMALL;
        let mut altered = bytes.clone();
        altered[at.index(bytes.len())] ^= flip;
        prop_assert!(Network::read(rules, &altered).is_err());
    }

    #[test]
    fn any_part_that_is_missing_is_noticed(length in any::<prop::sample::Index>()) {
        let (rules, _, bytes) = &*SMALL;
        prop_assert!(Network::read(rules, &bytes[..length.index(bytes.len())]).is_err());
    }

    #[test]
    fn headers_that_lie_under_a_right_checksum_are_refused_or_harmless(
        at in 12usize..64, written in any::<[u8; 4]>(), rest in prop::collection::vec(any::<u8>(), 0..40)
    ) {
        let (rules, _, bytes) = &*SMALL;
        let mut altered = bytes[..bytes.len() - 4].to_vec();
        altered[at..at + 4].copy_from_slice(&written);
        let _ = Network::read(rules, &sealed(altered));
        let mut other = bytes[..44].to_vec();
        other.extend(rest);
        prop_assert!(Network::read(rules, &sealed(other)).is_err());
    }
}
