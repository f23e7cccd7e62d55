//! Games that have ended are counted in what is known of their openings.

use crate::app::App;
use crate::domain::GameId;
use crate::domain::opening::{self, Explored, Step};
use crate::error::ApiResult;
use crate::store::Write;
use spielraum_play::Status;
use spielraum_queries::replay::play_through;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How often it is looked for games of which nothing was heard.
const LOOK: Duration = Duration::from_secs(60);

/// Games that are looked at in a row.
const TOGETHER: i64 = 50;

impl App {
    /// Counts games that have ended, one after another, until the server ends.
    pub async fn explore(self) {
        let mut changes = self.store.games_changed();
        let mut look = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                _ = look.tick() => {}
                change = changes.recv() => match change {
                    Ok(record) if record.status() != Status::Finished => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
                () = self.ended() => return,
            }
            let counted = tokio::select! {
                counted = self.explore_waiting() => counted,
                () = self.ended() => return,
            };
            if let Err(error) = counted {
                tracing::warn!(error.message, "the openings of games that have ended are counted later");
            }
        }
    }

    /// Counts the games that wait.
    async fn explore_waiting(&self) -> ApiResult<()> {
        let mut after = None;
        loop {
            let waiting = self.store.unexplored(after, TOGETHER).await?;
            for game in &waiting {
                let explored = match self.explored(game).await {
                    Ok(explored) => explored,
                    // It goes on waiting, and holds up no other game.
                    Err(error) if error.may_pass() => {
                        tracing::warn!(error.message, %game, "the opening of a game is counted later");
                        continue;
                    }
                    Err(error) => {
                        tracing::debug!(error.message, %game, "nothing is known of the opening of a game");
                        Explored { game: game.clone(), source: None, winner: None, at: 0, steps: Vec::new() }
                    }
                };
                self.store.writer().write(vec![Write::Explored(Box::new(explored))]).await?;
            }
            if waiting.len() < TOGETHER as usize {
                return Ok(());
            }
            after = waiting.last().cloned();
        }
    }

    /// What a game says about openings.
    async fn explored(&self, game: &GameId) -> ApiResult<Explored> {
        let (record, made) = self.store.game(game).await?.ok_or_else(GameId::unknown)?;
        let points = self.store.ratings_in(game).await?;
        let source = opening::source(&record, points.is_some());
        let winner = record.progress.ending.as_ref().and_then(|ending| ending.winner());
        let mut explored = Explored { game: game.clone(), source, winner, at: record.updated, steps: Vec::new() };
        if source.is_none() {
            return Ok(explored);
        }
        let variant = self.variant_of_game(&record.pairing.variant, &record.pairing.options).await?;
        let mut moves = made.texts;
        moves.truncate(opening::DEPTH);
        let steps = move || {
            let (mut steps, mut seen) = (Vec::with_capacity(moves.len()), BTreeSet::new());
            play_through(&variant.rules, Some(&record.pairing.start), &moves, &|| Ok(()), |position, made| {
                let text = position.move_text(made);
                let position_key = opening::key(&variant.view.id, &variant.chosen, position);
                let points = points.as_ref().map_or(0, |points| points[position.side_to_move()]);
                // A game counts once for what it repeats.
                if seen.insert((position_key.clone(), text.clone())) {
                    steps.push(Step { position: position_key, text, points });
                }
            })?;
            Ok(steps)
        };
        explored.steps = self.compute(steps).await?;
        Ok(explored)
    }
}
