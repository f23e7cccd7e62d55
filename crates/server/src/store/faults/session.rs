//! A recorded session: games, accounts, sessions and definitions, as the server asks the writer for them.

use crate::domain::chat::{Channel, Message};
use crate::domain::opening::{self, Explored, Source};
use crate::domain::two_factor::{Proof, TwoFactor};
use crate::domain::{
    Chapter, DefinitionId, GameId, Options, PlayerId, Record, SessionId, Study, StudyId, StudyRole, Terms, Visibility,
    study,
};
use crate::store::{StudyWrite, Write};
use crate::time::Moment;
use spielraum_arcade::Game;
use spielraum_play::{Action, GameState, Offer, Opponent, Pairing, Plan, Seat, TimeControl};
use spielraum_rules::{ByColor, Color};
use spielraum_wire::{StudyChange, StudyNode};
use std::time::Duration;

/// One thing that is asked of the store.
#[derive(Clone, Debug)]
pub enum Step {
    Write(Vec<Write>),
    /// A game is read with its moves.
    Game(GameId),
    Checkpoint,
    Ready,
}

/// The whole session, the same each time but for ids.
pub fn record() -> Vec<Step> {
    let mut steps = vec![newcomer("ada"), newcomer("bob"), Step::Ready, newcomer("eve")];
    let [ada, bob] = ["ada", "bob"].map(PlayerId::from);
    steps.push(account("ada", "Ada"));
    let codes =
        TwoFactor { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(), used: 1, recovery: "one two".to_owned() };
    steps.push(Step::Write(vec![Write::TwoFactor { player: ada.clone(), codes }]));
    for proof in [Proof::Step(2), Proof::Recovery("one".to_owned())] {
        steps.push(Step::Write(vec![Write::Prove { player: ada.clone(), proof }]));
    }
    steps.push(definition(900));
    let mut game = Played::begin(&mut steps, &ada, Opponent::Friend);
    game.joined(&mut steps, &bob);
    for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        game.moves(&mut steps, text);
    }
    steps.push(account("bob", "Bob"));
    game.acts(&mut steps, Action::Offer(Offer::Takeback));
    game.taken_back(&mut steps);
    steps.push(Step::Checkpoint);
    game.moves(&mut steps, "f1c4");
    steps.push(Step::Game(game.record.id.clone()));
    let mut other = Played::begin(&mut steps, &"eve".into(), Opponent::OneScreen);
    other.moves(&mut steps, "d2d4");
    // A definition that takes several pages, and one that is there already.
    steps.push(definition(9_000));
    steps.push(definition(900));
    // One is published, and a new version of it.
    steps.push(published(900, None));
    steps.push(published(9_000, Some(900)));
    steps.push(Step::Write(vec![
        Write::Rename { id: "bob".into(), name: "Robert".to_owned() },
        Write::EndSessions { player: "bob".into() },
        Write::Password { player: "bob".into(), password: "other".to_owned() },
    ]));
    steps.push(Step::Write(vec![Write::HandOver { from: "eve".into(), to: ada }]));
    // Conditional moves that are replaced, and a note that is.
    let (id, player) = (game.record.id.clone(), PlayerId::from("ada"));
    for (line, text) in [(&["f8c5", "c2c3"][..], "Italian"), (&["f8c5", "b2b4", "c5b4", "c2c3"], "Evans?")] {
        let plan = Plan::stored(vec![line.iter().map(|text| (*text).to_owned()).collect()]);
        steps.push(Step::Write(vec![
            Write::Plan { game: id.clone(), player: player.clone(), plan },
            Write::Note { game: id.clone(), player: player.clone(), text: text.to_owned() },
        ]));
    }
    for (number, text) in [(1, "Good luck"), (2, "Thank you")] {
        let message = Message { channel: Channel::Players, number, player: "ada".into(), text: text.to_owned(), at: 7 };
        steps.push(Step::Write(vec![Write::Said { game: id.clone(), message }]));
    }
    game.acts(&mut steps, Action::Resign);
    // What it says of an opening counts once.
    let (winner, at) = (Some(Color::Black), crate::time::now());
    let made = [("start", "e2e4"), ("other", "g1f3")].map(|(position, text)| opening::Step {
        position: position.to_owned(),
        text: text.to_owned(),
        points: 1500,
    });
    let explored = [Source::Rated, Source::Casual].map(|source| {
        let (game, source) = (game.record.id.clone(), Some(source));
        Write::Explored(Box::new(Explored { game, source, winner, at, steps: made.to_vec() }))
    });
    steps.push(Step::Write(explored.to_vec()));
    steps.push(Step::Write(vec![Write::RemoveGame { id: other.record.id }]));
    let [one, other] = ["ada", "bob"].map(PlayerId::from);
    steps.push(Step::Write(vec![
        Write::Block { id: "block".to_owned(), player: one.clone(), blocked: other.clone() },
        Write::Report {
            id: "report".to_owned(),
            reporter: one,
            player: other.clone(),
            game: game.record.id.to_string(),
            reason: "name".to_owned(),
            text: "Rude".to_owned(),
        },
        Write::Bar { player: "eve".into() },
        Write::Audit { what: "bar eve".to_owned() },
        Write::Spent { kind: "log-ins", who: "ada".to_owned(), until: i64::MAX },
    ]));
    studies(&mut steps);
    steps.push(Step::Write(vec![Write::Heartbeat, Write::RemoveUnused]));
    steps.push(Step::Game(game.record.id));
    steps.push(Step::Ready);
    steps.push(newcomer("last"));
    steps
}

