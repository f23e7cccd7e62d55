//! Pieces: their moves, and which of them may not be lost.

use super::text::quoted;
use super::translation::{SIDES, Translation};
use crate::builtin;
use crate::variant::{ALL, Cells, Variant};
use spielraum_language::betza::{self, BetzaMove, BetzaWay};
use spielraum_spec::{Landing, Mode};
use std::collections::BTreeSet;

impl Translation<'_> {
    /// Which types may not be left attacked: kings, and the last pieces of a kind where losing them loses the game.
    pub(super) fn choose_royals(&mut self) {
        let kings: Vec<String> = self.all().into_iter().filter(|word| builtin::special(word) == "royal").collect();
        for king in kings {
            if (0..2).any(|side| self.count(side, std::slice::from_ref(&king)) > 1) {
                self.lose_piece(&king, "of several kings of a side Fairy-Stockfish watches one; here all are royal");
            }
            self.royal.insert(king);
        }
        if !self.variant.flag("extinctionPseudoRoyal", false) {
            return;
        }
        let mut types = self.variant.types("extinctionPieceTypes");
        types.retain(|word| word == ALL || (0..2).any(|side| self.may_have(side, word)));
        if self.are_royal_at_first(&types) {
            self.royal.extend(types);
        } else if self.is_last_royal(&types) {
            let set = if self.variant.flag("dupleCheck", false) { "all" } else { "last" };
            self.rules.push(format!("royals \"{set}\""));
            if self.variant.forms.iter().any(|(from, into)| types.contains(into) && self.has(from)) {
                self.lose(
                    "promotedPieceType",
                    "a promotion that makes a further royal may leave the others attacked, here",
                );
            }
            self.royal.extend(types);
        } else {
            self.lose(
                "extinctionPseudoRoyal",
                "royals that come and go are known of one kind for each side, without hands and explosions",
            );
        }
        if matches!(self.variant.text("wallingRule"), Some("mobile" | "static")) && !self.royal.is_empty() {
            self.royal.clear();
            self.lose("extinctionPseudoRoyal", "a game with turns of several parts has no royal pieces");
        }
    }

    /// The types that are promoted to a type, for a side that has them.
    fn turn_into(&self, side: usize, word: &str) -> Vec<String> {
        let forms =
            self.variant.forms.iter().filter(|(from, into)| *into == word && self.reachable[side].contains(*from));
        let pawns =
            self.reachable[side].iter().filter(|from| self.promoted_by(side, from).iter().any(|into| into == word));
        forms.map(|(from, _)| from.clone()).chain(pawns.cloned()).collect()
    }

    /// Whether a side may have pieces of a type.
    fn may_have(&self, side: usize, word: &str) -> bool {
        self.reachable[side].contains(word) || !self.turn_into(side, word).is_empty()
    }

    /// Whether the pieces of these types are royal from the start, and no others become such: there are no more of a type than
    /// are all royal, and what turns into one is royal itself.
    fn are_royal_at_first(&self, types: &[String]) -> bool {
        let spared = self.variant.number("extinctionPieceCount", 0);
        let fits = |side: usize, word: &String| {
            let before = self.turn_into(side, word);
            let of = |word: &String| self.count(side, std::slice::from_ref(word)) as i64;
            let form = self.variant.forms.get(word).filter(|_| self.reachable[side].contains(word));
            of(word) + before.iter().map(of).sum::<i64>() <= spared + 1
                && before.iter().chain(form).all(|other| types.contains(other))
        };
        !types.iter().any(|word| word == ALL)
            && self.start.hand.iter().flat_map(|hand| hand.keys()).all(|word| !types.contains(word))
            && types.iter().all(|word| (0..2).all(|side| fits(side, word)))
    }

    /// Whether of several royals of a side only the last one must be safe: each side has them of one type only, which are
    /// captured for good, and stay what they are.
    fn is_last_royal(&self, types: &[String]) -> bool {
        let flag = |key: &str| self.variant.flag(key, false);
        let one = |side: usize| {
            let own = types.iter().chain(&self.royal).filter(|word| self.may_have(side, word));
            let own: BTreeSet<&String> = own.collect();
            own.len() <= 1
                && own.iter().all(|word| !self.royal.contains(*word) || self.count(side, &[(*word).clone()]) == 1)
        };
        !types.iter().any(|word| word == ALL || self.variant.forms.contains_key(word))
            && self.start.hand.iter().flat_map(|hand| hand.keys()).all(|word| !types.contains(word))
            && self.variant.number("extinctionPieceCount", 0) == 0
            && !(flag("pieceDrops") && flag("capturesToHand"))
            && !flag("blastOnCapture")
            && (0..2).all(one)
    }

    /// Whether a promoted piece of this type is marked, since it turns back when it is captured.
    pub(super) fn marks_promoted(&self, word: &str) -> bool {
        let flag = |key| self.variant.flag(key, false);
        flag("pieceDrops")
            && flag("capturesToHand")
            && !flag("keepsPromoted")
            && self.types("promotionPieceTypes").iter().any(|into| into == word)
            && self.all().iter().any(|from| self.is_pawn(from) && !self.promoted_into(from).is_empty())
    }

    /// Whether pieces of this type are promoted as pawns are.
    pub(super) fn is_pawn(&self, word: &str) -> bool {
        builtin::special(word) == "pawn" || self.types("promotionPawnTypes").iter().any(|other| other == word)
    }

    /// Into what pieces of this type are promoted as pawns are, for the sides that have them.
    pub(super) fn promoted_into(&self, word: &str) -> Vec<String> {
        let mut all: Vec<String> = (0..2).flat_map(|side| self.promoted_by(side, word)).collect();
        all.sort_by_key(|into| self.letter(into));
        all.dedup();
        all
    }

    /// Into what a side's pieces of this type are promoted as pawns are.
    pub(super) fn promoted_by(&self, side: usize, word: &str) -> Vec<String> {
        let types = |key: &str| self.variant.types(&format!("{key}{}", SIDES[side]));
        let promotes = builtin::special(word) == "pawn" || types("promotionPawnTypes").iter().any(|own| own == word);
        if !promotes || !self.reachable[side].contains(word) {
            return Vec::new();
        }
        let mut into = types("promotionPieceTypes");
        into.retain(|into| self.variant.pieces.contains_key(into));
        into.sort_by_key(|into| self.letter(into));
        into.dedup();
        into
    }

    /// The lines of the pieces.
    pub(super) fn say_pieces(&mut self) {
        for word in self.all() {
            let letter = self.letter(&word);
            self.say_piece(&word, &letter, &name(&word), self.royal.contains(&word));
        }
        let marked: Vec<String> = self.all().into_iter().filter(|word| self.marks_promoted(word)).collect();
        for word in marked {
            let letter = self.letter(&word);
            let called = match name(&word) {
                none if none.is_empty() => String::new(),
                name => format!(" {}", quoted(&format!("promoted {name}"))),
            };
            self.pieces.push(format!("piece \"{letter}~\"{called} {{ as \"{letter}\"; }}"));
        }
        for (from, into) in self.variant.forms.clone() {
            if !self.has(&from) {
                continue;
            }
            let symbol = format!("+{}", self.letter(&from));
            let royal = self.royal.contains(&into);
            match (self.has(&into), self.variant.pieces.contains_key(&into)) {
                (true, _) if self.variant.cells(&format!("mobilityRegionWhite{}", capital(&into))).is_none() => {
                    let letter = self.letter(&into);
                    let called = match name(&into) {
                        none if none.is_empty() => String::new(),
                        name => format!(" {}", quoted(&name)),
                    };
                    let royal = if royal { " royal=#true" } else { "" };
                    self.pieces.push(format!("piece \"{symbol}\"{called}{royal} {{ as \"{letter}\"; }}"));
                }
                (_, true) => self.say_piece(&into, &symbol, &name(&into), royal),
                _ => self.lose("promotedPieceType", &format!("the piece into which `{}` turns is missing", symbol)),
            }
            if self.variant.forms.contains_key(&into) {
                self.lose("promotedPieceType", "a promoted piece that is promoted again is not known");
            }
        }
    }

    fn say_piece(&mut self, word: &str, symbol: &str, name: &str, royal: bool) {
        let Some(piece) = self.variant.pieces.get(word).cloned() else { return };
        let special = builtin::special(word);
        let mut line = format!("piece \"{symbol}\"");
        if !name.is_empty() {
            line += &format!(" {}", quoted(name));
        }
        if royal {
            line += " royal=#true";
        }
        if special == "unlike" {
            line += " hurdle=#false";
            self.rules.push(format!("may-not \"capture\" of=\"{symbol}\" by=\"{symbol}\""));
        }
        let resets = self.types("nMoveRuleTypes");
        if resets.iter().any(|other| other == word) {
            let sides = [0, 1].map(|side| {
                !self.reachable[side].contains(word)
                    || self.variant.types(&format!("nMoveRuleTypes{}", SIDES[side])).iter().any(|other| other == word)
            });
            match sides {
                [true, true] => line += " resets-clock=#true",
                _ => self.lose("nMoveRuleTypesWhite", "a piece resets the count of moves for both sides or for none"),
            }
        }
        if let Some(region) = self.mobility(word) {
            line += &format!(" stays-in=\"{region}\"");
        }
        if let Some(region) = self.forbidden(word) {
            line += &format!(" never-enters=\"{region}\"");
        }
        if piece.betza == "-" {
            line += " immobile=#true";
        }
        let (betza, block) = self.moves(word, &piece.betza, special);
        if !betza.is_empty() {
            line += &format!(" betza={}", quoted(&betza));
        }
        match &block[..] {
            [] => {}
            [one] => line += &format!(" {{ {one}; }}"),
            several => line += &format!(" {{\n    {}\n}}", several.join("\n    ")),
        }
        self.pieces.push(line);
    }

    /// The moves in Betza's notation, and what is said in the block.
    fn moves(&mut self, word: &str, betza: &str, special: &str) -> (String, Vec<String>) {
        let rank = self.variant.number("sidewaysRank", 1);
        if betza == "-" {
            return (String::new(), Vec::new());
        }
        if special == "sideways-later" && rank > 1 {
            let ranks = self.variant.ranks();
            let white = self.regions.all().into_iter().filter(|cell| i64::from(cell.0) + 1 >= rank).collect();
            let black = self.regions.all().into_iter().filter(|cell| i64::from(ranks - cell.0) >= rank).collect();
            let region = self.regions.name("beyond", white, black);
            return ("fW".to_owned(), vec![format!("step \"sideways\" from=\"{region}\"")]);
        }
        let moves = match betza::read(betza) {
            Ok(moves) => moves,
            Err(fault) => {
                self.lose_piece(word, format!("at letter {}: {}; {}", fault.at + 1, fault.message, fault.help));
                return ("W".to_owned(), Vec::new());
            }
        };
        let mut text = String::new();
        let mut block = Vec::new();
        for one in &moves {
            let written = betza.get(one.place.clone()).unwrap_or_default();
            match (one.initial, double_step(one)) {
                (false, _) => text += &written.replace('e', ""),
                // It is said by `double-step`.
                (true, Some(_)) => {}
                (true, None) => block.extend(self.first_moves(one)),
            }
        }
        if text.is_empty() && block.is_empty() {
            self.lose_piece(word, "a piece that has nothing but its first move is not known");
        }
        (text, block)
    }

    /// Moves of pieces that stand where they may step twice.
    fn first_moves(&mut self, one: &BetzaMove) -> Vec<String> {
        let Some(region) = self.double_step_region() else { return Vec::new() };
        let mut lines = Vec::new();
        for way in &one.ways {
            let list = |phrases: &[String]| phrases.iter().map(|phrase| quoted(phrase)).collect::<Vec<_>>().join(" ");
            let line = match way {
                BetzaWay::Step(phrases) => format!("step {} from=\"{region}\"", list(phrases)),
                BetzaWay::Leap(phrases) => format!("leap {} from=\"{region}\"", list(phrases)),
                BetzaWay::Slide(phrases, distances) if distances.max == u8::MAX => {
                    format!("slide {} from=\"{region}\"", list(phrases))
                }
                BetzaWay::Slide(phrases, distances) => format!(
                    "slide {} distance=\"{}-{}\" from=\"{region}\"",
                    list(phrases),
                    distances.min,
                    distances.max
                ),
                BetzaWay::Hop(phrases, Landing::Next) => {
                    format!("hop {} landing=\"next\" from=\"{region}\"", list(phrases))
                }
                BetzaWay::Hop(phrases, _) => format!("hop {} from=\"{region}\"", list(phrases)),
                BetzaWay::Route(stages) => {
                    let steps: Vec<String> = stages.iter().map(|stage| format!("step {};", list(stage))).collect();
                    format!("route from=\"{region}\" {{ {} }}", steps.join(" "))
                }
            };
            lines.push(match one.mode {
                Mode::Both => line,
                Mode::Quiet => format!("move-only {{ {line}; }}"),
                Mode::Capture => format!("capture-only {{ {line}; }}"),
            });
        }
        lines
    }

    /// The region in which a type stays.
    fn mobility(&mut self, word: &str) -> Option<String> {
        let key = |side: &str| format!("mobilityRegion{side}{}", capital(word));
        let sides = SIDES.map(|side| self.variant.cells(&key(side)).filter(|cells| !cells.is_empty()));
        if sides.iter().all(Option::is_none) {
            return None;
        }
        let all = self.regions.all();
        let [white, black] = sides.map(|cells| cells.unwrap_or_else(|| all.clone()));
        Some(self.regions.name(&format!("area-{}", self.letter(word).to_lowercase()), white, black))
    }

    /// The zone that pawns do not enter where they must be promoted there, and there is nothing to be promoted to.
    fn forbidden(&mut self, word: &str) -> Option<String> {
        let stuck = |side: usize| {
            let types = self.variant.types(&format!("promotionPawnTypes{}", SIDES[side]));
            let is_pawn = builtin::special(word) == "pawn" || types.iter().any(|other| other == word);
            is_pawn && self.promoted_by(side, word).is_empty()
        };
        if !self.variant.flag("mandatoryPawnPromotion", true) || self.variant.forms.contains_key(word) {
            return None;
        }
        // A side that never has such pieces does not count.
        let own: Vec<usize> = (0..2).filter(|side| self.reachable[*side].contains(word)).collect();
        let [white, black] = self.zone();
        let (white, black) = match &own[..] {
            [side] => {
                if stuck(*side) {
                    (white, black)
                } else {
                    return None;
                }
            }
            _ => (if stuck(0) { white } else { Cells::new() }, if stuck(1) { black } else { Cells::new() }),
        };
        (!white.is_empty() || !black.is_empty()).then(|| self.regions.name("zone", white, black))
    }
}

