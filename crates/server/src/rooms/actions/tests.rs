//! Rooms without HTTP: what a command changes, what is stored of it, and what each visitor hears. Times are given, not waited
//! for.

use crate::app::App;
use crate::config::Config;
use crate::domain::{GameId, LEFT, Options, PlayerId, Record, SessionId};
use crate::error::ApiResult;
use crate::rooms::room::{State, Visit};
use crate::rooms::{Command, Room, Rooms};
use crate::store::{NOTED, Requirement, Write};
use crate::time::{Moment, milliseconds};
use crate::wire;
use serde_json::{Value, json};
use spielraum_play::{Action, Offer, Opponent, Pairing, Plan, Seat, Status, TimeControl};
use spielraum_rules::{ByColor, Color};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const ENGINE: Opponent = Opponent::Engine { level: 1 };

/// How long to wait for a message that has to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server's data and all that handlers share, with nobody listening.
struct House {
    app: App,
    _folder: TempDir,
}

impl House {
    async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let config = Config::new(folder.path().to_path_buf());
        Self { app: App::for_tests(config, &["anna", "bert", "cora"]).await, _folder: folder }
    }

    /// A game of chess that Anna has begun as White.
    async fn begin(&self, opponent: Opponent, start: &str, control: Option<TimeControl>) -> Table<'_> {
        let creator = PlayerId::from("anna");
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: Options::new(),
            title: "Chess".to_owned(),
            start: start.to_owned(),
            opponent,
            seats: Seat::all(&creator, Color::White, opponent),
            control,
        };
        let record = Record::begin(pairing, creator, self.app.store.moment());
        let id = record.id.clone();
        self.app.store.writer().write(vec![Write::NewGame(Box::new(record))]).await.unwrap();
        Table { app: &self.app, room: self.app.rooms.room(&self.app, &id).await.unwrap(), id }
    }

    /// The same against Bert, who has come.
    async fn begin_against_bert(&self, start: &str, control: Option<TimeControl>) -> Table<'_> {
        let table = self.begin(Opponent::Friend, start, control).await;
        table.act("bert", Command::Join).await.unwrap();
        table
    }
}

/// A game and its room.
struct Table<'h> {
    app: &'h App,
    room: Arc<Room>,
    id: GameId,
}

impl Table<'_> {
    async fn act(&self, player: &str, command: Command) -> ApiResult<()> {
        self.room.act(self.app, Some(player.into()), None, command).await
    }

    /// Does something at a given time.
    async fn act_at(&self, player: &str, command: Command, at: Moment) -> ApiResult<()> {
        self.state().await.commit(self.app, Some(player.into()), (command, Vec::new()), at).await
    }

    async fn make(&self, player: &str, ply: u32, text: &str) -> ApiResult<()> {
        self.act(player, Command::Move { ply, text: text.to_owned() }).await
    }

    /// The moves of Anna and Bert in turn.
    async fn make_all(&self, moves: &[&str]) {
        for (ply, text) in (0..).zip(moves) {
            let player = if ply % 2 == 0 { "anna" } else { "bert" };
            self.make(player, ply, text).await.unwrap();
        }
    }

    async fn state(&self) -> tokio::sync::MutexGuard<'_, State> {
        self.room.state.lock().await
    }

    async fn visit(&self, player: Option<&str>) -> Visit {
        self.room.visit(self.app, player.map(PlayerId::from)).await.unwrap()
    }

    /// What is stored: the moves, and how the game has ended.
    async fn stored(&self) -> (Vec<String>, Option<String>) {
        let (record, made) = self.app.store.game(&self.id).await.unwrap().unwrap();
        assert_eq!(record.plies as usize, made.texts.len(), "the record and the moves are of one time");
        (made.texts, record.progress.ending.map(|ending| ending.said(record.progress.sides)))
    }

    /// The code with which something is refused, after which nothing has changed.
    async fn refusal(&self, player: &str, command: Command) -> &'static str {
        let (before, shown) = (self.stored().await, self.shown(None).await);
        let error = self.act(player, command.clone()).await.expect_err(&format!("{player} may not do {command:?}"));
        assert_eq!(self.stored().await, before, "{command:?}");
        assert_eq!(self.shown(None).await, shown, "{command:?}");
        error.code
    }

    /// How the game has ended, as everybody sees it.
    async fn result(&self) -> Option<wire::GameResult> {
        self.room.look(|scene| scene.view(None).result).await
    }

    /// The game as somebody sees it.
    async fn shown(&self, player: Option<&str>) -> Value {
        let player = player.map(PlayerId::from);
        self.room.look(|scene| serde_json::to_value(scene.view(player.as_ref())).unwrap()).await
    }
}

