//! Monte Carlo tree search of many positions at once, led by what a network says of them (PUCT; Silver et al. 2017).

use crate::batch::in_range;
use crate::game::outcome;
use crate::noise::dirichlet;
use crate::observation::ends;
use crate::pool::Pool;
use crate::{Actions, Layout, NewBatchError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use spielraum_rules::{Color, Move, Position};
use std::sync::Arc;
use thiserror::Error;

/// How a [`TreeSearch`] goes about it.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// How often each position is searched from, 1 to 1,000,000.
    pub visits: u32,
    /// How many positions of a tree are evaluated together at most, 1 to 1,024.
    pub leaves: usize,
    /// How much priors count against results.
    pub exploration: f32,
    /// For how many lost games a visit counts whose evaluation is not there yet, so that the next one goes elsewhere.
    pub virtual_loss: f32,
    /// The chance that the priors of the positions searched are mixed with.
    pub noise: Option<Noise>,
    /// What that depends on.
    pub seed: u64,
    /// How many threads walk through the trees, 1 to 256.
    pub threads: usize,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self { visits: 400, leaves: 8, exploration: 1.5, virtual_loss: 1.0, noise: None, seed: 0, threads: 1 }
    }
}

/// Noise for priors: shares that are left to chance, as a Dirichlet distribution gives them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// How even they are, above 0: the smaller, the more one action gets.
    pub alpha: f32,
    /// How much they count, from 0 to 1.
    pub share: f32,
}

/// Why there is no such search.
#[derive(Debug, Error)]
pub enum NewTreeError {
    /// A number is out of its range, or the system has no more threads.
    #[error(transparent)]
    Options(#[from] NewBatchError),
    /// A number is none that can be used.
    #[error("{name} {range}, not {given}")]
    Number {
        /// What the number is.
        name: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        given: f32,
    },
}

/// Why evaluations can't be used. Nothing has been done with any.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EvaluationError {
    /// There are too many or too few.
    #[error("{leaves} positions of {actions} actions were to be evaluated, not {logits} logits and {values} values")]
    Number {
        /// How many positions were shown.
        leaves: usize,
        /// How many actions there are.
        actions: usize,
        /// How many logits came.
        logits: usize,
        /// How many values came.
        values: usize,
    },
    /// A value is none.
    #[error("a value is from -1 to 1, not {0}")]
    Value(f32),
    /// A logit of a legal action is none.
    #[error("the logit of a legal action is a number, not {0}")]
    Logit(f32),
}

/// The positions of a round, which are to be evaluated: arrays as those of a [`Batch`](crate::Batch).
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// How many there are; none: the search is done.
    pub leaves: usize,
    /// See [`Views::boards`](crate::Views::boards).
    pub boards: Vec<u8>,
    /// See [`Views::features`](crate::Views::features).
    pub features: Vec<i16>,
    /// See [`Views::mask`](crate::Views::mask).
    pub mask: Vec<bool>,
}

/// What a search has found of an action of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The action.
    pub action: u32,
    /// How often it was tried.
    pub visits: u32,
    /// What it was worth to the side that acts, from -1 to 1; 0 if it was not tried.
    pub value: f32,
    /// How likely the network found it, noise included.
    pub prior: f32,
}

/// A search from many positions of a game.
pub struct TreeSearch {
    trees: Vec<Tree>,
    actions: Arc<Actions>,
    layout: Arc<Layout>,
    options: TreeOptions,
    pool: Pool,
}

impl TreeSearch {
    /// A search that begins. Each position comes with the action that was taken in it, if that left open what is promoted elsewhere.
    pub fn new(
        positions: impl IntoIterator<Item = (Position, Option<u32>)>,
        actions: Arc<Actions>,
        layout: Arc<Layout>,
        options: TreeOptions,
    ) -> Result<Self, NewTreeError> {
        if actions.is_empty() {
            return Err(NewBatchError::NoActions.into());
        }
        in_range("the number of visits", options.visits as usize, 1_000_000)?;
        in_range("the number of leaves", options.leaves, 1_024)?;
        in_range("the number of threads", options.threads, 256)?;
        let number = |name, range, given: f32, fits: bool| {
            if fits && given.is_finite() { Ok(()) } else { Err(NewTreeError::Number { name, range, given }) }
        };
        number("the exploration", "is 0 or more", options.exploration, options.exploration >= 0.0)?;
        number("the virtual loss", "is 0 or more", options.virtual_loss, options.virtual_loss >= 0.0)?;
        if let Some(Noise { alpha, share }) = options.noise {
            number("the alpha of the noise", "is above 0", alpha, alpha > 0.0)?;
            number("the share of the noise", "is from 0 to 1", share, (0.0..=1.0).contains(&share))?;
        }
        let pool = Pool::new(options.threads).map_err(NewBatchError::Threads)?;
        let trees = (0..)
            .zip(positions)
            .map(|(number, (position, pending))| Tree::new(position, pending, options.seed, number));
        Ok(Self { trees: trees.collect(), actions, layout, options, pool })
    }

