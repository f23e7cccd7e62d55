//! Games, shards, training and trials in small.

use proptest::prelude::*;
use spielraum_arcade::{Game, Source};
use spielraum_learn::{
    Crew, DataPlan, Event, Keep, LearnError, Packing, Run, RunPlan, Sample, Samples, SelfPlayer, Shard, Threads,
    Training, TrainingPlan, Trial, TrialPlan, play_games,
};
use spielraum_matches::{Budget, Sprt, mixed, opening};
use spielraum_nnue::{Inputs, Network, NetworkError};
use std::path::Path;
use std::sync::Arc;
use tempfile::tempdir;

fn game() -> Game {
    Game::load(Source::Builtin("minixiangqi"), &[]).unwrap()
}

fn data(games: u64) -> DataPlan {
    DataPlan { games, nodes: 40, openings: 4, longest: 60, nearby: 0, seed: 5 }
}

/// Plays games with threads of this program.
fn played(game: &Game, plan: &DataPlan, threads: usize, path: &Path) -> Result<Vec<Event>, LearnError> {
    let mut told = Vec::new();
    play_games(game, None, plan, path, &mut Threads(threads), &mut |event| told.push(event)).map(|()| told)
}

fn training(epochs: u32) -> TrainingPlan {
    TrainingPlan { hidden: 16, epochs, batch: 64, rate: 0.005, results: 0.2, td_lambda: 0.0, seed: 2 }
}

fn trial() -> TrialPlan {
    TrialPlan {
        budget: Budget::parse("nodes=30").unwrap(),
        pairs: 3,
        sprt: Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 },
        openings: 4,
        longest: 60,
        seed: 3,
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
        let (packing, inputs) = (Packing::new(game.rules()).unwrap(), Inputs::new(game.rules()));
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
    played(&game, &data(6), 2, &whole).unwrap();
    played(&game, &data(3), 1, &parts).unwrap();
    // As if the program had been killed while it wrote the third game.
    let bytes = std::fs::read(&parts).unwrap();
    std::fs::write(&parts, &bytes[..bytes.len() - 5]).unwrap();
    assert!(matches!(Shard::read(&parts, game.rules(), |_, _| {}), Err(LearnError::Damaged { .. })));
    let told = played(&game, &data(6), 1, &parts).unwrap();
    assert_eq!(games(&game, &whole), games(&game, &parts));
    assert!(matches!(told[..], [Event::Game { games: 3, of: 6, .. }, .., Event::Game { games: 6, .. }]), "{told:?}");
    let other = DataPlan { nodes: 41, ..data(6) };
    assert!(matches!(played(&game, &other, 1, &parts), Err(LearnError::Damaged { .. })));
    let chess = Game::load(Source::Builtin("chess"), &[]).unwrap();
    assert!(matches!(Samples::read(&[chess.rules()], &[parts], 0.0), Err(LearnError::Damaged { .. })));
}

#[test]
fn a_shard_whose_beginning_was_not_written_to_its_end_is_begun_again() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [whole, cut] = ["whole.games", "cut.games"].map(|name| folder.path().join(name));
    played(&game, &data(1), 1, &whole).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    for length in [0, 7, 60] {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        played(&game, &data(1), 1, &cut).unwrap();
        assert_eq!(std::fs::read(&cut).unwrap(), bytes, "{length}");
    }
    // What is no beginning of such a shard is somebody else's.
    std::fs::write(&cut, b"SPLOTHER").unwrap();
    assert!(matches!(played(&game, &data(1), 1, &cut), Err(LearnError::Damaged { .. })));
    assert_eq!(std::fs::read(&cut).unwrap(), b"SPLOTHER");
}