/// A study that two write, whose changes are folded into a chapter once.
fn studies(steps: &mut Vec<Step>) {
    let [ada, bob] = ["ada", "bob"].map(PlayerId::from);
    let id = StudyId::from("study");
    let chapter = |number| Chapter {
        number,
        title: format!("Chapter {number}"),
        variant: "chess".to_owned(),
        options: Options::new(),
        fen: "k".to_owned(),
        nodes: vec![StudyNode::default()],
        edits: 0,
    };
    let now = crate::time::now();
    let (title, visibility) = ("Openings".to_owned(), Visibility::Private);
    let study = Study { id: id.clone(), owner: ada, title: title.clone(), visibility, created: now, changed: now };
    let mut write = |writes: Vec<StudyWrite>| {
        steps.push(Step::Write(writes.into_iter().map(|write| Write::Study(Box::new(write))).collect()));
    };
    write(vec![StudyWrite::New { study, chapters: vec![chapter(1)] }]);
    write(vec![StudyWrite::Member { id: id.clone(), player: bob, role: Some(StudyRole::Write) }]);
    write(vec![
        StudyWrite::AddChapters { id: id.clone(), chapters: vec![chapter(2), chapter(3)] },
        StudyWrite::Order { id: id.clone(), numbers: vec![2, 1, 3] },
        StudyWrite::RemoveChapter { id: id.clone(), number: 3 },
        StudyWrite::Chapter { id: id.clone(), number: 2, title: "The first".to_owned() },
        StudyWrite::Settings { id: id.clone(), title, visibility: Visibility::Public },
    ]);
    let mut nodes = vec![StudyNode::default()];
    for (edit, text) in [(1, "e2e4"), (2, "d2d4"), (3, "c2c4")] {
        let change = StudyChange::Add { path: Vec::new(), text: text.to_owned() };
        let stored = serde_json::to_string(&change).unwrap();
        study::apply(&mut nodes, &change).unwrap();
        let mut writes = vec![StudyWrite::Edit { id: id.clone(), chapter: 1, edit, change: stored }];
        if edit == 2 {
            writes.push(StudyWrite::Fold { id: id.clone(), chapter: 1, nodes: nodes.clone(), edits: edit });
        }
        write(writes);
    }
}

fn newcomer(id: &str) -> Step {
    let (player, token) = (PlayerId::from(id), SessionId::from(&*format!("token-of-{id}")));
    Step::Write(vec![
        Write::NewPlayer { id: player.clone(), name: format!("Guest {id}") },
        Write::NewSession { token, player, device: None },
    ])
}

