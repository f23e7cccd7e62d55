//! `bare-royals "play-on"`: whether a game with nothing but the royals is over; a draw if nothing is said, unless a royal
//! wins by reaching a region (G6).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{BareRoyals, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("bare-royals", ONE)], topic: Topic::End, read, explain };

const OUTCOMES: &[(&str, BareRoyals)] = &[("draw", BareRoyals::Draw), ("play-on", BareRoyals::PlayOn)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let given = outcome(scope.one("bare-royals"), OUTCOMES, diagnostics);
    let reaches = spec.goals.reach.iter().flat_map(|reach| &reach.pieces).any(|kind| spec.pieces[kind.index()].royal);
    spec.goals.bare_royals = given.unwrap_or(if reaches { BareRoyals::PlayOn } else { BareRoyals::Draw });
}

fn explain(spec: &Spec) -> Vec<String> {
    if !spec.has_royals() || spec.goals.bare_royals == BareRoyals::PlayOn {
        return Vec::new();
    }
    vec!["With nothing but the royals on the board and nothing to drop the game is a draw.".to_owned()]
}