#[test]
fn positions_nearby_are_kept_with_their_evaluation() {
    let (game, folder) = (game(), tempdir().unwrap());
    let path = folder.path().join("nearby.games");
    played(&game, &DataPlan { nearby: 20, ..data(2) }, 1, &path).unwrap();
    let (packing, mut sample, mut kept, mut decided) = (Packing::new(game.rules()).unwrap(), Sample::default(), 0, 0);
    for (_, packed) in games(&game, &path) {
        let mut rest = &packed[..];
        while packing.unpack(&mut rest, &mut sample).is_some() {
            kept += 1;
            decided += usize::from(sample.score.unsigned_abs() > 1_000);
        }
        assert!(rest.is_empty());
    }
    // At most 112 positions were searched; a random move often loses something, but seldom everything.
    assert!(kept > 800 && decided < kept / 4, "{kept} {decided}");
}

#[test]
fn games_without_searches_are_played_to_some_purpose() {
    let (game, folder) = (game(), tempdir().unwrap());
    let plan = DataPlan { nodes: 0, longest: 200, ..data(40) };
    let paths = ["a.games", "b.games"].map(|name| folder.path().join(name));
    for (path, threads) in paths.iter().zip([1, 3]) {
        played(&game, &plan, threads, path).unwrap();
    }
    let [first, second] = paths.each_ref().map(|path| games(&game, path));
    assert_eq!(first, second);
    let (packing, mut sample, mut decided) = (Packing::new(game.rules()).unwrap(), Sample::default(), 0);
    for (_, packed) in &first {
        let (mut rest, mut agree, mut differ) = (&packed[..], 0, 0);
        while packing.unpack(&mut rest, &mut sample).is_some() {
            let ahead = i32::from(sample.score.signum()) * (i32::from(sample.half_points) - 1);
            (agree, differ) = (agree + i32::from(ahead > 0), differ + i32::from(ahead < 0));
        }
        decided += i32::from(agree > differ);
    }
    // The side that is ahead by the static evaluation mostly wins.
    assert!(decided > 20, "{decided}");
}

#[test]
fn a_network_learns_nothing_from_games_of_its_own_without_searches() {
    let large = Game::load(Source::Builtin("stockgi"), &[]).unwrap();
    let plan = DataPlan::of(large.rules());
    assert_eq!(plan.nodes, 0);
    assert_eq!(plan.with_network().nodes, DataPlan::DEFAULT.nodes);
    assert_eq!(DataPlan { nodes: 7, ..DataPlan::DEFAULT }.with_network().nodes, 7);
    let (chess, folder) = (Game::load(Source::Builtin("chess"), &[]).unwrap(), tempdir().unwrap());
    let network = chess.network().unwrap();
    let [unsaid, said] = [0, DataPlan::DEFAULT.nodes].map(|nodes| {
        let (plan, path) = (DataPlan { nodes, ..data(1) }, folder.path().join(nodes.to_string()));
        play_games(&chess, Some(&network), &plan, &path, &mut Threads(1), &mut |_| {}).unwrap();
        std::fs::read(path).unwrap()
    });
    assert_eq!(unsaid, said);
}

