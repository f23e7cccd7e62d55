//! What makes a position impossible (G7).

use crate::State;
use spielraum_spec::{Color, Owner, PieceType, Spec};

impl State {
    /// Every reason why no game can stand so (G7); what is wrong with the text, [`State::parse`] has reported.
    pub fn faults(&self, spec: &Spec) -> Vec<String> {
        let mut faults = Vec::new();
        let varies = spec.royals_vary();
        for color in Color::BOTH {
            let is_royal = |kind: PieceType| spec.pieces[kind.index()].royal;
            let starts = spec.start.placement.iter().flatten().any(|&(owner, kind)| owner == color && is_royal(kind));
            let held = spec.start.hands[color].iter().any(|(kind, count)| is_royal(*kind) && *count > 0);
            let holds = spec.piece_types().any(|kind| is_royal(kind) && self.hands[color][kind.index()] > 0);
            if varies && (starts || held) && self.royals(spec, color).is_empty() && !holds {
                faults.push(format!("{} has no royal", color.name()));
            }
        }
        for (kind, piece) in spec.piece_types().zip(&spec.pieces).filter(|(_, piece)| piece.royal && !varies) {
            for color in Color::BOTH {
                let starts = spec.start.placement.iter().filter(|placed| **placed == Some((color.into(), kind)));
                let (royals, needed) = (self.count(color, &[kind]), starts.count());
                if royals > needed || royals < needed && !spec.may_lose_royal(kind) {
                    faults.push(format!("{} has {royals} royals {}, not {needed}", color.name(), piece.symbol));
                }
            }
        }
        let at_start = spec
            .start
            .placement
            .iter()
            .flatten()
            .filter(|(owner, kind)| *owner == self.side && spec.pieces[kind.index()].royal);
        // A side that has lost a royal captures none any more (E2).
        let has_lost = !varies && self.royals(spec, self.side).len() < at_start.count();
        if !has_lost && self.in_check(spec, !self.side) {
            faults.push(format!("{} is attacked and not to move", (!self.side).name()));
        }
        if !has_lost && !spec.goals.answers_facing && self.royals_face(spec) {
            faults.push("the royals face each other".into());
        }
        for castling in spec.castlings.iter().filter(|castling| self.castling.contains(&castling.right)) {
            let royal_there = self.at(castling.royal.0) == Some((castling.color.into(), castling.royal_type));
            let partner_there = self.at(castling.partner.0) == Some((castling.color.into(), castling.partner_type));
            if !royal_there || !partner_there {
                faults.push(format!("castling right {} lacks its pieces", castling.right));
            }
        }
        for &cell in &self.unmoved {
            let whose = self.at(cell).and_then(|(owner, _)| owner.color());
            if !whose.is_some_and(|color| spec.firsts.cells(color).contains(cell)) {
                faults.push(format!("nothing on {} has a first move", spec.board.name(cell)));
            }
        }
        for kind in spec.turn.single() {
            let number = self.placement.iter().filter(|placed| **placed == Some((Owner::Nobody, kind))).count();
            if number > 1 {
                faults.push(format!("{number} of {} are placed", spec.pieces[kind.index()].symbol));
            }
        }
        if self.is_extinct(spec, Color::White) && self.is_extinct(spec, Color::Black) {
            faults.push("both sides are extinct".into());
        }
        faults
    }
}
