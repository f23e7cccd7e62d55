//! Webhooks: requests to sites that are to hear of what happens in a player's games, signed as Standard Webhooks has it
//! (<https://www.standardwebhooks.com>, 1.0).

mod deliver;
mod secret;

pub(crate) use deliver::TRIES;
pub(crate) use secret::Secret;