#[test]
fn armies_learn_one_network_and_other_games_do_not_join() {
    let folder = tempdir().unwrap();
    let open = |id| Game::load(Source::Builtin(id), &[]).unwrap();
    let [army, other, chess] = ["paschanichtschach", "rajnichtschach", "chess"].map(open);
    let plan = DataPlan { nodes: 1, longest: 12, nearby: 10, ..data(1) };
    let shards = [&army, &other].map(|game| {
        let path = folder.path().join(game.id());
        played(game, &plan, 1, &path).unwrap();
        path
    });
    let rules = [army.rules(), other.rules()];
    assert!(matches!(Samples::read(&rules[..1], &shards, 0.0), Err(LearnError::Damaged { .. })));
    let strangers = Samples::read(&[army.rules(), chess.rules()], &shards, 0.0);
    assert!(matches!(strangers, Err(LearnError::Network(NetworkError::Inputs))));
    let samples = Samples::read(&rules, &shards, 0.0).unwrap();
    let network = Training::new(&samples, training(1)).unwrap().run(None, &mut |_| {}).unwrap();
    let bytes = network.write().unwrap();
    let [pascha, raj] = rules.map(|rules| Network::read(rules, &bytes).unwrap());
    assert_ne!(pascha.parts(), raj.parts());
    // What the armies have learned serves their meetings as well, and games of these are learned from.
    let armies = [("white", "raj"), ("black", "pascha")].map(|(side, army)| (side.to_owned(), army.to_owned()));
    let meeting = Game::load(Source::Builtin("flipped-return"), &armies).unwrap();
    assert_ne!(Network::read(meeting.rules(), &bytes).unwrap().parts(), raj.parts());
    let path = folder.path().join("meeting");
    played(&meeting, &plan, 1, &path).unwrap();
    let [few, more] = [&shards[..], &[&shards[..], &[path]].concat()].map(|shards| {
        let mut told = 0;
        if let Event::Samples { training, test, .. } = Samples::read(&rules, shards, 0.0).unwrap().event() {
            told = training + test;
        }
        told
    });
    assert!(few > 0 && more > few, "{few} {more}");
    assert_eq!(Network::read(chess.rules(), &bytes), Err(NetworkError::OtherGame));
}

#[test]
fn training_learns_and_goes_on_from_a_checkpoint() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [shard, checkpoint] = ["a.games", "checkpoint"].map(|name| folder.path().join(name));
    played(&game, &data(12), 2, &shard).unwrap();
    let samples = Samples::read(&[game.rules()], &[shard], 0.0).unwrap();
    let train = |checkpoint: Option<&Path>, stop_after: Option<usize>| {
        let (mut losses, mut kept) = (Vec::new(), None);
        let training = Training::new(&samples, training(6)).unwrap();
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
    assert!(matches!(Training::new(&samples, TrainingPlan { hidden: 17, ..training(1) }), Err(LearnError::Hidden(17))));
}

#[test]
fn training_starts_with_a_network_where_it_ended() {
    let (game, folder) = (game(), tempdir().unwrap());
    let shard = folder.path().join("a.games");
    played(&game, &data(12), 2, &shard).unwrap();
    let samples = Samples::read(&[game.rules()], &[shard], 0.0).unwrap();
    let losses_of = |training: Training| {
        let mut losses = Vec::new();
        let network = training.run(None, &mut |event| {
            if let Event::Epoch { loss, .. } = event {
                losses.push(loss);
            }
        });
        (network.unwrap(), losses)
    };
    let begun = |epochs, hidden| Training::new(&samples, TrainingPlan { hidden, ..training(epochs) }).unwrap();
    let (network, first) = losses_of(begun(6, 16));
    let wider = |hidden| begun(2, hidden).starting_with(Some(&network)).map(losses_of);
    for hidden in [16, 32] {
        let (started, losses) = wider(hidden).unwrap();
        assert!(losses[0] < (first[0] + first[5]) / 2.0, "{hidden}: {first:?} {losses:?}");
        let record: serde_json::Value = serde_json::from_str(started.record()).unwrap();
        assert_eq!(record["start"], serde_json::from_str::<serde_json::Value>(network.record()).unwrap());
    }
    let (wide, _) = losses_of(begun(1, 32));
    assert!(matches!(begun(1, 16).starting_with(Some(&wide)), Err(LearnError::Start(32, 16))));
    let chess = Game::load(Source::Builtin("chess"), &[]).unwrap();
    let foreign = chess.network().unwrap();
    assert!(matches!(begun(1, 256).starting_with(Some(&foreign)), Err(LearnError::Network(NetworkError::OtherGame))));
}