impl Visit {
    /// The next message that is not about who is there.
    async fn next(&mut self) -> Value {
        loop {
            let waiting = tokio::time::timeout(PATIENCE, self.messages.recv());
            let text = waiting.await.expect("a message comes in time").expect("the visit goes on");
            let message: Value = serde_json::from_slice(&text).unwrap();
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    /// The next message of a type; others are skipped.
    async fn next_of(&mut self, wanted: &str) -> Value {
        let waiting = async {
            loop {
                let text = self.messages.recv().await.unwrap_or_else(|| panic!("no `{wanted}` came"));
                let message: Value = serde_json::from_slice(&text).unwrap();
                if message["type"] == wanted {
                    return message;
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("no `{wanted}` came in time"))
    }
}

#[tokio::test]
async fn a_move_is_stored_and_each_visitor_gets_their_own_message() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    let (mut bert, mut spectator) = (table.visit(Some("bert")).await, table.visit(None).await);
    table.make("anna", 0, "e2e4").await.unwrap();
    let (told, shown) = (bert.next_of("move").await, spectator.next_of("move").await);
    assert_eq!((&told["ply"], &told["move"]["text"]), (&json!(1), &json!("e2e4")));
    assert_eq!((&shown["ply"], &shown["fen"]), (&told["ply"], &told["fen"]));
    assert!(told["legal"].is_object(), "the player who answers gets the legal moves: {told}");
    assert!(shown["legal"].is_null(), "a spectator does not: {shown}");
    assert_eq!(table.stored().await, (vec!["e2e4".to_owned()], None));
}

#[tokio::test]
async fn what_is_not_stored_has_not_happened_and_nobody_hears_of_it() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    let (mut bert, mut spectator) = (table.visit(Some("bert")).await, table.visit(None).await);
    assert_eq!((&bert.next().await["type"], &spectator.next().await["type"]), (&json!("game"), &json!("game")));
    let (stored, shown) = (table.stored().await, table.shown(None).await);
    let over = Write::Requires(Requirement::Session { token: SessionId::of("a session that has ended") });
    for command in [Command::Do(Action::Offer(Offer::Draw)), Command::Do(Action::Resign), Command::Abort] {
        let error = table.room.act(table.app, Some("anna".into()), Some(over.clone()), command).await.unwrap_err();
        assert_eq!(error.code, "session-over");
    }
    assert_eq!((table.stored().await, table.shown(None).await), (stored, shown));
    table.make_all(&["e2e4"]).await;
    assert_eq!((&bert.next().await["type"], &spectator.next().await["type"]), (&json!("move"), &json!("move")));
}

#[tokio::test]
async fn what_may_not_be_done_changes_nothing() {
    let house = House::open().await;
    let table = house.begin(Opponent::Friend, START, None).await;
    let to_move = |ply, text: &str| Command::Move { ply, text: text.to_owned() };
    assert_eq!(table.refusal("anna", to_move(0, "e2e4")).await, "not-begun");
    assert_eq!(table.refusal("bert", to_move(0, "e2e4")).await, "not-a-player");
    table.act("bert", Command::Join).await.unwrap();
    assert_eq!(table.refusal("cora", Command::Join).await, "full");
    assert_eq!(table.refusal("bert", to_move(0, "e7e5")).await, "not-your-turn");
    assert_eq!(table.refusal("anna", to_move(0, "e2e5")).await, "illegal-move");
    assert_eq!(table.refusal("anna", to_move(2, "e2e4")).await, "stale");
    assert_eq!(table.refusal("anna", Command::Do(Action::Offer(Offer::Takeback))).await, "nothing-to-take-back");
    assert_eq!(table.refusal("anna", Command::Do(Action::Accept(Offer::Draw))).await, "no-offer");
    assert_eq!(table.refusal("anna", Command::Do(Action::Flag)).await, "time-left");
    assert_eq!(table.refusal("anna", Command::Do(Action::Offer(Offer::Rematch))).await, "not-over");
    assert_eq!(table.refusal("anna", Command::Claim).await, "not-left");
    assert_eq!(table.refusal("bert", Command::Remove).await, "not-yours");
    assert_eq!(table.refusal("anna", Command::Remove).await, "not-alone");
    table.make_all(&["e2e4", "e7e5"]).await;
    assert_eq!(table.refusal("anna", Command::Abort).await, "not-at-its-beginning");
}

#[tokio::test]
async fn a_takeback_that_is_accepted_takes_the_moves_out_of_the_store() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    table.make_all(&["e2e4", "e7e5", "g1f3"]).await;
    let (mut bert, mut spectator) = (table.visit(Some("bert")).await, table.visit(None).await);
    assert_eq!(bert.next_of("game").await["game"]["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    spectator.next_of("game").await;
    table.act("anna", Command::Do(Action::Offer(Offer::Takeback))).await.unwrap();
    assert_eq!(bert.next_of("game").await["game"]["offers"]["takeback"], "white");
    assert_eq!(spectator.next_of("game").await["game"]["offers"]["takeback"], "white");
    assert_eq!(table.stored().await.0.len(), 3, "an offer takes nothing back");
    table.act("bert", Command::Do(Action::Accept(Offer::Takeback))).await.unwrap();
    for visit in [&mut bert, &mut spectator] {
        let game = visit.next_of("game").await["game"].take();
        assert_eq!((&game["moves"], &game["offers"]["takeback"]), (&json!(["e2e4", "e7e5"]), &Value::Null));
        assert_eq!(game["position"]["side"], "white");
    }
    assert_eq!(table.stored().await.0, ["e2e4", "e7e5"]);
    // Another move takes the place of the one that was taken back.
    table.make("anna", 2, "f1c4").await.unwrap();
    assert_eq!(table.stored().await.0, ["e2e4", "e7e5", "f1c4"]);
}

#[tokio::test]
async fn a_draw_needs_both_and_a_rematch_changes_sides() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    table.make_all(&["e2e4"]).await;
    table.act("anna", Command::Do(Action::Offer(Offer::Draw))).await.unwrap();
    table.act("bert", Command::Do(Action::Decline(Offer::Draw))).await.unwrap();
    assert_eq!(table.refusal("bert", Command::Do(Action::Accept(Offer::Draw))).await, "no-offer");
    table.act("bert", Command::Do(Action::Offer(Offer::Draw))).await.unwrap();
    assert_eq!(table.stored().await.1, None);
    table.act("anna", Command::Do(Action::Accept(Offer::Draw))).await.unwrap();
    let result = table.result().await.unwrap();
    assert_eq!((result.winner, result.reason.as_str()), (None, "agreement"));
    assert_eq!(table.refusal("bert", Command::Move { ply: 1, text: "e7e5".to_owned() }).await, "over");
    table.act("anna", Command::Do(Action::Offer(Offer::Rematch))).await.unwrap();
    table.act("bert", Command::Do(Action::Accept(Offer::Rematch))).await.unwrap();
    let next = table.room.look(|scene| scene.record.next.clone()).await.expect("there is another game");
    let (record, made) = house.app.store.game(&next).await.unwrap().expect("it is stored");
    let person = |name: &str| Seat::Person(PlayerId::from(name));
    assert_eq!(record.pairing.seats, ByColor { white: person("bert"), black: person("anna") });
    assert_eq!((record.status(), made.texts.len()), (Status::Playing, 0));
}

#[tokio::test]
async fn a_resignation_ends_the_game_for_all() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    table.make_all(&["e2e4"]).await;
    let mut spectator = table.visit(None).await;
    spectator.next_of("game").await;
    // It need not be one's turn.
    table.act("anna", Command::Do(Action::Resign)).await.unwrap();
    let game = spectator.next_of("game").await["game"].take();
    assert_eq!((&game["status"], &game["result"]["winner"]), (&json!("finished"), &json!("black")));
    assert_eq!(game["result"]["reason"], "resignation");
    assert!(table.stored().await.1.is_some_and(|ending| ending.contains("Black wins")));
    assert_eq!(table.refusal("bert", Command::Do(Action::Resign)).await, "over");
}

#[tokio::test]
async fn a_clock_falls_at_its_time_and_not_before() {
    let house = House::open().await;
    let control = TimeControl::Fischer { initial: Duration::from_secs(600), increment: Duration::from_secs(2) };
    let table = house.begin_against_bert(START, Some(control)).await;
    assert!(table.state().await.falls().is_none(), "no clock runs before the first move");
    table.make_all(&["e2e4", "e7e5"]).await;
    let falls = milliseconds(table.state().await.falls().expect("White's clock runs"));
    let at = |time| Moment { time, ..house.app.store.moment() };
    table.state().await.check_flag(&house.app, at(falls - 1)).await.unwrap();
    assert_eq!(table.stored().await.1, None, "there is a millisecond left");
    // A move that has come in time counts, whenever it is looked at.
    let in_time = Command::Move { ply: 2, text: "g1f3".to_owned() };
    table.act_at("anna", in_time, at(falls - 1)).await.unwrap();
    let falls = milliseconds(table.state().await.falls().expect("Black's clock runs"));
    let late = Command::Move { ply: 3, text: "b8c6".to_owned() };
    let refused = table.act_at("bert", late, at(falls)).await.unwrap_err();
    assert_eq!(refused.code, "over");
    let result = table.result().await.unwrap();
    assert_eq!(result.reason, "time");
    assert_eq!(table.stored().await.0, ["e2e4", "e7e5", "g1f3"], "the late move is not made");
    assert!(table.stored().await.1.is_some_and(|ending| ending.contains("White wins")));
}

#[tokio::test]
async fn time_against_a_side_that_can_not_win_is_a_draw() {
    let house = House::open().await;
    let control = TimeControl::Fischer { initial: Duration::from_secs(60), increment: Duration::ZERO };
    let table = house.begin_against_bert("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", Some(control)).await;
    table.make_all(&["g1f1", "h8h7"]).await;
    let falls = milliseconds(table.state().await.falls().expect("White's clock runs"));
    let at = Moment { time: falls, ..house.app.store.moment() };
    table.state().await.check_flag(&house.app, at).await.unwrap();
    assert_eq!(table.result().await.unwrap().winner, None);
}

#[tokio::test]
async fn a_spectator_who_comes_again_sees_all_that_has_happened() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    let mut spectator = table.visit(None).await;
    assert_eq!(spectator.next_of("game").await["game"]["moves"], json!([]));
    table.make_all(&["e2e4"]).await;
    spectator.next_of("move").await;
    table.room.leave(table.app, spectator.number).await;
    let ended = async { while spectator.messages.recv().await.is_some() {} };
    tokio::time::timeout(PATIENCE, ended).await.expect("a visitor who has left gets nothing more");
    table.make("bert", 1, "e7e5").await.unwrap();
    table.make("anna", 2, "g1f3").await.unwrap();
    let mut again = table.visit(None).await;
    let game = again.next_of("game").await["game"].take();
    assert_eq!(game["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(game["spectators"], 1, "a visitor who has left is not counted");
    table.make("bert", 3, "b8c6").await.unwrap();
    assert_eq!(again.next_of("move").await["ply"], 4, "and what happens from now on");
}

#[tokio::test]
async fn a_room_that_was_closed_is_opened_as_it_was() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    table.make_all(&["e2e4", "e7e5", "g1f3"]).await;
    table.act("bert", Command::Do(Action::Offer(Offer::Draw))).await.unwrap();
    let visit = table.visit(None).await;
    Rooms::sweep(&house.app);
    assert_eq!(house.app.rooms.open().len(), 1, "somebody is there");
    table.room.leave(table.app, visit.number).await;
    let shown = table.shown(Some("bert")).await;
    let Table { app, room, id } = table;
    drop((room, visit));
    Rooms::sweep(app);
    assert_eq!(app.rooms.open().len(), 0, "nobody needs it");
    let again = Table { app, room: app.rooms.room(app, &id).await.unwrap(), id };
    assert_eq!(again.shown(Some("bert")).await, shown);
}

#[tokio::test]
async fn an_engine_without_an_answer_resigns_and_one_that_panics_has_lost() {
    let house = House::open().await;
    for illegal in [false, true] {
        let table = house.begin(ENGINE, START, None).await;
        let move_of_white = table.state().await.game.position().legal_moves()[0];
        let at = house.app.store.moment();
        // Done to the state itself, so that no search begins.
        table.act_at("anna", Command::Move { ply: 0, text: "e2e4".to_owned() }, at).await.unwrap();
        let found = illegal.then_some(move_of_white);
        table.state().await.engine_moves(&house.app, found, at).await.unwrap();
        let result = table.result().await.unwrap();
        assert_eq!((result.winner.map(Color::from), result.reason.as_str()), (Some(Color::White), "resignation"));
        assert_eq!(table.stored().await.0, ["e2e4"]);
    }
    let table = house.begin(ENGINE, START, None).await;
    let mut spectator = table.visit(None).await;
    spectator.next_of("game").await;
    // A search that the room has not asked for, or not last, has no say.
    table.room.engine_failed(&house.app, 7).await;
    assert_eq!(table.stored().await.1, None);
    let number = table.state().await.searches;
    table.room.engine_failed(&house.app, number).await;
    let game = spectator.next_of("game").await["game"].take();
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!("white"), &json!("failure")));
    assert!(table.stored().await.1.is_some());
}

