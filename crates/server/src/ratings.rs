//! Who may play rated games with whom; docs/play/ratings.md has the rules.

use crate::app::App;
use crate::domain::{PlayerId, Terms};
use crate::error::{ApiError, ApiResult};
use crate::variants::Variant;
use spielraum_play::TimeControl;
use std::sync::Arc;

/// Refuses a player who may not begin a rated game: without an account, or after many that were called off.
pub(crate) async fn may_begin(app: &App, player: &PlayerId) -> ApiResult<()> {
    if !app.store.player(player).await?.is_some_and(|(_, account)| account) {
        let message = "Rated games need an account: register, or play without a rating.";
        return Err(ApiError::forbidden("no-account", message));
    }
    if app.store.has_aborted_enough(player).await? {
        let message =
            "Ten of your rated games were called off within a day. Play without a rating, or try again tomorrow.";
        return Err(ApiError::forbidden("aborted-often", message));
    }
    Ok(())
}

/// Refuses a rated game of two players of whom one may not begin any, or who have begun many with each other.
pub(crate) async fn may_meet(app: &App, one: &PlayerId, other: &PlayerId) -> ApiResult<()> {
    may_begin(app, one).await?;
    may_begin(app, other).await?;
    if app.store.have_met_enough(one, other).await? {
        let message =
            "You two have begun ten rated games with each other within a day. Play without a rating, or with others.";
        return Err(ApiError::forbidden("met-often", message));
    }
    Ok(())
}

/// Refuses help by the engine, by tables or by the solver to a player who has a rated game of a variant that goes on.
pub(crate) async fn may_be_helped(app: &App, player: Option<&PlayerId>, variant: &str) -> ApiResult<()> {
    if let Some(player) = player
        && app.store.plays_rated(player, variant).await?
    {
        let message = "You are playing a rated game of this kind. The engine helps you again when it is over.";
        return Err(ApiError::forbidden("rated-game", message));
    }
    Ok(())
}

/// What a rated game of a variant counts for.
pub(crate) async fn terms(app: &App, variant: &Arc<Variant>, control: Option<TimeControl>) -> ApiResult<Terms> {
    let terms = Terms::new(&variant.view.id, &variant.chosen, variant.is_usual(), control)?;
    let apart = match variant.known_to_rate_sides_apart() {
        Some(known) => known,
        None => {
            let variant = variant.clone();
            app.compute(move || Ok(variant.rates_sides_apart())).await?
        }
    };
    Ok(terms.apart(apart))
}
