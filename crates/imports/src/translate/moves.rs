//! What else a move can do: double steps, promotions, drops, castling, effects, and what must be done first.

use super::pieces::double_step;
use super::translation::{SIDES, Translation};
use crate::builtin;
use crate::variant::{ALL, Cell, Cells};
use spielraum_language::betza::{self, BetzaWay};
use spielraum_spec::Mode;
use std::collections::BTreeMap;

impl Translation<'_> {
    /// From where double steps are possible.
    fn double_step_cells(&self) -> [Cells; 2] {
        if !self.variant.flag("doubleStep", true) {
            return Default::default();
        }
        let rank = |rank: u8| self.regions.all().into_iter().filter(|cell| cell.0 == rank).collect::<Cells>();
        let [white, black] = self.cells("doubleStepRegion");
        [white.unwrap_or_else(|| rank(1)), black.unwrap_or_else(|| rank(6))]
    }

    /// The region of the double steps, if there is one.
    pub(super) fn double_step_region(&mut self) -> Option<String> {
        let [white, black] = self.double_step_cells();
        (!white.is_empty() || !black.is_empty()).then(|| self.regions.name("pawn-rank", white, black))
    }

    pub(super) fn say_double_steps(&mut self) {
        for word in self.all() {
            let Some(piece) = self.variant.pieces.get(&word) else { continue };
            let along = match builtin::special(&word) {
                "pawn" => Some("forward".to_owned()),
                _ => betza::read(&piece.betza)
                    .ok()
                    .and_then(|moves| moves.iter().filter(|one| one.initial).find_map(double_step)),
            };
            let Some(along) = along else { continue };
            let letter = self.letter(&word);
            let Some(region) = self.double_step_region() else { continue };
            let line = format!("double-step \"{letter}\" along=\"{along}\" from=\"{region}\"");
            let answer = self.answers(&word, along == "forward");
            self.rules.push(line + &answer);
        }
    }

    /// Who answers a double step en passant, in the words of the definition.
    fn answers(&mut self, word: &str, straight: bool) -> String {
        const NEVER: &str = " en-passant=#false";
        let captures = |word: &str| {
            let moves = self.variant.pieces.get(word).and_then(|piece| betza::read(&piece.betza).ok());
            let moves = moves.unwrap_or_default();
            let quiet: Vec<_> =
                moves.iter().filter(|one| one.mode != Mode::Capture).flat_map(|one| &one.ways).collect();
            moves.iter().any(|one| one.mode == Mode::Capture && one.ways.iter().any(|way| !quiet.contains(&way)))
        };
        let answering = |side: usize| {
            let types = self.variant.types(&format!("enPassantTypes{}", SIDES[side]));
            types
                .into_iter()
                .filter(|other| self.reachable[side].contains(other) && captures(other))
                .collect::<Vec<_>>()
        };
        let by = [answering(0), answering(1)];
        let steps = [0, 1].map(|side| self.reachable[side].contains(word));
        let other = (0..2).any(|side| steps[1 - side] && by[side].iter().any(|other| other != word));
        let own = (0..2).any(|side| steps[1 - side] && by[side].iter().any(|other| other == word));
        if other {
            self.lose("enPassantTypesWhite", "only a piece of the same type takes en passant");
        }
        let regions = self.cells("enPassantRegion");
        if regions.iter().flatten().any(Cells::is_empty)
            && regions.iter().all(|cells| cells.as_ref().is_some_and(Cells::is_empty))
            || !own
        {
            return NEVER.to_owned();
        }
        if regions.iter().all(Option::is_none) {
            return String::new();
        }
        if !straight {
            self.lose("enPassantRegionWhite", "a region of en passant is known of steps straight ahead only");
            return String::new();
        }
        let [white, black] = self.double_step_cells();
        let answered = |cells: &Cells, them: &Option<Cells>, up: i16| -> Cells {
            let passed = |cell: &Cell| {
                let rank = u8::try_from(i16::from(cell.0) + up).unwrap_or(u8::MAX);
                them.as_ref().is_none_or(|them| them.contains(&(rank, cell.1)))
            };
            cells.iter().copied().filter(passed).collect()
        };
        let from = [answered(&white, &regions[1], 1), answered(&black, &regions[0], -1)];
        match from {
            [one, other] if one == white && other == black => String::new(),
            [one, other] if one.is_empty() && other.is_empty() => NEVER.to_owned(),
            [one, other] => format!(" answered-from=\"{}\"", self.regions.name("answered", one, other)),
        }
    }

    /// Where promotions are possible.
    pub(super) fn zone(&self) -> [Cells; 2] {
        let rank = |rank: u8| self.regions.all().into_iter().filter(|cell| cell.0 == rank).collect::<Cells>();
        let [white, black] = self.cells("promotionRegion");
        [white.unwrap_or_else(|| rank(7)), black.unwrap_or_else(|| rank(0))]
    }

    pub(super) fn say_promotions(&mut self) {
        let (mut limits, mut from_prison) = (Vec::new(), false);
        if let Some(crate::variant::Setting { value: crate::variant::Value::Counts(counts), .. }) =
            self.variant.settings.get("promotionLimit")
        {
            limits.clone_from(counts);
        }
        limits.retain(|(_, most)| *most > 0);
        if !limits.is_empty() {
            // As many as at the start, and captured ones come back: those that a side has lost.
            let own = |word: &str, most: i64| (0..2).all(|side| self.count(side, &[word.to_owned()]) as i64 == most);
            from_prison = limits.iter().all(|(word, most)| own(word, *most))
                && self.all().iter().filter(|word| self.is_pawn(word)).all(|word| {
                    self.promoted_into(word).iter().all(|into| limits.iter().any(|(limited, _)| limited == into))
                })
                && !self.variant.flag("pieceDrops", false)
                && self.variant.forms.is_empty();
            if !from_prison {
                self.lose("promotionLimit", "a limit other than the pieces that a side has lost is not known");
            }
        }
        let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut prison: Vec<String> = Vec::new();
        let mut order = Vec::new();
        for word in self.all() {
            let into = self.promoted_into(&word);
            let form = self.variant.forms.get(&word).cloned();
            let [white, black] = self.zone();
            if (white.is_empty() && black.is_empty()) || (into.is_empty() && form.is_none()) {
                continue;
            }
            if !into.is_empty() && form.is_some() {
                self.lose("promotedPieceType", "a piece with two kinds of promotion is not known");
            }
            let sides = [0, 1].map(|side| {
                let mut types = self.variant.types(&format!("promotionPieceTypes{}", SIDES[side]));
                types.retain(|into| self.variant.pieces.contains_key(into));
                types.sort();
                self.reachable[side].contains(&word).then_some(types)
            });
            if form.is_none()
                && let [Some(white), Some(black)] = &sides
                && white != black
            {
                self.lose("promotionPieceTypesWhite", "the sides of one piece have the same promotions");
            }
            let zone = self.regions.name("zone", white, black);
            let stuck = if self.variant.flag("immobilityIllegal", false) {
                " required=\"when-stuck\""
            } else {
                " required=\"never\""
            };
            let is_pawn = builtin::special(&word) == "pawn";
            let always = match form.is_none() || is_pawn {
                true => self.variant.flag("mandatoryPawnPromotion", true),
                false => self.variant.flag("mandatoryPiecePromotion", false),
            };
            let required = if always { "" } else { stuck };
            let rest = match &form {
                Some(_) if is_pawn => format!("into=\"+\" ends-in=\"{zone}\"{required}"),
                Some(_) => format!("into=\"+\" touches=\"{zone}\"{required}"),
                None => {
                    let letters: Vec<String> = into
                        .iter()
                        .map(|into| match self.marks_promoted(into) {
                            true => format!("{}~", self.letter(into)),
                            false => self.letter(into),
                        })
                        .collect();
                    if from_prison {
                        prison.clone_from(&letters);
                    }
                    let mark = if from_prison { " from-prison=#true" } else { "" };
                    format!("into=\"{}\" ends-in=\"{zone}\"{required}{mark}", letters.join(" "))
                }
            };
            if !said.contains_key(&rest) {
                order.push(rest.clone());
            }
            said.entry(rest).or_default().push(format!("\"{}\"", self.letter(&word)));
        }
        if !prison.is_empty() {
            self.rules.push(format!("prison order=\"{}\"", prison.join(" ")));
        }
        for rest in order {
            self.rules.push(format!("promotion {} {rest}", said[&rest].join(" ")));
        }
    }

    pub(super) fn say_hand(&mut self) {
        let flag = |key: &str| self.variant.flag(key, false);
        if !flag("pieceDrops") {
            if self.start.hand.iter().any(|hand| !hand.is_empty()) && !flag("gating") {
                self.lose("startFen", "pieces in hand that are never dropped are not known");
            }
            return;
        }
        let returns = flag("capturesToHand");
        let never = match (self.types_of("dropNoDoubled"), self.variant.number("dropNoDoubledCount", 1)) {
            (types, 0) => types,
            _ => Vec::new(),
        };
        let in_hand = |word: &String| match returns {
            true => !self.royal.contains(word),
            false => self.start.hand.iter().any(|hand| hand.contains_key(word)),
        };
        let types: Vec<String> = self.all().into_iter().filter(|word| in_hand(word) && !never.contains(word)).collect();
        if types.is_empty() {
            return;
        }
        if let Some(royal) = types.iter().find(|word| self.royal.contains(*word)).cloned() {
            self.lose_piece(&royal, "a royal piece that is dropped is not known");
        }
        let mut order: Vec<String> = types.iter().map(|word| self.letter(word)).collect();
        let mut lines = Vec::new();
        if returns {
            let pawns: Vec<String> = self
                .all()
                .into_iter()
                .filter(|word| self.is_pawn(word) && !self.promoted_into(word).is_empty())
                .collect();
            let marked: Vec<String> = self
                .all()
                .iter()
                .filter(|word| self.marks_promoted(word))
                .map(|word| format!("\"{}~\"", self.letter(word)))
                .collect();
            if let (Some(pawn), false) = (pawns.first().filter(|pawn| types.contains(*pawn)), marked.is_empty()) {
                lines.push(format!("    returns {} as=\"{}\"", marked.join(" "), self.letter(pawn)));
            }
            if pawns.len() > 1 && !marked.is_empty() {
                self.lose("pieceDrops", "which of several pawns a promoted piece was is not known");
            }
        } else if self.captures() {
            // Captured pieces leave the game: what they become can be dropped nowhere.
            let spare = ('A'..='Z').rev().find(|letter| self.variant.by_letter(*letter).is_none());
            let captured: Vec<String> = types
                .iter()
                .flat_map(|word| self.symbols(word))
                .chain(self.promoted_of(&types))
                .map(|symbol| format!("\"{symbol}\""))
                .collect();
            match spare {
                Some(spare) => {
                    let nowhere = self.regions.name("nowhere", Cells::new(), Cells::new());
                    self.pieces.push(format!("// What has been captured; it never comes back.\npiece \"{spare}\" \"Captured\" {{ step \"orthogonal\" from=\"{nowhere}\"; }}"));
                    order.push(spare.to_string());
                    let mut captured = captured;
                    captured.dedup();
                    lines.push(format!("    returns {} as=\"{spare}\"", captured.join(" ")));
                    lines.push(format!("    drop \"{spare}\" in=\"{nowhere}\""));
                }
                None => self.lose("capturesToHand", "captured pieces that leave a game with drops are not known"),
            }
        }
        lines.extend(self.drops(&types));
        let order = order.join(" ");
        self.rules.push(match lines.is_empty() {
            true => format!("hand order=\"{order}\""),
            false => format!("hand order=\"{order}\" {{\n{}\n}}", lines.join("\n")),
        });
    }

    /// Whether there is a piece that captures.
    fn captures(&self) -> bool {
        let captures = |word: &String| {
            let moves = self.variant.pieces.get(word).and_then(|piece| betza::read(&piece.betza).ok());
            moves.into_iter().flatten().any(|one| one.mode != Mode::Quiet)
        };
        self.all().iter().any(captures) || self.variant.forms.values().any(captures)
    }

    /// Whether a piece gains a rank with each move.
    fn goes_forward_only(&self, word: &str) -> bool {
        let moves = self.variant.pieces.get(word).and_then(|piece| betza::read(&piece.betza).ok()).unwrap_or_default();
        let ahead =
            |phrase: &String| phrase.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with("forward");
        let mut phrases = moves.iter().flat_map(|one| &one.ways).flat_map(BetzaWay::phrases).peekable();
        phrases.peek().is_some() && phrases.all(ahead)
    }

    /// The promoted forms of types.
    fn promoted_of(&self, types: &[String]) -> Vec<String> {
        let has_form = |word: &&String| self.variant.forms.contains_key(*word);
        types.iter().filter(has_form).map(|word| format!("+{}", self.letter(word))).collect()
    }

    fn types_of(&self, key: &str) -> Vec<String> {
        self.variant.types(key)
    }

    /// The lines of the drops that are limited.
    fn drops(&mut self, types: &[String]) -> Vec<String> {
        let flag = |key: &str| self.variant.flag(key, false);
        let (needs_move, no_mate) = (flag("immobilityIllegal"), flag("pawnDropMateIllegal"));
        let (first_rank, zone) = (flag("firstRankPawnDrops"), flag("promotionZonePawnDrops"));
        let rooks = flag("rookDropFirstRank");
        let doubled = self.types_of("dropNoDoubled");
        let most = self.variant.number("dropNoDoubledCount", 1);
        let ranks = self.variant.ranks();
        let mut said: Vec<(String, Vec<String>)> = Vec::new();
        for word in types {
            let special = builtin::special(word);
            let zones = self.zone();
            let sides = [0, 1].map(|side| {
                let key = super::pieces::capital(word);
                let mut cells = self.cells("dropRegion")[side].clone().unwrap_or_else(|| self.regions.all());
                if let Some(area) =
                    self.variant.cells(&format!("mobilityRegion{}{key}", SIDES[side])).filter(|area| !area.is_empty())
                {
                    cells.retain(|cell| area.contains(cell));
                }
                let first = if side == 0 { 0 } else { ranks - 1 };
                if special == "pawn" && !first_rank {
                    cells.retain(|cell| cell.0 != first);
                }
                if special == "pawn" && !zone {
                    cells.retain(|cell| !zones[side].contains(cell));
                }
                if word == "rook" && rooks {
                    cells.retain(|cell| cell.0 == first);
                }
                cells
            });
            let [white, black] = sides;
            let mut limits = String::new();
            let all = self.regions.all();
            if white != all || black != all {
                limits += &format!(" in=\"{}\"", self.regions.name("drop-zone", white, black));
            }
            if needs_move {
                limits += " needs-move=#true";
            }
            if doubled.contains(word) {
                limits += &format!(" most-per-file={most}");
            }
            if no_mate && special == "no-mate" {
                limits += " no-mate=#true";
            }
            if limits.is_empty() {
                continue;
            }
            let letter = format!("\"{}\"", self.letter(word));
            match said.iter_mut().find(|(other, _)| *other == limits) {
                Some((_, letters)) => letters.push(letter),
                None => said.push((limits, vec![letter])),
            }
        }
        said.into_iter().map(|(limits, letters)| format!("    drop {}{limits}", letters.join(" "))).collect()
    }

    pub(super) fn say_castling(&mut self) {
        let rights = std::mem::take(&mut self.start.rights);
        if !self.variant.flag("castling", true) || self.variant.flag("gating", false) {
            return;
        }
        if rights.chars().any(|right| !"KQkq".contains(right)) {
            self.lose("startFen", "castling rights are known as K, Q, k and q only");
        }
        let found: Vec<(char, Castling)> =
            rights.chars().filter_map(|right| Some((right, self.castling(right)?))).collect();
        let mirror = |cell: Cell| self.regions.mirror(cell);
        let turned: Vec<Castling> = found.iter().map(|(_, castling)| castling.map(mirror)).collect();
        let mut chosen = String::new();
        let mut mirrored = false;
        for ((right, castling), turned) in found.iter().zip(&turned) {
            let own = |right: char| found.iter().find(|(other, _)| *other == right).map(|(_, castling)| castling);
            let line = |right: char, [king, king_to, rook, rook_to]: &Castling| {
                let name = |cell: &Cell| super::regions::cell(*cell);
                let (king, rook) = ([king, king_to].map(name).join("-"), [rook, rook_to].map(name).join("-"));
                format!("castling \"{right}\" king=\"{king}\" rook=\"{rook}\"")
            };
            if right.is_ascii_uppercase() {
                self.rules.push(line(*right, castling));
                chosen.push(*right);
                // Black's are White's, mirrored; where Black has none its rights begin without it.
                match own(right.to_ascii_lowercase()) {
                    Some(_) => {}
                    None => {
                        let [king, _, rook, _] = *turned;
                        let stands = |cell: &Cell, royal: bool| {
                            let placed = self.start.placed.get(cell).filter(|placed| placed.black);
                            placed.is_some_and(|placed| {
                                self.royal.contains(&placed.word) == royal || self.royal.is_empty()
                            })
                        };
                        mirrored = true;
                        if !stands(&king, true) || !stands(&rook, false) {
                            self.lose(
                                "startFen",
                                "castling of White alone is not known where Black has no such pieces",
                            );
                        }
                    }
                }
            } else {
                chosen.push(*right);
                if own(right.to_ascii_uppercase()).is_none_or(|white| *white != *turned) {
                    self.rules.push(line(*right, castling));
                }
            }
        }
        self.start.rights = if mirrored { chosen } else { String::new() };
    }

    /// What moves from where to where by a right: king and rook.
    fn castling(&self, right: char) -> Option<Castling> {
        let variant = self.variant;
        let side = usize::from(right.is_ascii_lowercase());
        let rank = u8::try_from(variant.number("castlingRank", 1) - 1).ok().filter(|rank| *rank < variant.ranks())?;
        let rank = if side == 0 { rank } else { variant.ranks() - 1 - rank };
        let file = |key: &str, normal: i64| u8::try_from(variant.number(key, normal) - 1).ok();
        let stands = |key: &str, file: u8| {
            let types = variant.types(&format!("{key}{}", SIDES[side]));
            let placed = self.start.placed.get(&(rank, file)).filter(|placed| usize::from(placed.black) == side);
            placed.is_some_and(|placed| types.contains(&placed.kind(variant)))
        };
        let kings: Vec<u8> = (0..variant.files()).filter(|file| stands("castlingKingPiece", *file)).collect();
        let king = match kings[..] {
            [] => return None,
            [king] => king,
            _ => file("castlingKingFile", 5).filter(|king| kings.contains(king))?,
        };
        let rooks = |file: &u8| stands("castlingRookPieces", *file);
        let rook = match right.is_ascii_uppercase() && right == 'K' || right == 'k' {
            true => (0..=file("castlingRookKingsideFile", 26)?.min(variant.files() - 1)).rev().find(rooks)?,
            false => (file("castlingRookQueensideFile", 1)?..variant.files()).find(rooks)?,
        };
        let kingside = king < rook;
        let to = match kingside {
            true => file("castlingKingsideFile", 7)?,
            false => file("castlingQueensideFile", 3)?,
        };
        let rook_to = if kingside { to.checked_sub(1)? } else { to + 1 };
        Some([(rank, king), (rank, to), (rank, rook), (rank, rook_to)])
    }

    pub(super) fn say_effects(&mut self) {
        if self.variant.flag("blastOnCapture", false) {
            if self.variant.flag("capturesToHand", false) && self.variant.flag("pieceDrops", false) {
                self.lose("blastOnCapture", "what an explosion removes leaves the game, here, and goes to no hand");
            }
            let pawns: Vec<String> = self.all().into_iter().filter(|word| builtin::special(word) == "pawn").collect();
            let immune = self.variant.types("blastImmuneTypes");
            let spared: Vec<String> = pawns.iter().chain(&immune).flat_map(|word| self.symbols(word)).collect();
            let except = if spared.is_empty() { String::new() } else { format!(" except=\"{}\"", spared.join(" ")) };
            if immune.is_empty() {
                self.rules.push(format!("on \"capture\" {{\n    remove \"mover\"\n    remove \"radial\"{except}\n}}"));
            } else {
                let others: Vec<String> = self
                    .all()
                    .iter()
                    .filter(|word| !immune.contains(word))
                    .flat_map(|word| self.symbols(word))
                    .collect();
                self.rules.push(format!("on \"capture\" by=\"{}\" {{ remove \"mover\"; }}", others.join(" ")));
                self.rules.push(format!("on \"capture\" {{ remove \"radial\"{except}; }}"));
            }
        }
        match self.variant.text("wallingRule") {
            None | Some("none") => {}
            Some("mobile") => {
                let letter = ['D', 'X', 'Y', 'Z'].into_iter().find(|letter| self.variant.by_letter(*letter).is_none());
                let letter = letter.unwrap_or('W');
                self.pieces.push(format!("piece \"{letter}\" \"Wall\" owner=\"nobody\""));
                let all = self.regions.all();
                let [white, black] = self.cells("wallingRegion").map(|cells| cells.unwrap_or_else(|| all.clone()));
                let place = match self.regions.name("walls", white, black) {
                    anywhere if anywhere == "anywhere" => String::new(),
                    region => format!(" in=\"{region}\""),
                };
                self.rules.push(format!("turn {{\n    move\n    place \"{letter}\"{place}\n}}"));
            }
            Some(_) => self.lose("wallingRule", "walls that depend on the move before them are not known"),
        }
    }

    pub(super) fn say_constraints(&mut self) {
        let variant = self.variant;
        let flag = |key: &str, normal: bool| variant.flag(key, normal);
        if !flag("checking", true) && !self.royal.is_empty() {
            self.rules.push("may-not \"give-check\"".to_owned());
        } else if !flag("dropChecks", true) && flag("pieceDrops", false) && !self.royal.is_empty() {
            self.rules.push("may-not \"give-check\" on=\"drop\"".to_owned());
        }
        let stuck = |word: &String| {
            !self.variant.forms.contains_key(word)
                && self.promoted_into(word).is_empty()
                && self.goes_forward_only(word)
        };
        if flag("immobilityIllegal", false) && self.all().iter().any(stuck) {
            self.lose("immobilityIllegal", "a piece that is never promoted may go where it can't move again");
        }
        if flag("mustDrop", false) {
            let types = self.types_of("mustDropType");
            let by = match types.iter().any(|word| word == ALL) {
                true => String::new(),
                false => {
                    let letters: Vec<String> = types.iter().map(|word| self.letter(word)).collect();
                    format!(" by=\"{}\"", letters.join(" "))
                }
            };
            self.rules.push(format!("must \"drop\"{by}"));
        }
        if flag("mustCapture", false) {
            self.rules.push("must \"capture\"".to_owned());
        }
    }
}

/// From where to where the king goes, and the rook.
type Castling = [Cell; 4];