#[tokio::test]
async fn the_engines_move_is_made_and_no_other_sides() {
    let house = House::open().await;
    let table = house.begin(ENGINE, START, None).await;
    let at = house.app.store.moment();
    let first = table.state().await.game.position().legal_moves()[0];
    table.state().await.engine_moves(&house.app, Some(first), at).await.unwrap();
    assert_eq!(table.stored().await, (Vec::new(), None), "it is not the engine's turn");
    table.act_at("anna", Command::Move { ply: 0, text: "e2e4".to_owned() }, at).await.unwrap();
    let answer = table.state().await.game.position().parse_move("e7e5").unwrap();
    table.state().await.engine_moves(&house.app, Some(answer), at).await.unwrap();
    assert_eq!(table.stored().await, (vec!["e2e4".to_owned(), "e7e5".to_owned()], None));
    // A takeback needs nobody's consent, and gives the turn back.
    table.act_at("anna", Command::Do(Action::Offer(Offer::Takeback)), at).await.unwrap();
    assert_eq!(table.stored().await.0, [""; 0]);
}

#[tokio::test]
async fn a_win_is_claimed_of_who_has_left_for_long_enough() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    table.make_all(&["e2e4"]).await;
    let (now, changed) = (house.app.store.moment(), table.state().await.record.changed);
    let at = |lived: i64| Moment { time: now.time + lived - now.lived, lived };
    let early = table.act_at("anna", Command::Claim, at(changed + LEFT - 1)).await.unwrap_err();
    assert_eq!(early.code, "not-left");
    let late = at(changed + LEFT + NOTED + 1000);
    assert_eq!(table.act_at("bert", Command::Claim, late).await.unwrap_err().code, "not-left", "it is Bert's turn");
    // Who is in the room has not left.
    let bert = table.visit(Some("bert")).await;
    assert_eq!(table.act_at("anna", Command::Claim, late).await.unwrap_err().code, "not-left");
    table.room.leave(table.app, bert.number).await;
    table.act_at("anna", Command::Claim, late).await.unwrap();
    let result = table.result().await.unwrap();
    assert_eq!((result.winner.map(Color::from), result.reason.as_str()), (Some(Color::White), "left"));
}