    /// Walks through the trees to the positions that are to be evaluated next.
    pub fn round(&mut self) -> Round {
        let Self { trees, actions, layout, options, pool } = self;
        pool.renew();
        pool.for_each(trees, 1, |tree| tree.collect(actions, layout, options));
        let mut round = Round::default();
        for tree in trees {
            round.leaves += tree.leaves.len();
            round.boards.append(&mut tree.shown.boards);
            round.features.append(&mut tree.shown.features);
            round.mask.append(&mut tree.shown.mask);
        }
        round
    }

    /// Takes the evaluations of the positions of the last round: for each the logits of all actions, and the value for the side
    /// that acts in it.
    pub fn evaluated(&mut self, logits: &[f32], values: &[f32]) -> Result<(), EvaluationError> {
        const ROUNDING: f32 = 1e-4;
        let actions = self.actions.len();
        let leaves: usize = self.trees.iter().map(|tree| tree.leaves.len()).sum();
        if values.len() != leaves || Some(logits.len()) != leaves.checked_mul(actions) {
            return Err(EvaluationError::Number { leaves, actions, logits: logits.len(), values: values.len() });
        }
        if let Some(&value) = values.iter().find(|value| value.is_nan() || value.abs() > 1.0 + ROUNDING) {
            return Err(EvaluationError::Value(value));
        }
        let mut evaluations = logits.chunks_exact(actions).zip(values);
        let mut taken: Vec<(&mut Tree, Vec<Evaluation<'_>>)> = Vec::with_capacity(self.trees.len());
        for tree in &mut self.trees {
            let own: Vec<_> =
                evaluations.by_ref().take(tree.leaves.len()).map(|(logits, &value)| (logits, value)).collect();
            for (leaf, (logits, _)) in tree.leaves.iter().zip(&own) {
                if let Some(logit) =
                    leaf.edges.iter().map(|edge| logits[edge.action as usize]).find(|logit| !logit.is_finite())
                {
                    return Err(EvaluationError::Logit(logit));
                }
            }
            taken.push((tree, own));
        }
        let noise = self.options.noise;
        self.pool.for_each(&mut taken, 1, |(tree, evaluations)| tree.evaluated(evaluations, noise));
        Ok(())
    }

    /// How many positions are searched.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// What has been found of the legal actions of a position, in the order of their numbers; nothing if the game is over in it.
    ///
    /// # Panics
    ///
    /// If there is no position with this number.
    pub fn tried(&self, position: usize) -> impl Iterator<Item = Tried> + '_ {
        let root = self.trees[position].nodes.first();
        root.into_iter().flat_map(|node| node.edges.iter().map(|edge| edge.tried(node.sign)))
    }

    /// What a position is worth to the side that acts in it, as far as has been found.
    ///
    /// # Panics
    ///
    /// If there is no position with this number.
    pub fn value(&self, position: usize) -> f32 {
        self.trees[position].nodes.first().map_or(0.0, Node::mean)
    }
}

/// A tree: a position and what has been found of those after it. Its first node is the position itself.
struct Tree {
    position: Position,
    /// The action that was taken in the position, if it left open what is promoted elsewhere.
    pending: Option<u32>,
    nodes: Vec<Node>,
    /// How many visits there have been, besides those whose evaluations are not there yet.
    visits: u32,
    /// What is to be evaluated in this round, and what is shown of it.
    leaves: Vec<Leaf>,
    shown: Round,
    random: ChaCha8Rng,
}

/// A position that has been evaluated.
struct Node {
    edges: Vec<Edge>,
    /// 1 if White acts, -1 if Black does.
    sign: f32,
    /// What it is worth to White by itself.
    value: f32,
}

/// An action of a position.
struct Edge {
    action: u32,
    /// The move; `None`: the action leaves open what is promoted elsewhere.
    made: Option<Move>,
    prior: f32,
    /// The node it leads to, or [`NONE`].
    node: u32,
    visits: u32,
    /// The visits whose evaluation is not there yet.
    waiting: u32,
    /// What all visits were worth to White, added up.
    total: f32,
}

