//! What players know about the game they play.

use spielraum_engine::{Engine, EngineError, EngineOptions, Weights};
use spielraum_language::{Game, Source};
use spielraum_rules::Rules;

/// What players know about the game they play.
#[derive(Clone, Debug)]
pub struct KnownGame {
    /// What it is called in UCI.
    pub variant: String,
    /// The options that were chosen.
    pub settings: Vec<(String, String)>,
    /// Its rules.
    pub rules: Rules,
    /// What our engine holds positions to be worth.
    pub weights: Weights,
}

impl KnownGame {
    /// A game with the options `settings` chosen, whose rules have been compiled.
    pub fn new(game: &Game, rules: &Rules, settings: &[(String, String)]) -> Self {
        Self {
            variant: game.id().to_owned(),
            settings: settings.to_vec(),
            rules: rules.clone(),
            weights: weights_for(game, rules),
        }
    }

    /// Our engine for this game.
    pub fn engine(&self, options: EngineOptions) -> Result<Engine, EngineError> {
        Engine::new(&self.rules, options).map(|engine| self.instruct(engine))
    }

    /// Our engine for this game, made of one for another, whose memory it takes over.
    pub fn engine_from(&self, other: Engine) -> Engine {
        self.instruct(other.for_game(&self.rules))
    }

    fn instruct(&self, mut engine: Engine) -> Engine {
        // They were made for these rules.
        let _ = engine.set_weights(self.weights.clone());
        engine
    }
}

/// The weights that were tuned for a game of the catalogue; for any other game, those derived from its rules.
pub fn weights_for(game: &Game, rules: &Rules) -> Weights {
    let derived = || Weights::default_for(rules);
    // A file may have the name of a game of the catalogue and be another game.
    let original = || spielraum_language::load(Source::Builtin(game.id()), &[]).ok();
    let Some(text) = spielraum_language::weights(game.id()) else { return derived() };
    match original() {
        Some(original) if original.spec().start == game.spec().start && original.options() == game.options() => {
            Weights::parse(rules, text).unwrap_or_else(|_| derived())
        }
        _ => derived(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tuned_weights_can_be_read() {
        for id in spielraum_language::catalogue() {
            let rules = spielraum_language::load(Source::Builtin(id), &[]).unwrap().rules().unwrap();
            if let Some(text) = spielraum_language::weights(id) {
                assert!(Weights::parse(&rules, text).is_ok(), "{id}: {:?}", Weights::parse(&rules, text));
            }
        }
    }
}