/// A line that was entered under other rules: its answer is no move. It goes, and is not tried again.
#[tokio::test]
async fn a_conditional_move_that_can_never_be_made_goes() {
    let house = House::open().await;
    let table = house.begin_against_bert(START, None).await;
    let plan = Plan::stored(vec![vec!["e2e4".to_owned(), "e7e9".to_owned()]]);
    assert!(plan.is_some());
    table.act("bert", Command::Plan { ply: 0, plan }).await.unwrap();
    table.make("anna", 0, "e2e4").await.unwrap();
    {
        let state = table.state().await;
        assert_eq!((state.game.plies(), &state.plans[Color::Black], state.to_retry), (1, &None, false));
    }
    assert!(house.app.store.plans(&table.id).await.unwrap().is_empty());
    table.make("bert", 1, "e7e5").await.unwrap();
}

/// A game of a tournament: nobody calls it off or takes moves back, and a player who does not come loses it.
#[tokio::test]
async fn a_player_who_does_not_come_forfeits_a_game_of_a_tournament() {
    let house = House::open().await;
    let begun = house.begin_against_bert(START, None).await;
    let mut record = begun.state().await.record.clone();
    record.id = GameId::random();
    let id = record.id.clone();
    let record = record.of_tournament("t".into(), false);
    house.app.store.writer().write(vec![Write::NewGame(Box::new(record))]).await.unwrap();
    let table = Table { app: &house.app, room: house.app.rooms.room(&house.app, &id).await.unwrap(), id };
    table.make("anna", 0, "e2e4").await.unwrap();
    assert_eq!(table.refusal("anna", Command::Abort).await, "in-tournament");
    assert_eq!(table.refusal("anna", Command::Do(Action::Offer(Offer::Takeback))).await, "rated-game");
    // A move was made meanwhile.
    assert_eq!(table.refusal("anna", Command::Forfeit { ply: 0 }).await, "stale");
    table.room.act(table.app, None, None, Command::Forfeit { ply: 1 }).await.unwrap();
    let result = table.result().await.unwrap();
    assert_eq!((result.winner.map(Color::from), result.reason.as_str()), (Some(Color::White), "absent"));
    assert_eq!(table.refusal("bert", Command::Forfeit { ply: 1 }).await, "over");
}