/// Whether a piece goes to the left in another way than to the right. Black's goes as White's does, turned half round.
pub(super) fn leans(variant: &Variant) -> bool {
    let leans = |phrase: &String| phrase.contains("left") || phrase.contains("right");
    // Routes are said one by one, to the left and to the right.
    let sided = |way: &BetzaWay| !matches!(way, BetzaWay::Route(_)) && way.phrases().iter().any(leans);
    let moves = variant.pieces.values().filter_map(|piece| betza::read(&piece.betza).ok()).flatten();
    moves.into_iter().any(|one| one.ways.iter().any(sided))
}

/// A first move that is a straight double step: its direction.
pub(super) fn double_step(one: &BetzaMove) -> Option<String> {
    match &one.ways[..] {
        [BetzaWay::Slide(phrases, distances)]
            if one.mode == Mode::Quiet && (distances.min, distances.max) == (2, 2) =>
        {
            match &phrases[..] {
                [phrase] => Some(phrase.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// What a piece is called, after its word: `shogiPawn` is a Shogi Pawn; pieces of the file have no name.
fn name(word: &str) -> String {
    if word.starts_with("customPiece") {
        return String::new();
    }
    let mut name = String::new();
    for letter in capital(word).chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push(' ');
        }
        name.push(letter);
    }
    name
}