const NONE: u32 = u32::MAX;

/// A position that is to be evaluated.
struct Leaf {
    /// The nodes that led to it, each with the place of the edge that was taken.
    path: Vec<(u32, u32)>,
    edges: Vec<Edge>,
    sign: f32,
}

/// What is said of a position: the logits of all actions, and the value for the side that acts.
type Evaluation<'a> = (&'a [f32], f32);

/// Where a walk through a tree has ended.
enum End {
    /// The game is over there, or goes on and is to be evaluated.
    Found(Found),
    /// At a position whose evaluation is not there yet.
    Waits,
}

enum Found {
    /// What the end of the game is worth to White.
    Over(f32),
    Open(Vec<Edge>),
}

impl Edge {
    fn new(action: u32, made: Option<Move>) -> Self {
        Self { action, made, prior: 0.0, node: NONE, visits: 0, waiting: 0, total: 0.0 }
    }

    fn tried(&self, sign: f32) -> Tried {
        let value = if self.visits == 0 { 0.0 } else { sign * self.total / self.visits as f32 };
        Tried { action: self.action, visits: self.visits, value, prior: self.prior }
    }
}

impl Node {
    /// What it is worth to the side that acts: the mean of its own value and of all visits.
    fn mean(&self) -> f32 {
        let (total, visits) =
            self.edges.iter().fold((self.value, 1), |(total, visits), edge| (total + edge.total, visits + edge.visits));
        self.sign * total / visits as f32
    }