const DAYS: i64 = 24 * 60 * 60 * 1000;

/// Games of three days a move: the clock runs from the beginning on, and begins anew with each move.
#[tokio::test]
async fn days_for_each_move_begin_with_the_game_and_with_each_move() {
    let house = House::open().await;
    let control = TimeControl::PerMove(Duration::from_millis(3 * DAYS as u64));
    let table = house.begin_against_bert(START, Some(control)).await;
    let begun = house.app.store.moment();
    let at = |days: i64| Moment { time: begun.time + days * DAYS, lived: begun.lived + days * DAYS };
    let left = async |color: Color, at: Moment| {
        let clocks = table.state().await.record.progress.clocks.unwrap();
        milliseconds(clocks.left(color, crate::time::point(at.time)).unwrap())
    };
    assert!((left(Color::White, at(2)).await - DAYS).abs() < 60_000);
    let made = |ply, text: &str| Command::Move { ply, text: text.to_owned() };
    table.act_at("anna", made(0, "e2e4"), at(2)).await.unwrap();
    // After a move the time is there again; the clock of the other side is set going when the move is sent.
    assert_eq!(left(Color::White, at(2)).await, 3 * DAYS);
    let refused = table.act_at("bert", made(1, "e7e5"), at(6)).await.unwrap_err();
    assert_eq!(refused.code, "over", "{refused:?}");
    let state = table.state().await;
    assert_eq!((state.record.progress.ending.as_ref().unwrap().code(), state.game.plies()), ("time", 1));
}