#[test]
fn a_run_goes_on_where_it_was_and_a_round_is_played_once() {
    let (game, folder) = (game(), tempdir().unwrap());
    let plan = RunPlan { generations: 1, data: data(8), training: training(2), trial: trial(), start: None };
    let mut told = Vec::new();
    let mut run = Run::new(&game, &plan, folder.path()).unwrap();
    let summary = run.run(&mut Threads(1), &mut |event| told.push(event.clone())).unwrap();
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
    let mut run = Run::new(&game, &plan, folder.path()).unwrap();
    let repeated = run.run(&mut Threads(2), &mut |event| again.push(event.clone())).unwrap();
    assert_eq!((repeated, std::fs::read_to_string(&rounds).unwrap()), (summary, text));
    assert!(matches!(again[..], [Event::Pairs { pairs: 3, .. }, Event::Generation { .. }]), "{again:?}");
}

#[test]
fn a_run_begins_with_a_network_that_plays_starts_and_must_be_beaten() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let plan = RunPlan { generations: 1, data: data(8), training: training(2), trial: trial(), start: None };
    Run::new(&game, &plan, &first).unwrap().run(&mut Threads(1), &mut |_| {}).unwrap();
    let network = game.network_from(&first.join("generation-000.nnue")).unwrap();
    let plan = RunPlan { start: Some(network.clone()), ..plan };
    Run::new(&game, &plan, &second).unwrap().run(&mut Threads(1), &mut |_| {}).unwrap();
    let shards = [&first, &second].map(|folder| folder.join("generation-000.games"));
    let alone = folder.path().join("alone.games");
    let data = DataPlan { seed: mixed(data(8).seed, 0), ..data(8) };
    play_games(&game, Some(&network), &data, &alone, &mut Threads(1), &mut |_| {}).unwrap();
    let without = play_games(&game, None, &data, &alone, &mut Threads(1), &mut |_| {});
    assert!(matches!(without, Err(LearnError::Damaged { .. })), "{without:?}");
    let [terms, played, wanted] = [&shards[0], &shards[1], &alone].map(|path| games(&game, path));
    assert!(played == wanted && played != terms);
    let learned = game.network_from(&second.join("generation-000.nnue")).unwrap();
    let [record, start] =
        [&learned, &network].map(|network| serde_json::from_str::<serde_json::Value>(network.record()).unwrap());
    assert_eq!(record["start"], start);
    let plan = TrialPlan { seed: mixed(trial().seed, 0), ..trial() };
    let trial = Trial { game: &game, network: &learned, before: Some(&network), plan: &plan };
    let rounds = folder.path().join("match");
    trial.run(Some(&rounds), &mut Threads(1), &mut |_| {}).unwrap();
    let [wanted, played] = [rounds, second.join("generation-000.match")].map(|path| std::fs::read(path).unwrap());
    assert_eq!(played, wanted);
}

/// Plays backwards, everything twice, and hands over games that nobody asked for; it may end too early, or hand over nonsense.
struct Careless {
    lazy: bool,
    nonsense: bool,
}

impl Crew for Careless {
    fn games(
        &mut self,
        game: &Game,
        network: Option<&Arc<Network>>,
        plan: &DataPlan,
        numbers: &[u64],
        keep: &mut Keep<'_, Vec<u8>>,
    ) -> Result<(), LearnError> {
        let mut player = SelfPlayer::new(game, network)?;
        for &number in numbers.iter().rev().take(if self.lazy { 2 } else { numbers.len() }) {
            let mut sealed = player.play(plan, number)?;
            assert!(keep(sealed.clone())?.is_continue() && keep(sealed.clone())?.is_continue());
            if self.nonsense {
                sealed[9] ^= 1;
                assert!(keep(sealed)?.is_continue());
            }
        }
        Ok(())
    }