    /// The place of the edge to be tried next.
    fn best(&self, options: &TreeOptions) -> usize {
        let visits: u32 = self.edges.iter().map(|edge| edge.visits + edge.waiting).sum();
        let explore = options.exploration * (visits.max(1) as f32).sqrt();
        let unknown = self.mean();
        let worth = |edge: &Edge| {
            let tries = (edge.visits + edge.waiting) as f32;
            let value = match edge.visits + edge.waiting {
                0 => unknown,
                _ => (self.sign * edge.total - options.virtual_loss * edge.waiting as f32) / tries,
            };
            value + explore * edge.prior / (1.0 + tries)
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (place, edge) in self.edges.iter().enumerate() {
            let worth = worth(edge);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

impl Tree {
    fn new(position: Position, pending: Option<u32>, seed: u64, number: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let (nodes, leaves, shown) = (Vec::new(), Vec::new(), Round::default());
        Self { position, pending, nodes, visits: 0, leaves, shown, random }
    }

    /// Finds what is to be evaluated in this round; nothing if the search is done.
    fn collect(&mut self, actions: &Actions, layout: &Layout, options: &TreeOptions) {
        self.leaves.clear();
        if self.nodes.is_empty() {
            match found(&self.position, self.pending, actions) {
                Found::Over(value) => self.nodes.push(Node { edges: Vec::new(), sign: sign(&self.position), value }),
                Found::Open(edges) => {
                    self.show(self.pending, &edges, actions, layout);
                    self.leaves.push(Leaf { path: Vec::new(), edges, sign: sign(&self.position) });
                }
            }
            return;
        }
        if self.nodes[0].edges.is_empty() {
            return;
        }
        while self.leaves.len() < options.leaves && self.visits + (self.leaves.len() as u32) < options.visits {
            if !self.walk(actions, layout, options) {
                break;
            }
        }
    }

    /// Walks from the position to one that has not been evaluated; whether another walk makes sense in this round.
    fn walk(&mut self, actions: &Actions, layout: &Layout, options: &TreeOptions) -> bool {
        let (mut path, mut made, mut pending, mut at) = (Vec::new(), 0, self.pending, 0);
        let end = loop {
            let node = &self.nodes[at as usize];
            if node.edges.is_empty() {
                break End::Found(Found::Over(node.value));
            }
            let place = node.best(options);
            let edge = &node.edges[place];
            if edge.node == NONE && edge.waiting > 0 {
                break End::Waits;
            }
            path.push((at, place as u32));
            pending = match edge.made {
                Some(m) => {
                    self.position.make_unchecked(m);
                    made += 1;
                    None
                }
                None => Some(edge.action),
            };
            at = edge.node;
            if at == NONE {
                break End::Found(found(&self.position, pending, actions));
            }
        };
        let goes_on = match end {
            End::Waits => false,
            End::Found(Found::Over(value)) => {
                self.close(&path, value);
                true
            }
            End::Found(Found::Open(edges)) => {
                for &(node, place) in &path {
                    self.nodes[node as usize].edges[place as usize].waiting += 1;
                }
                self.show(pending, &edges, actions, layout);
                self.leaves.push(Leaf { path, edges, sign: sign(&self.position) });
                true
            }
        };
        for _ in 0..made {
            self.position.unmake();
        }
        goes_on
    }

    /// Enters a visit that has ended where the game is over.
    fn close(&mut self, path: &[(u32, u32)], value: f32) {
        let next = self.nodes.len() as u32;
        if let Some(&(node, place)) = path.last() {
            let edge = &mut self.nodes[node as usize].edges[place as usize];
            if edge.node == NONE {
                edge.node = next;
                self.nodes.push(Node { edges: Vec::new(), sign: 1.0, value });
            }
        }
        self.enter(path, value);
    }

    /// Adds what a visit was worth to White to all edges that were taken.
    fn enter(&mut self, path: &[(u32, u32)], value: f32) {
        for &(node, place) in path {
            let edge = &mut self.nodes[node as usize].edges[place as usize];
            edge.visits += 1;
            edge.total += value;
        }
        self.visits += u32::from(!path.is_empty());
    }

    /// Shows the position as it is now.
    fn show(&mut self, pending: Option<u32>, edges: &[Edge], actions: &Actions, layout: &Layout) {
        let Round { boards, features, mask, .. } = &mut self.shown;
        let (board, feature, legal) = (boards.len(), features.len(), mask.len());
        boards.resize(board + layout.board_len(), 0);
        features.resize(feature + layout.features().len(), 0);
        mask.resize(legal + actions.len(), false);
        layout.write_game(&self.position, &mut boards[board..], &mut features[feature..]);
        if let (Some(_), Some(m)) = (pending, edges.first().and_then(|edge| edge.made)) {
            layout.set_pending(ends(m), 1, &mut boards[board..]);
        }
        for edge in edges {
            mask[legal + edge.action as usize] = true;
        }
    }

    /// Takes the evaluations of its leaves, which are in order.
    fn evaluated(&mut self, evaluations: &[Evaluation<'_>], noise: Option<Noise>) {
        for (leaf, &(logits, value)) in std::mem::take(&mut self.leaves).into_iter().zip(evaluations) {
            let Leaf { path, mut edges, sign } = leaf;
            set_priors(&mut edges, logits);
            if let Some(noise) = noise.filter(|_| path.is_empty()) {
                let shares = dirichlet(&mut self.random, noise.alpha, edges.len());
                for (edge, share) in edges.iter_mut().zip(shares) {
                    edge.prior += noise.share * (share - edge.prior);
                }
            }
            for &(node, place) in &path {
                self.nodes[node as usize].edges[place as usize].waiting -= 1;
            }
            let (value, next) = (sign * value.clamp(-1.0, 1.0), self.nodes.len() as u32);
            if let Some(&(node, place)) = path.last() {
                self.nodes[node as usize].edges[place as usize].node = next;
            }
            self.nodes.push(Node { edges, sign, value });
            self.enter(&path, value);
        }
    }
}

/// What a position is: the end of the game, or its actions in the order of their numbers.
fn found(position: &Position, pending: Option<u32>, actions: &Actions) -> Found {
    let moves = position.legal_moves();
    if let Some(outcome) = outcome(position, &moves) {
        return Found::Over(match outcome.winner {
            None => 0.0,
            Some(Color::White) => 1.0,
            Some(Color::Black) => -1.0,
        });
    }
    let mut edges: Vec<Edge> = match pending {
        Some(action) => {
            let fitting = actions.moves_of(&moves, action);
            fitting.into_iter().filter_map(|m| Some(Edge::new(actions.of_remote(m)?, Some(m)))).collect()
        }
        None => moves.iter().map(|&m| Edge::new(actions.of_move(m), Some(m))).collect(),
    };
    edges.sort_by_key(|edge| edge.action);
    edges.dedup_by(|later, first| {
        let same = later.action == first.action;
        if same {
            first.made = None;
        }
        same
    });
    Found::Open(edges)
}

fn sign(position: &Position) -> f32 {
    match position.side_to_move() {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// Makes shares of the logits of legal actions.
fn set_priors(edges: &mut [Edge], logits: &[f32]) {
    let logit = |edge: &Edge| logits[edge.action as usize];
    let most = edges.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for edge in edges.iter_mut() {
        edge.prior = (logit(edge) - most).exp();
        sum += edge.prior;
    }
    edges.iter_mut().for_each(|edge| edge.prior /= sum);
}
