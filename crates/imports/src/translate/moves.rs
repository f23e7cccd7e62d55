//! What else a move can do: double steps, promotions, drops, castling, effects, and what must be done first.

use super::pieces::double_step;
use super::text::quoted;
use super::translation::{SIDES, Translation};
use crate::builtin;
use crate::variant::{ALL, Cell, Cells};
use spielraum_language::betza::{self, BetzaWay};
use spielraum_spec::Mode;
use std::collections::BTreeSet;

/// What a double step says that nobody answers en passant.
const NEVER: &str = " en-passant=#false";

/// Lines that say something of pieces: what they say, and of which.
#[derive(Default)]
struct Lines(Vec<(String, Vec<String>)>);

impl Lines {
    fn add(&mut self, said: String, symbol: &str) {
        let symbol = quoted(symbol);
        match self.0.iter_mut().find(|(other, _)| *other == said) {
            Some((_, symbols)) => symbols.push(symbol),
            None => self.0.push((said, vec![symbol])),
        }
    }
}

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
            let mut line = format!("double-step \"{letter}\" along=\"{along}\" from=\"{region}\"");
            if builtin::special(&word) == "pawn" {
                line += &self.thrice();
            }
            let answer = self.answers(&word, along == "forward");
            if answer != NEVER && self.promotes_in_passing(&word) {
                self.passes_into_zone = true;
            }
            self.rules.push(line + &answer);
        }
    }

    /// From where a pawn may make its step three times, in the words of the definition. It goes so from where it may make two, too.
    fn thrice(&mut self) -> String {
        let doubles = self.double_step_cells();
        let [white, black] = self.cells("tripleStepRegion").map(Option::unwrap_or_default);
        if white.is_empty() && black.is_empty() {
            return String::new();
        }
        if !white.is_subset(&doubles[0]) || !black.is_subset(&doubles[1]) {
            self.lose("tripleStepRegionWhite", "three steps from where two are not possible are not known");
            return String::new();
        }
        if self.cells("enPassantRegion").iter().flatten().any(|cells| !cells.is_empty()) {
            self.lose("tripleStepRegionWhite", "a region of en passant is known of double steps only");
        }
        format!(" thrice-from=\"{}\"", self.regions.name("thrice-rank", white, black))
    }

    /// Whether a piece could be promoted where it takes en passant.
    fn promotes_in_passing(&self, word: &str) -> bool {
        let (from, zone) = (self.double_step_cells(), self.zone());
        let promoted = |side: usize| {
            self.reachable[side].contains(word) && self.variant.forms.contains_key(word)
                || !self.promoted_by(side, word).is_empty()
        };
        let passed = |side: usize, cell: &Cell| {
            let rank = if side == 0 { cell.0.checked_add(1) } else { cell.0.checked_sub(1) };
            rank.is_some_and(|rank| zone[1 - side].contains(&(rank, cell.1)))
        };
        (0..2).any(|side| promoted(1 - side) && from[side].iter().any(|cell| passed(side, cell)))
    }

    /// Who answers a double step en passant, in the words of the definition.
    fn answers(&mut self, word: &str, straight: bool) -> String {
        let captures = |word: &str| {
            let moves = self.variant.pieces.get(word).and_then(|piece| betza::read(&piece.betza).ok());
            let moves = moves.unwrap_or_default();
            let quiet: Vec<_> =
                moves.iter().filter(|one| one.mode != Mode::Capture).flat_map(|one| &one.ways).collect();
            moves.iter().any(|one| one.mode == Mode::Capture && one.ways.iter().any(|way| !quiet.contains(&way)))
        };
        let answering = |side: usize| {
            let types = self.variant.types(&format!("enPassantTypes{}", SIDES[side]));
            let types = types.into_iter().filter(|other| self.reachable[side].contains(other) && captures(other));
            types.collect::<BTreeSet<String>>().into_iter().collect::<Vec<_>>()
        };
        let by = [answering(0), answering(1)];
        let steps = [0, 1].map(|side| self.reachable[side].contains(word));
        let mut answers: Vec<&Vec<String>> = (0..2).filter(|side| steps[1 - side]).map(|side| &by[side]).collect();
        answers.dedup();
        if answers.len() > 1 {
            self.lose("enPassantTypesWhite", "the same pieces of both sides take en passant");
        }
        let answering = answers.first().map_or_else(Vec::new, |answering| (*answering).clone());
        let other = match &answering[..] {
            [only] if only == word => String::new(),
            answering => format!(" answered-by=\"{}\"", self.listed(answering).unwrap_or_default()),
        };
        let regions = self.cells("enPassantRegion");
        if regions.iter().flatten().any(Cells::is_empty)
            && regions.iter().all(|cells| cells.as_ref().is_some_and(Cells::is_empty))
            || answering.is_empty()
        {
            return NEVER.to_owned();
        }
        if regions.iter().all(Option::is_none) {
            return other;
        }
        if !straight {
            self.lose("enPassantRegionWhite", "a region of en passant is known of steps straight ahead only");
            return other;
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
            [one, two] if one == white && two == black => other,
            [one, two] if one.is_empty() && two.is_empty() => NEVER.to_owned(),
            [one, two] => format!(" answered-from=\"{}\"{other}", self.regions.name("answered", one, two)),
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
        let passing = if self.passes_into_zone { " en-passant=#false" } else { "" };
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
                self.say_limits(&limits);
            }
        }
        let mut said = Lines::default();
        let mut prison: Vec<String> = Vec::new();
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
            let zone = self.regions.name("zone", white, black);
            let stuck = if self.variant.flag("immobilityIllegal", false) {
                " required=\"when-stuck\""
            } else {
                " required=\"never\""
            };
            let is_pawn = builtin::special(&word) == "pawn";
            let always = |pawn: bool| match pawn {
                true => self.variant.flag("mandatoryPawnPromotion", true),
                false => self.variant.flag("mandatoryPiecePromotion", false),
            };
            let required = if always(form.is_none() || is_pawn) { "" } else { stuck };
            let letter = self.letter(&word);
            if form.is_some() {
                let trigger = if is_pawn { "ends-in" } else { "touches" };
                let on = match self.variant.flag("piecePromotionOnCapture", false) {
                    true => " on=\"capture\"",
                    false => "",
                };
                said.add(format!("into=\"+\" {trigger}=\"{zone}\"{required}{passing}{on}"), &letter);
                if self.variant.flag("pieceDemotion", false) {
                    let required = if always(false) { "" } else { stuck };
                    said.add(format!("into=\"{letter}\" touches=\"{zone}\"{required}{on}"), &format!("+{letter}"));
                }
                continue;
            }
            let [white, black] = [0, 1].map(|side| self.promoted_by(side, &word));
            let alike = white == black || (0..2).any(|side| !self.reachable[side].contains(&word));
            let own_move = self.variant.flag("sittuyinPromotion", false);
            if own_move && !is_pawn {
                self.lose("sittuyinPromotion", "a promotion as a move of its own is carried over for the pawn only");
            }
            let (trigger, required) = match own_move {
                true => ("stands-in", " last-anywhere=#true peaceful=#true"),
                false => ("ends-in", required),
            };
            let passing = if own_move { "" } else { passing };
            let lines = match alike {
                true => vec![(into, "")],
                false => vec![(white, " for=\"white\""), (black, " for=\"black\"")],
            };
            for (into, side) in lines.into_iter().filter(|(into, _)| !into.is_empty()) {
                let letters: Vec<String> = into
                    .iter()
                    .map(|into| match self.marks_promoted(into) {
                        true => format!("{}~", self.letter(into)),
                        false => self.letter(into),
                    })
                    .collect();
                let mark = if from_prison { " from-prison=#true" } else { "" };
                said.add(
                    format!("into=\"{}\" {trigger}=\"{zone}\"{required}{mark}{passing}{side}", letters.join(" ")),
                    &letter,
                );
                prison.extend(letters.into_iter().filter(|_| from_prison));
            }
        }
        prison.sort();
        prison.dedup();
        if !prison.is_empty() {
            self.rules.push(format!("prison order=\"{}\"", prison.join(" ")));
        }
        self.rules.extend(said.0.iter().map(|(rest, symbols)| format!("promotion {} {rest}", symbols.join(" "))));
    }

    /// Limits of promotions: only while a side has fewer such pieces.
    fn say_limits(&mut self, limits: &[(String, i64)]) {
        let mut said = Lines::default();
        for (word, most) in limits {
            match &self.symbols(word)[..] {
                [] => {}
                [symbol] => said.add(format!("most={most}"), symbol),
                [_, symbol] if symbol.ends_with('~') => said.add(format!("most={most}"), symbol),
                _ => self.lose(
                    "promotionLimit",
                    "a limit that counts promoted pieces together with those of the same moves is not known",
                ),
            }
        }
        self.rules.extend(said.0.iter().map(|(rest, symbols)| format!("promotion-limit {} {rest}", symbols.join(" "))));
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
        let order: Vec<String> = types.iter().map(|word| self.letter(word)).collect();
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
        }
        lines.extend(self.drops(&types));
        let order = order.join(" ");
        let leaves = if returns { "" } else { " captured=\"leaves\"" };
        self.rules.push(match lines.is_empty() {
            true => format!("hand order=\"{order}\"{leaves}"),
            false => format!("hand order=\"{order}\"{leaves} {{\n{}\n}}", lines.join("\n")),
        });
    }

    /// Whether a piece gains a rank with each move.
    fn goes_forward_only(&self, word: &str) -> bool {
        let moves = self.variant.pieces.get(word).and_then(|piece| betza::read(&piece.betza).ok()).unwrap_or_default();
        let ahead =
            |phrase: &String| phrase.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with("forward");
        let mut phrases = moves.iter().flat_map(|one| &one.ways).flat_map(BetzaWay::phrases).peekable();
        phrases.peek().is_some() && phrases.all(ahead)
    }

    fn types_of(&self, key: &str) -> Vec<String> {
        self.variant.types(key)
    }

    /// The lines of the drops that are limited.
    fn drops(&mut self, types: &[String]) -> Vec<String> {
        let variant = self.variant;
        let flag = |key: &str| variant.flag(key, false);
        let (needs_move, no_mate) = (flag("immobilityIllegal"), flag("pawnDropMateIllegal"));
        let (first_rank, zone) = (flag("firstRankPawnDrops"), flag("promotionZonePawnDrops"));
        let rooks = flag("rookDropFirstRank");
        let doubled = self.types_of("dropNoDoubled");
        let most = self.variant.number("dropNoDoubledCount", 1);
        let ranks = self.variant.ranks();
        let near = match self.variant.text("enclosingDrop") {
            Some("reversi") => Some(" if=\"encloses\" along=\"radial\""),
            Some("ataxx") => Some(" if=\"beside\" from=\"own\" along=\"radial\""),
            Some("snort") => Some(" unless=\"beside\" from=\"enemy\" along=\"orthogonal\""),
            Some("anyside") => Some(" if=\"stops\" along=\"orthogonal\""),
            Some("top") => Some(" if=\"stops\" along=\"backward\""),
            _ => None,
        };
        if self.variant.text("enclosingDrop") == Some("anyside") {
            let reason =
                "a piece slides in as far as it can, here, and in Fairy-Stockfish from two sides to the first stop";
            self.lose("enclosingDrop", reason);
        }
        let mut said = Lines::default();
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
            if word == "bishop" && flag("dropOppositeColoredBishop") {
                limits += " both-shades=#true";
            }
            if no_mate && special == "no-mate" {
                limits += " no-mate=#true";
            }
            if let Some(first) = self.variant.cells("enclosingDropStart").filter(|_| near.is_some()) {
                let first = first.clone();
                limits += &format!(" first=\"{}\"", self.regions.name("first-cells", first.clone(), first));
            }
            limits += near.unwrap_or_default();
            let letter = self.letter(word);
            if flag("dropPromoted") && self.variant.forms.contains_key(word) {
                if [" needs-move", " most-per-file", " no-mate"].iter().any(|limit| limits.contains(limit)) {
                    self.lose(
                        "dropPromoted",
                        "other limits for a promoted piece than for the same piece are not known",
                    );
                }
                said.add(format!(" as=\"{letter} +{letter}\"{limits}"), &letter);
            } else if !limits.is_empty() {
                said.add(limits, &letter);
            }
        }
        said.0.iter().map(|(limits, letters)| format!("    drop {}{limits}", letters.join(" "))).collect()
    }

    pub(super) fn say_castling(&mut self) {
        let rights = std::mem::take(&mut self.start.rights);
        if !self.variant.flag("castling", true) || self.variant.flag("gating", false) {
            return;
        }
        if self.variant.flag("castlingDroppedPiece", false) {
            return self.say_dropped_castling();
        }
        if rights.chars().any(|right| !"KQkq".contains(right)) {
            self.lose("startFen", "castling rights are known as K, Q, k and q only");
        }
        let found: Vec<(char, Castling)> =
            rights.chars().filter_map(|right| Some((right, self.castling(right)?))).collect();
        let mirror = |cell: Cell| self.regions.mirror(cell);
        let turned: Vec<Castling> = found.iter().map(|(_, castling)| castling.map(mirror)).collect();
        for ((right, castling), turned) in found.iter().zip(&turned) {
            let own = |right: char| found.iter().find(|(other, _)| *other == right).map(|(_, castling)| castling);
            let line = |right: char, [king, king_to, rook, rook_to]: &Castling| {
                let name = |cell: &Cell| super::regions::cell(*cell);
                let (king, rook) = ([king, king_to].map(name).join("-"), [rook, rook_to].map(name).join("-"));
                format!("castling \"{right}\" king=\"{king}\" rook=\"{rook}\"")
            };
            if right.is_ascii_uppercase() {
                // Black's are White's, mirrored, unless Black has none.
                let only = if own(right.to_ascii_lowercase()).is_some() { "" } else { " for=\"white\"" };
                self.rules.push(line(*right, castling) + only);
            } else if own(right.to_ascii_uppercase()).is_none_or(|white| *white != *turned) {
                self.rules.push(line(*right, castling));
            }
        }
    }

    /// Castling of a king and rooks that are dropped where they start.
    fn say_dropped_castling(&mut self) {
        let (variant, files) = (self.variant, i64::from(self.variant.files()));
        let within = |number: i64, most: u8| u8::try_from(number - 1).ok().filter(|at| *at < most).unwrap_or(0);
        let file = |key: &str, normal: i64| within(variant.number(key, normal), variant.files());
        let rank = within(variant.number("castlingRank", 1), variant.ranks());
        let cell = |file: u8| super::regions::cell((rank, file));
        let (king, kings) = (file("castlingKingFile", 5), variant.types("castlingKingPieceWhite"));
        let rooks = variant.types("castlingRookPiecesWhite");
        let named = |types: &[String]| types.first().map(|word| self.letter(word));
        let (Some(royal), Some(rook), [_], [_]) = (named(&kings), named(&rooks), &kings[..], &rooks[..]) else {
            return self.lose("castlingDroppedPiece", "castling with several types of dropped pieces is not known");
        };
        let (right, left) = (file("castlingKingsideFile", 7), file("castlingQueensideFile", 3));
        let lines = [('K', right, file("", files), right.saturating_sub(1)), ('Q', left, 0, left.saturating_add(1))];
        for (letter, to, from, beside) in lines {
            let (king, to, from, beside) = (cell(king), cell(to), cell(from), cell(beside));
            self.rules.push(format!(
                "castling \"{letter}\" king=\"{king}-{to}\" rook=\"{from}-{beside}\" dropped=\"{royal} {rook}\""
            ));
        }
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

    /// A list of types as a property has it; `None` if no side has one.
    fn listed(&self, types: &[String]) -> Option<String> {
        let symbols: Vec<String> = types.iter().flat_map(|word| self.symbols(word)).collect();
        (!symbols.is_empty()).then(|| symbols.join(" "))
    }

    /// A piece of nobody that is left behind: its letter.
    fn stone(&mut self) -> char {
        let letter = ('A'..='Z').rev().find(|letter| self.variant.by_letter(*letter).is_none()).unwrap_or('W');
        let line = format!("piece \"{letter}\" \"Stone\" owner=\"nobody\"");
        if !self.pieces.contains(&line) {
            self.pieces.push(line);
        }
        letter
    }

    /// The types of captors that turn to stone.
    pub(super) fn turned_to_stone(&self) -> Vec<String> {
        let mut types = self.variant.types("petrifyOnCaptureTypes");
        if self.variant.flag("blastOnCapture", false) {
            let immune = self.variant.types("blastImmuneTypes");
            types.retain(|word| !immune.contains(word));
        }
        types
    }

    pub(super) fn say_effects(&mut self) {
        let variant = self.variant;
        let flag = |key: &str| variant.flag(key, false);
        let turned_to_stone = self.turned_to_stone();
        let held = flag("capturesToHand") && flag("pieceDrops");
        if held && flag("blastOnCapture") {
            self.lose("blastOnCapture", "what an explosion removes leaves the game, here, and goes to no hand");
        }
        if held && !turned_to_stone.is_empty() {
            self.lose(
                "petrifyOnCaptureTypes",
                "a piece that turns to stone leaves the game, here, and goes to no hand",
            );
        }
        if let Some(named) = self.listed(&turned_to_stone) {
            let letter = self.stone();
            self.rules.push(format!("on \"capture\" by=\"{named}\" {{ become \"{letter}\"; }}"));
        }
        if flag("blastOnCapture") {
            let pawns: Vec<String> = self.all().into_iter().filter(|word| builtin::special(word) == "pawn").collect();
            let immune = variant.types("blastImmuneTypes");
            let spared: Vec<String> = pawns.iter().chain(&immune).flat_map(|word| self.symbols(word)).collect();
            let except = if spared.is_empty() { String::new() } else { format!(" except=\"{}\"", spared.join(" ")) };
            let stays = |word: &String| immune.contains(word) || turned_to_stone.contains(word);
            let others: Vec<String> = self.all().into_iter().filter(|word| !stays(word)).collect();
            if immune.is_empty() && turned_to_stone.is_empty() {
                self.rules.push(format!("on \"capture\" {{\n    remove \"mover\"\n    remove \"radial\"{except}\n}}"));
            } else {
                if let Some(named) = self.listed(&others) {
                    self.rules.push(format!("on \"capture\" by=\"{named}\" {{ remove \"mover\"; }}"));
                }
                self.rules.push(format!("on \"capture\" {{ remove \"radial\"{except}; }}"));
            }
            if flag("petrifyBlastPieces") {
                self.lose("petrifyBlastPieces", "what an explosion removes leaves no stone, here");
            }
        }
        // A drop turns pieces over only beside one of its own side, a move always.
        let joined = variant.text("flipEnclosedPieces") == Some("quadwrangle") && flag("pieceDrops");
        if joined {
            self.rules.push("on \"drop\" { convert \"radial\" joined=#true; }".to_owned());
        }
        let converts = match variant.text("flipEnclosedPieces") {
            Some("reversi") => Some(("convert \"radial\" enclosed=#true", true)),
            Some("ataxx") => Some(("convert \"radial\"", true)),
            Some("quadwrangle") => Some(("convert \"radial\"", false)),
            _ => None,
        };
        if let Some((converts, dropped)) = converts {
            let drops = if dropped && flag("pieceDrops") { " \"drop\"" } else { "" };
            self.rules.push(format!("on \"move\" \"capture\"{drops} {{ {converts}; }}"));
        }
        if variant.flag("noFlight", false) && !self.royal.is_empty() {
            self.rules.push("may-not \"flee\"".to_owned());
        }
        for word in variant.types("mutuallyImmuneTypes").into_iter().filter(|word| !self.royal.contains(word)) {
            if let Some(named) = self.listed(&[word]) {
                self.rules.push(format!("may-not \"capture\" of=\"{named}\" by=\"{named}\""));
            }
        }
        self.say_walls();
    }

    fn say_walls(&mut self) {
        let rule = self.variant.text("wallingRule");
        match rule {
            None | Some("none") => return,
            Some("mobile" | "static" | "arrow") => {
                let letter = ['D', 'X', 'Y', 'Z'].into_iter().find(|letter| self.variant.by_letter(*letter).is_none());
                let letter = letter.unwrap_or('W');
                self.pieces.push(format!("piece \"{letter}\" \"Wall\" owner=\"nobody\""));
                let all = self.regions.all();
                let [white, black] = self.cells("wallingRegion").map(|cells| cells.unwrap_or_else(|| all.clone()));
                let place = match self.regions.name("walls", white, black) {
                    anywhere if anywhere == "anywhere" => String::new(),
                    region => format!(" in=\"{region}\""),
                };
                let new = match rule {
                    Some("static") => " new=#true",
                    Some("arrow") => " by=\"mover\" new=#true",
                    _ => "",
                };
                self.rules.push(format!("turn {{\n    move\n    place \"{letter}\"{place}{new}\n}}"));
            }
            Some("past") => {
                if self.cells("wallingRegion").iter().any(Option::is_some) {
                    self.lose("wallingRegionWhite", "a region of the walls that moves leave is not known");
                }
                let letter = self.stone();
                self.rules.push(format!("on \"move\" \"capture\" \"castling\" {{ leave \"{letter}\"; }}"));
            }
            Some(_) => {
                self.lose("wallingRule", "walls that depend on the move before them are not known");
                return;
            }
        }
        if self.variant.flag("wallOrMove", false) {
            self.lose("wallOrMove", "a wall in place of a move is not known");
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