fn account(id: &str, name: &str) -> Step {
    let (player, name) = (PlayerId::from(id), name.to_owned());
    Step::Write(vec![
        Write::Rename { id: player.clone(), name: name.clone() },
        Write::NewAccount { name, player: player.clone(), password: "hash".to_owned() },
        Write::EndSession { token: format!("token-of-{id}").as_str().into() },
        Write::NewSession { token: format!("second-of-{id}").as_str().into(), player, device: None },
    ])
}

fn definition(length: usize) -> Step {
    Step::Write(vec![Write::NewDefinition { id: definition_id(length), text: "x".repeat(length) }])
}

fn definition_id(length: usize) -> DefinitionId {
    DefinitionId::of(&"x".repeat(length))
}

fn published(length: usize, replaces: Option<usize>) -> Step {
    let definition = definition_id(length);
    let summary = format!(
        r#"{{"id":"{definition}","title":"T","summary":"","board":"3x3","dimensions":2,"cells":9,"hasRoyal":false,"hands":"none","pieceTypes":1,"movesAtStart":4}}"#
    );
    let replaces = replaces.map(definition_id);
    Step::Write(vec![Write::Publish { definition, player: "ada".into(), summary, replaces }])
}

/// A game of the session.
struct Played {
    game: GameState,
    record: Record,
    /// Milliseconds.
    now: i64,
}

impl Played {
    fn begin(steps: &mut Vec<Step>, by: &PlayerId, opponent: Opponent) -> Self {
        let chess = Game::open("chess", &[]).unwrap();
        let start = chess.rules().start();
        let now = crate::time::now();
        let control = TimeControl::Fischer { initial: Duration::from_secs(60), increment: Duration::from_secs(1) };
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: Options::new(),
            title: chess.title().to_owned(),
            start: start.fen(),
            opponent,
            seats: Seat::all(by, Color::White, opponent),
            control: Some(control),
        };
        let terms = (opponent == Opponent::Friend).then(|| Terms::parse("blitz.chess")).flatten();
        let record = Record::begin(pairing, by.clone(), Moment { time: now, lived: 0 });
        let record = record.helped(terms.is_none()).rated(terms);
        let game = GameState::restored(start.clone(), start, opponent.players(), record.progress.clone())
            .with_clocks(ByColor::both(Some(control)));
        steps.push(Step::Write(vec![Write::NewGame(Box::new(record.clone()))]));
        Self { game, record, now }
    }

    fn joined(&mut self, steps: &mut Vec<Step>, by: &PlayerId) {
        self.record.pairing.seats.black = Seat::Person(by.clone());
        self.game.apply(Color::Black, Action::Begin, crate::time::point(self.now)).unwrap();
        self.store(steps, None);
    }

    fn moves(&mut self, steps: &mut Vec<Step>, text: &str) {
        let m = self.game.position().parse_move(text).unwrap();
        self.acts_as(self.game.side_to_move(), Action::Move(m));
        let (game, plies) = (self.record.id.clone(), self.game.plies());
        let clocks = self.game.clocks_after(plies);
        let write = Write::Move { game, ply: plies as u32, text: text.to_owned(), clocks };
        self.store(steps, Some(write));
    }

    /// The side to move does something that makes no move.
    fn acts(&mut self, steps: &mut Vec<Step>, action: Action) {
        self.acts_as(self.game.side_to_move(), action);
        self.store(steps, None);
    }

    /// The other one accepts what was offered.
    fn taken_back(&mut self, steps: &mut Vec<Step>) {
        self.acts_as(!self.game.side_to_move(), Action::Accept(Offer::Takeback));
        let ply = self.game.plies() as u32 + 1;
        self.store(steps, Some(Write::Undo { game: self.record.id.clone(), ply }));
    }

    fn acts_as(&mut self, side: Color, action: Action) {
        self.now += 1_500;
        self.game.apply(side, action, crate::time::point(self.now)).unwrap();
    }

    fn store(&mut self, steps: &mut Vec<Step>, write: Option<Write>) {
        self.record.take_up(&self.game, Moment { time: self.now, lived: 0 });
        steps.push(Step::Write(write.into_iter().chain([Write::Game(Box::new(self.record.clone()))]).collect()));
    }
}
