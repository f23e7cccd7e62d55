//! Games, shards, training and trials in small.

use proptest::prelude::*;
use spielraum_catalogue::{Game, Source};
use spielraum_learn::{
    DataPlan, Event, LearnError, Packing, Run, RunPlan, Sample, Samples, Shard, Training, TrainingPlan, Trial,
    play_games,
};
use spielraum_matches::{Budget, Sprt, opening};
use spielraum_nnue::Inputs;
use std::path::{Path, PathBuf};
use tempfile::tempdir;

fn game() -> Game {
    Game::load(Source::Builtin("minixiangqi"), &[]).unwrap()
}

fn data(games: u64, threads: usize) -> DataPlan {
    DataPlan { games, nodes: 40, openings: 4, longest: 60, seed: 5, threads }
}

fn training(epochs: u32) -> TrainingPlan {
    TrainingPlan { hidden: 16, epochs, batch: 64, rate: 0.005, results: 0.2, seed: 2 }
}

fn trial(network: PathBuf) -> Trial {
    Trial {
        network,
        before: None,
        budget: Budget::parse("nodes=30").unwrap(),
        pairs: 3,
        sprt: Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 },
        openings: 4,
        longest: 60,
        seed: 3,
        threads: 1,
    }
}

/// The games of a shard, in the order of their numbers.
fn games(game: &Game, path: &Path) -> Vec<(u64, Vec<u8>)> {
    let mut games = Vec::new();
    Shard::read(path, game.rules(), |number, packed| games.push((number, packed.to_vec()))).unwrap();
    games.sort();
    games
}

#[test]
fn positions_are_unpacked_as_they_were_packed_in_every_game() {
    for id in spielraum_catalogue::ids() {
        let game = Game::load(Source::Builtin(id), &[]).unwrap();
        let (packing, inputs) = (Packing::new(game.rules()), Inputs::new(game.rules()));
        let (mut packed, mut wanted) = (Vec::new(), Vec::new());
        for number in 0..3 {
            let position = opening(&game.rules().start(), 40, 9, number);
            packing.pack(&position, -7, 1, &mut packed);
            let mut seen: Vec<([u32; 2], i16)> = Vec::new();
            let mut tell = |inputs: [usize; 2], count| seen.push((inputs.map(|input| input as u32), count));
            inputs.for_each(&position, &mut tell);
            inputs.for_each_counter(&position, &mut tell);
            seen.sort_unstable();
            wanted.push((position.side_to_move() as u8, seen));
        }
        let (mut rest, mut sample) = (&packed[..], Sample::default());
        for (side, seen) in wanted {
            assert!(packing.unpack(&mut rest, &mut sample).is_some(), "{id}");
            sample.inputs.sort_unstable();
            assert_eq!((sample.score, sample.half_points, sample.side), (-7, 1, side), "{id}");
            assert_eq!(sample.inputs, seen, "{id}");
        }
        assert!(rest.is_empty(), "{id}");
    }
}

#[test]
fn what_is_played_depends_on_the_seed_alone_and_is_gone_on_with() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [whole, parts] = ["whole.games", "parts.games"].map(|name| folder.path().join(name));
    play_games(&game, None, &data(6, 2), &whole, &mut |_| {}).unwrap();
    play_games(&game, None, &data(3, 1), &parts, &mut |_| {}).unwrap();
    // As if the program had been killed while it wrote the third game.
    let bytes = std::fs::read(&parts).unwrap();
    std::fs::write(&parts, &bytes[..bytes.len() - 5]).unwrap();
    assert!(matches!(Shard::read(&parts, game.rules(), |_, _| {}), Err(LearnError::Damaged { .. })));
    let mut told = Vec::new();
    play_games(&game, None, &data(6, 1), &parts, &mut |event| told.push(event)).unwrap();
    assert_eq!(games(&game, &whole), games(&game, &parts));
    assert!(matches!(told[..], [Event::Game { games: 3, of: 6, .. }, .., Event::Game { games: 6, .. }]), "{told:?}");
    let other = DataPlan { nodes: 41, ..data(6, 1) };
    assert!(matches!(play_games(&game, None, &other, &parts, &mut |_| {}), Err(LearnError::Damaged { .. })));
    let chess = Game::load(Source::Builtin("chess"), &[]).unwrap();
    assert!(matches!(Samples::read(chess.rules(), &[parts]), Err(LearnError::Damaged { .. })));
}

