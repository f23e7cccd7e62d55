//! Pieces: their moves, and which of them may not be lost.

use super::text::quoted;
use super::translation::{SIDES, Translation};
use crate::builtin;
use crate::variant::{ALL, Variant};
use spielraum_language::betza::{self, BetzaMove, BetzaWay};
use spielraum_spec::{Landing, Mode};

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
        let types = self.variant.types("extinctionPieceTypes");
        let spared = self.variant.number("extinctionPieceCount", 0);
        for word in types {
            // The last ones are royal: from the start where there are no more, and none comes or goes.
            let counts = [0, 1].map(|side| self.count(side, std::slice::from_ref(&word)) as i64);
            let fixed = counts.iter().all(|count| *count == 0 || *count == spared + 1);
            let comes = SIDES.iter().any(|side| {
                self.variant.types(&format!("promotionPieceTypes{side}")).contains(&word)
                    && self.count(usize::from(*side == "Black"), &self.types("promotionPawnTypes")) > 0
            });
            let changes =
                self.variant.forms.iter().any(|(from, into)| (*from == word || *into == word) && self.has(from));
            let dropped = self.start.hand.iter().any(|hand| hand.contains_key(&word));
            if word != ALL && fixed && !comes && !changes && !dropped && counts != [0, 0] {
                self.royal.insert(word);
            } else if counts != [0, 0] || changes {
                self.lose(
                    "extinctionPseudoRoyal",
                    "pieces that become royal, or cease to be, as their number changes are not known",
                );
            }
        }
        if self.variant.text("wallingRule") == Some("mobile") && !self.royal.is_empty() {
            self.royal.clear();
            self.lose("extinctionPseudoRoyal", "a game with turns of several parts has no royal pieces");
        }
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
        let mut all = Vec::new();
        for (side, name) in SIDES.iter().enumerate() {
            let promotes = builtin::special(word) == "pawn"
                || self.variant.types(&format!("promotionPawnTypes{name}")).iter().any(|other| other == word);
            if promotes && self.reachable[side].contains(word) {
                all.extend(self.variant.types(&format!("promotionPieceTypes{name}")));
            }
        }
        all.retain(|into| self.variant.pieces.contains_key(into));
        all.sort_by_key(|into| self.letter(into));
        all.dedup();
        all
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
            match (self.has(&into), self.variant.pieces.contains_key(&into)) {
                (true, _) if self.variant.cells(&format!("mobilityRegionWhite{}", capital(&into))).is_none() => {
                    let letter = self.letter(&into);
                    let called = match name(&into) {
                        none if none.is_empty() => String::new(),
                        name => format!(" {}", quoted(&name)),
                    };
                    self.pieces.push(format!("piece \"{symbol}\"{called} {{ as \"{letter}\"; }}"));
                }
                (_, true) => self.say_piece(&into, &symbol, &name(&into), false),
                _ => self.lose("promotedPieceType", &format!("the piece into which `{}` turns is missing", symbol)),
            }
            if self.variant.forms.contains_key(&into) && !self.variant.flag("pieceDemotion", false) {
                self.lose("promotedPieceType", "a promoted piece that is promoted again is not known");
            }
        }
    }

    fn say_piece(&mut self, word: &str, symbol: &str, name: &str, royal: bool) {
        let Some(piece) = self.variant.pieces.get(word).cloned() else { return };
        let special = builtin::special(word);
        if special == "unlike" {
            self.lose_piece(word, "a piece that can't hop over its like, nor capture it, is not known");
        }
        let mut line = format!("piece \"{symbol}\"");
        if !name.is_empty() {
            line += &format!(" {}", quoted(name));
        }
        if royal {
            line += " royal=#true";
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
            let nowhere = self.regions.name("nowhere", Default::default(), Default::default());
            return (String::new(), vec![format!("step \"orthogonal\" from=\"{nowhere}\"")]);
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
        let stuck = self.is_pawn(word)
            && self.variant.flag("mandatoryPawnPromotion", true)
            && self.promoted_into(word).is_empty()
            && !self.variant.forms.contains_key(word);
        if !stuck {
            return None;
        }
        let [white, black] = self.zone();
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