    fn pairs(&mut self, _: &Trial<'_>, numbers: &[u64], keep: &mut Keep<'_, (u64, usize)>) -> Result<(), LearnError> {
        // Each pair is won, and each is reported again as lost.
        for &number in numbers.iter().rev().take(if self.lazy { 2 } else { numbers.len() }) {
            if keep((number, 4))?.is_break() || keep((number, 0))?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[test]
fn whoever_plays_no_game_and_no_pair_counts_twice() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [own, others] = ["own.games", "others.games"].map(|name| folder.path().join(name));
    played(&game, &data(5), 1, &own).unwrap();
    let mut told = Vec::new();
    let mut crew = Careless { lazy: true, nonsense: false };
    let early = play_games(&game, None, &data(5), &others, &mut crew, &mut |_| {});
    assert!(matches!(early, Err(LearnError::Unfinished)), "{early:?}");
    let mut crew = Careless { lazy: false, nonsense: false };
    play_games(&game, None, &data(5), &others, &mut crew, &mut |event| told.push(event)).unwrap();
    assert_eq!((games(&game, &own), told.len()), (games(&game, &others), 3));
    let broken = play_games(&game, None, &data(6), &others, &mut Careless { nonsense: true, ..crew }, &mut |_| {});
    assert!(matches!(broken, Err(LearnError::Sealed)), "{broken:?}");
    assert_eq!(games(&game, &others).len(), 6);

    let samples = Samples::read(&[game.rules()], &[own, others], 0.0).unwrap();
    let network = Training::new(&samples, training(1)).unwrap().run(None, &mut |_| {}).unwrap();
    let plan = trial();
    let trial = Trial { game: &game, network: &Arc::new(network), before: None, plan: &plan };
    let rounds = folder.path().join("match");
    let early =
        trial.run(Some(&rounds), &mut Careless { lazy: true, nonsense: false }, &mut |_| panic!("there is a gap"));
    assert!(matches!(early, Err(LearnError::Unfinished)), "{early:?}");
    let outcome = trial.run(Some(&rounds), &mut crew, &mut |_| {}).unwrap();
    assert_eq!((outcome.pairs.0, std::fs::read_to_string(&rounds).unwrap().lines().count()), ([0, 0, 0, 0, 3], 3));
}

#[test]
fn a_network_does_not_depend_on_which_games_end_first() {
    let (game, folder) = (game(), tempdir().unwrap());
    let [forwards, backwards] = ["forwards.games", "backwards.games"].map(|name| folder.path().join(name));
    played(&game, &data(6), 1, &forwards).unwrap();
    let mut crew = Careless { lazy: false, nonsense: false };
    play_games(&game, None, &data(6), &backwards, &mut crew, &mut |_| {}).unwrap();
    assert_ne!(std::fs::read(&forwards).unwrap(), std::fs::read(&backwards).unwrap());
    let [one, other] = [forwards, backwards].map(|path| {
        let samples = Samples::read(&[game.rules()], &[path], 0.0).unwrap();
        Training::new(&samples, training(2)).unwrap().run(None, &mut |_| {}).unwrap().write().unwrap()
    });
    assert_eq!(one, other);
}

#[test]
fn two_programs_do_not_write_the_same_shard() {
    let (game, folder) = (game(), tempdir().unwrap());
    let path = folder.path().join("a.games");
    let mut inner = Ok(Vec::new());
    play_games(&game, None, &data(1), &path, &mut Threads(1), &mut |_| inner = played(&game, &data(2), 1, &path))
        .unwrap();
    assert!(matches!(inner, Err(LearnError::Damaged { .. })), "{inner:?}");
}

/// A shard of two games, and how long it was with none and with one.
fn small_shard() -> (Game, Vec<u8>, [usize; 2]) {
    let (game, folder) = (game(), tempdir().unwrap());
    let path = folder.path().join("a.games");
    let with = |count| {
        played(&game, &data(count), 1, &path).unwrap();
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
        let (packing, mut sample) = (Packing::new(game.rules()).unwrap(), Sample::default());
        let (mut rest, inputs) = (&bytes[..], packing.inputs().len() as u32);
        if packing.unpack(&mut rest, &mut sample).is_some() {
            prop_assert!(sample.inputs.iter().all(|(seen, _)| seen.iter().all(|&input| input < inputs)));
        }
    }
}