#[test]
fn training_learns_and_goes_on_from_a_checkpoint() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [shard, checkpoint] = ["a.games", "checkpoint"].map(|name| folder.path().join(name));
    play_games(&game, None, &data(12, 2), &shard, &mut |_| {}).unwrap();
    let samples = Samples::read(game.rules(), &[shard]).unwrap();
    let train = |checkpoint: Option<&Path>, stop_after: Option<usize>| {
        let (mut losses, mut kept) = (Vec::new(), None);
        let training = Training::new(game.rules(), &samples, training(6)).unwrap();
        let network = training.run(checkpoint, &mut |event| {
            if let Event::Epoch { loss, .. } = event {
                losses.push(loss);
                if Some(losses.len()) == stop_after {
                    kept = checkpoint.map(|path| std::fs::read(path).unwrap());
                }
            }
        });
        (network.unwrap(), losses, kept)
    };
    let (whole, losses, kept) = train(Some(&checkpoint), Some(2));
    assert!(losses[5] < losses[0] * 0.8, "{losses:?}");
    std::fs::write(&checkpoint, kept.unwrap()).unwrap();
    let (resumed, rest, _) = train(Some(&checkpoint), None);
    assert_eq!((resumed.parts(), rest.len()), (whole.parts(), 4));
    std::fs::write(&checkpoint, b"SPLCHKP1 but no more").unwrap();
    let (anew, all, _) = train(Some(&checkpoint), None);
    assert_eq!((anew.parts(), all.len()), (whole.parts(), 6));
    assert!(matches!(
        Training::new(game.rules(), &samples, TrainingPlan { hidden: 17, ..training(1) }),
        Err(LearnError::Hidden(17))
    ));
}

#[test]
fn a_run_goes_on_where_it_was_and_a_round_is_played_once() {
    let (game, folder) = (game(), tempdir().unwrap());
    let plan = RunPlan { generations: 1, data: data(8, 1), training: training(2), trial: trial(PathBuf::new()) };
    let mut told = Vec::new();
    let summary = Run::new(&game, &plan, folder.path()).unwrap().run(&mut |event| told.push(event.clone())).unwrap();
    assert_eq!(summary.generations, 1);
    assert!(matches!(told.last(), Some(Event::Generation { generation: 0, .. })));
    let log = std::fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), told.len());
    let curve = std::fs::read_to_string(folder.path().join("curve.svg")).unwrap();
    assert_eq!(curve, spielraum_learn::learning_curve(&log));
    // Without the state, and with a line of the match cut off, only that is done again.
    std::fs::remove_file(folder.path().join("state.json")).unwrap();
    let rounds = folder.path().join("generation-000.match");
    let text = std::fs::read_to_string(&rounds).unwrap();
    std::fs::write(&rounds, &text[..text.len() - 4]).unwrap();
    let mut again = Vec::new();
    let repeated = Run::new(&game, &plan, folder.path()).unwrap().run(&mut |event| again.push(event.clone())).unwrap();
    assert_eq!((repeated, std::fs::read_to_string(&rounds).unwrap()), (summary, text));
    assert!(matches!(again[..], [Event::Pairs { pairs: 3, .. }, Event::Generation { .. }]), "{again:?}");
}

/// A shard of two games, and how long it was with none and with one.
fn small_shard() -> (Game, Vec<u8>, [usize; 2]) {
    let (game, folder) = (game(), tempdir().unwrap());
    let path = folder.path().join("a.games");
    let with = |count| {
        play_games(&game, None, &data(count, 1), &path, &mut |_| {}).unwrap();
        std::fs::read(&path).unwrap()
    };
    let whole = [with(0).len(), with(1).len()];
    let bytes = with(2);
    (game, bytes, whole)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_byte_of_a_shard_that_is_altered_or_missing_is_noticed(
        at in any::<prop::sample::Index>(), flip in 1u8.., cut in any::<bool>()
    ) {
        static SHARD: std::sync::LazyLock<(Game, Vec<u8>, [usize; 2])> = std::sync::LazyLock::new(small_shard);
        let (game, bytes, whole) = &*SHARD;
        let folder = tempdir().unwrap();
        let path = folder.path().join("a.games");
        let at = at.index(bytes.len());
        let mut altered = bytes.clone();
        if cut { altered.truncate(at) } else { altered[at] ^= flip }
        std::fs::write(&path, altered).unwrap();
        let read = Shard::read(&path, game.rules(), |_, _| {});
        // A file that ends with a game is whole.
        prop_assert_eq!(read.is_ok(), cut && whole.contains(&at));
    }

    #[test]
    fn bytes_that_are_no_position_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let game = game();
        let (packing, mut sample) = (Packing::new(game.rules()), Sample::default());
        let (mut rest, inputs) = (&bytes[..], packing.inputs().len() as u32);
        if packing.unpack(&mut rest, &mut sample).is_some() {
            prop_assert!(sample.inputs.iter().all(|(seen, _)| seen.iter().all(|&input| input < inputs)));
        }
    }
}