/// A room of a game with days for each move closes when nobody looks, costs nothing, and is opened when the clock falls.
#[tokio::test]
async fn a_game_that_waits_for_days_is_not_in_memory_until_its_clock_falls() {
    let house = House::open().await;
    let control = TimeControl::PerMove(Duration::from_millis(3 * DAYS as u64));
    let (app, id) = {
        let table = house.begin_against_bert(START, Some(control)).await;
        table.make("anna", 0, "e2e4").await.unwrap();
        (table.app, table.id.clone())
    };
    Rooms::sweep(app);
    let in_memory = || (app.rooms.rooms().len(), app.rooms.alarms().len());
    assert_eq!(in_memory(), (0, 0));
    Rooms::set_alarms(app).await.unwrap();
    assert_eq!(in_memory(), (0, 0), "the clock falls in three days");
    // Three days pass at once: the clock has been running for so long.
    let (mut record, _) = app.store.game(&id).await.unwrap().unwrap();
    let clocks = record.progress.clocks.as_mut().unwrap();
    clocks.run(Color::Black, crate::time::point(crate::time::now() - 3 * DAYS));
    app.store.writer().write(vec![Write::Game(Box::new(record))]).await.unwrap();
    Rooms::set_alarms(app).await.unwrap();
    let ended = async {
        loop {
            let (record, _) = app.store.game(&id).await.unwrap().unwrap();
            if let Some(ending) = record.progress.ending {
                break ending.code().to_owned();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert_eq!(tokio::time::timeout(PATIENCE, ended).await.unwrap(), "time");
    assert_eq!(app.rooms.alarms().len(), 0);
}
