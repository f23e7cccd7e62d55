//! Random definitions as a designer would write them: what the definition language can say of one, in its words. Reading
//! the text gives the same definition as was made directly.
//!
//! The text and the data that it must mean are made side by side, from the language's reference
//! (docs/definition-language.md) alone.

use super::definition::{Royals, SOME, definition};
use super::histories::repetition;
use super::phrases::{Axes, Phrases, quoted};
use super::start;
use spielraum_catalogue::{Compile, Source, load};
use spielraum_geometry::{CellSet, Offset};
use spielraum_oracle::State;
use spielraum_rules::spec::{
    Bound, CapturedPieces, Castling, Choice, Circumstance, Condition, Consequence, Constraint, Counter, Demand,
    DoubleStepPath, Draws, Effect, EndResult, EndRule, Home, Landing, Mark, MateBy, Mode, MovePart, Neighbours,
    NoMoves, Observers, Ownership, Pass, Pattern, PieceType, Place, PromotionForce, PromotionText, PromotionTrigger,
    Rebirth, Reborn, RebornAs, Reflection, Relation, RemoteChange, Repeater, Repetition, RoyalSet, Setup, Spec,
    Subject, Swap, Symbol, TurnPart, Whose,
};
use spielraum_rules::{ByColor, Color};
use spielraum_testkit::from_env;
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::SliceRandom;

/// A definition and its text, which are made together.
struct Writer<'r> {
    random: &'r mut StdRng,
    spec: Spec,
    phrases: Phrases,
    /// The regions that the text names, in order, and how each is written.
    regions: Vec<ByColor<CellSet>>,
    /// The lines of the text, those of one kind together: their order matters.
    groups: Vec<Vec<String>>,
    named: Vec<String>,
}

/// What the language can say of a definition, and its text.
fn write(random: &mut StdRng, spec: Spec, royals: &Royals) -> Option<(Spec, String)> {
    let axes = Axes::random(random);
    let phrases = Phrases { board: spec.board.clone(), axes };
    let mut writer = Writer { random, spec, phrases, regions: Vec::new(), groups: Vec::new(), named: Vec::new() };
    writer.board();
    writer.hands();
    writer.pieces();
    writer.castlings(royals)?;
    writer.promotions();
    writer.remote_promotion();
    writer.double_steps();
    writer.first_moves();
    writer.swap();
    writer.effects();
    writer.turn();
    writer.pass();
    writer.constraints();
    writer.ends();
    let Writer { random, mut groups, spec, regions, named, phrases } = writer;
    let regions: Vec<String> =
        (0..).zip(&regions).map(|(number, cells)| phrases.region(random, number, cells)).collect();
    groups.extend([regions, named]);
    groups.shuffle(random);
    Some((spec, groups.concat().join("\n")))
}

impl Writer<'_> {
    fn line(&mut self, line: String) {
        self.groups.push(vec![line]);
    }

    /// With a probability.
    fn may(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    /// The name of a region.
    fn region(&mut self, cells: &ByColor<CellSet>) -> String {
        let all = self.spec.board.all();
        if *cells == ByColor::both(all) && self.may(0.8) {
            return "anywhere".to_owned();
        }
        let others = ByColor::new(|color| all - cells[color]);
        let negated = !others.white.is_empty() && !others.black.is_empty() && self.may(0.2);
        let swapped = ByColor { white: cells.black, black: cells.white };
        let (prefix, cells) = match (negated, self.may(0.2)) {
            (true, _) => ("not ", others),
            (false, true) => ("enemy ", swapped),
            (false, false) => ("", *cells),
        };
        let number = self.regions.iter().position(|known| *known == cells).unwrap_or_else(|| {
            self.regions.push(cells);
            self.regions.len() - 1
        });
        format!("{prefix}region-{number}")
    }

    /// The letters of pieces, as a list.
    fn list(&self, kinds: &[PieceType]) -> String {
        kinds.iter().map(|kind| self.symbol(*kind).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The letters of pieces, as values behind a word.
    fn values(&self, kinds: &[PieceType]) -> String {
        kinds.iter().map(|kind| format!("\"{}\"", self.symbol(*kind))).collect::<Vec<_>>().join(" ")
    }

    fn symbol(&self, kind: PieceType) -> Symbol {
        self.spec.pieces[kind.index()].symbol
    }

    /// The name of some directions that are said at one place only.
    fn name(&mut self, phrases: &[String]) -> String {
        let name = format!("way-{}", self.named.len());
        self.named.push(format!("directions \"{name}\" {}", quoted(phrases)));
        name
    }

    fn board(&mut self) {
        let shape = self.spec.board.shape();
        let names: Vec<&str> = shape.levels.iter().map(|level| level.name.as_str()).collect();
        let (files, ranks) = (shape.files.len(), shape.ranks);
        let line = match (names == [""], self.random.random_bool(0.5)) {
            (true, true) => format!("board files={files} ranks={ranks}"),
            (true, false) => format!("board {{ level \"\" files={files} ranks={ranks}; }}"),
            (false, true) => format!("board levels=\"{}\" files={files} ranks={ranks}", names.join(" ")),
            (false, false) => {
                let levels: String = names.iter().map(|name| format!("level \"{name}\"; ")).collect();
                format!("board files=\"{}\" ranks={ranks} {{ {levels}}}", shape.files.join(" "))
            }
        };
        self.line(line);
        let mirror = self.phrases.axes.line();
        self.groups.extend(mirror.map(|line| vec![line]));
    }

    /// Castling moves belong to pieces of the start; Black's are those of White's letters unless they are given.
    fn castlings(&mut self, royals: &Royals) -> Option<()> {
        let fen = start(self.random, &self.spec, royals)?;
        let state = State::parse(&self.spec, &fen).ok()?;
        // Each royal type has to stand somewhere.
        for (kind, piece) in self.spec.piece_types().zip(&self.spec.pieces) {
            if piece.royal && Color::BOTH.into_iter().all(|color| state.count(color, &[kind]) == 0) {
                return None;
            }
        }
        let mut castlings = std::mem::take(&mut self.spec.castlings);
        castlings.retain_mut(|castling| {
            let Castling { color, royal, partner, .. } = *castling;
            let (Some((one, royal_type)), Some((other, partner_type))) = (state.at(royal.0), state.at(partner.0))
            else {
                return false;
            };
            (castling.royal_type, castling.partner_type) = (royal_type, partner_type);
            // Their cells are given.
            castling.by_partner = false;
            castling.dropped = false;
            let is_royal = |kind: PieceType| self.spec.pieces[kind.index()].royal;
            let stays = royal.0 == royal.1 && partner.0 == partner.1;
            one == color
                && other == color
                && is_royal(royal_type) == self.spec.has_royals()
                && !is_royal(partner_type)
                && royal.1 != partner.1
                && !stays
        });
        let rights: Vec<char> = castlings.iter().map(|castling| castling.right).collect();
        castlings
            .retain(|castling| castling.color == Color::Black || rights.contains(&castling.right.to_ascii_lowercase()));
        let kept: Vec<char> = castlings.iter().map(|castling| castling.right).collect();
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        fields[2].retain(|right| kept.contains(&right));
        if fields[2].is_empty() {
            fields[2].push('-');
        }
        let fen = fields.join(" ");
        let board = self.spec.board.clone();
        let way = |(from, to)| format!("{}-{}", board.name(from), board.name(to));
        let line = |castling: &Castling| {
            let (king, rook) = (way(castling.royal), way(castling.partner));
            format!("castling \"{}\" king=\"{king}\" rook=\"{rook}\"", castling.right)
        };
        self.groups.push(castlings.iter().map(line).collect());
        self.spec.castlings = castlings;
        self.spec.start = Setup::parse(&fen, &self.spec).ok()?;
        self.line(format!("start \"{fen}\""));
        Some(())
    }

    fn pieces(&mut self) {
        let mut lines = Vec::new();
        for index in 0..self.spec.pieces.len() {
            let mut piece = self.spec.pieces[index].clone();
            let mut line = format!("piece \"{}\" \"{}\"", piece.symbol, piece.name.white);
            match piece.ownership {
                Ownership::Sides => {}
                Ownership::Nobody { capturable: true } => line += " owner=\"nobody\" capturable=#true",
                Ownership::Nobody { capturable: false } => line += " owner=\"nobody\"",
            }
            if piece.royal {
                line += " royal=#true";
            }
            if piece.resets_clock {
                line += " resets-clock=#true";
            }
            if self.spec.no_hurdles.contains(&PieceType(index as u8)) {
                line += " hurdle=#false";
            }
            let all = self.spec.board.all();
            if piece.may_enter != ByColor::both(all) {
                if self.may(0.5) {
                    let region = self.region(&piece.may_enter);
                    line += &format!(" stays-in=\"{region}\"");
                } else {
                    let region = self.region(&ByColor::new(|color| all - piece.may_enter[color]));
                    line += &format!(" never-enters=\"{region}\"");
                }
            }
            if piece.ownership == Ownership::Sides {
                let (moves, text) = self.moves(&piece.moves);
                piece.moves = moves;
                line += &format!(" {{\n{text}}}");
            }
            lines.push(line);
            self.spec.pieces[index] = piece;
        }
        self.groups.push(lines);
    }

    /// The moves of a piece: half of them as White has them and Black sees them from the other side, half for each side.
    fn moves(&mut self, moves: &ByColor<Vec<MovePart>>) -> (ByColor<Vec<MovePart>>, String) {
        let (mut said, mut text) = (ByColor::<Vec<MovePart>>::default(), String::new());
        let add = |said: &mut Vec<MovePart>, part: MovePart| {
            if !said.contains(&part) {
                said.push(part);
            }
        };
        let alike = self.may(0.5);
        let sides = if alike { vec![Color::White] } else { Color::BOTH.to_vec() };
        for color in sides {
            let mut lines = String::new();
            for part in &moves[color] {
                let Some((pattern, line)) = self.pattern(&part.pattern, color) else { continue };
                let mut origin = ByColor::both(None);
                let mut prop = String::new();
                if self.may(0.15) {
                    let ranks = self.phrases.some_ranks(self.random);
                    prop = format!(" from=\"{}\"", self.region(&ranks));
                    origin = ranks.as_ref().map(|cells| Some(*cells));
                }
                let mut target = ByColor::both(None);
                if self.may(0.1) {
                    let ranks = self.phrases.some_ranks(self.random);
                    prop += &format!(" to=\"{}\"", self.region(&ranks));
                    target = ranks.as_ref().map(|cells| Some(*cells));
                }
                let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                // A property stands behind the values, or before a block.
                let line = match rest.find('{') {
                    Some(at) => format!("{word} {}{prop} {}", &rest[..at], &rest[at..]),
                    None => format!("{word} {rest}{prop}"),
                };
                lines += &match part.mode {
                    Mode::Both => format!("    {line}\n"),
                    Mode::Quiet => format!("    move-only {{ {line}; }}\n"),
                    Mode::Capture => format!("    capture-only {{ {line}; }}\n"),
                };
                if alike {
                    let pattern = self.phrases.turned(&pattern);
                    add(
                        &mut said.black,
                        MovePart { pattern, mode: part.mode, origin: origin.black, target: target.black },
                    );
                }
                add(
                    &mut said[color],
                    MovePart { pattern, mode: part.mode, origin: origin[color], target: target[color] },
                );
            }
            if lines.is_empty() {
                let (pattern, line) = self.phrases.wazir(color);
                lines = format!("    {line}\n");
                if alike {
                    add(&mut said.black, MovePart::new(self.phrases.turned(&pattern)));
                }
                add(&mut said[color], MovePart::new(pattern));
            }
            text += &match (alike, color) {
                (true, _) => lines,
                (false, Color::White) => format!("white {{\n{lines}}}\n"),
                (false, Color::Black) => format!("black {{\n{lines}}}\n"),
            };
        }
        (said, text)
    }

    /// What the language can say of a pattern, and its words; nothing, if nothing of it is possible on this board.
    fn pattern(&mut self, pattern: &Pattern, color: Color) -> Option<(Pattern, String)> {
        match pattern {
            Pattern::Leap(set) => {
                let (set, line) = self.phrases.steps(self.random, set, color, true)?;
                Some((Pattern::Leap(set), line))
            }
            Pattern::Slide { lines, distances } => {
                let (lines, phrases) = self.phrases.lines(self.random, lines, color)?;
                let (distances, prop) = self.phrases.distances(self.random, *distances);
                Some((Pattern::Slide { lines, distances }, format!("slide {}{prop}", quoted(&phrases))))
            }
            Pattern::Hop { lines, landing } => {
                let (lines, phrases) = self.phrases.lines(self.random, lines, color)?;
                let prop = match landing {
                    Landing::Next => " landing=\"next\"",
                    Landing::Beyond if self.may(0.5) => " landing=\"beyond\"",
                    Landing::Beyond => "",
                };
                Some((Pattern::Hop { lines, landing: *landing }, format!("hop {}{prop}", quoted(&phrases))))
            }
            Pattern::Route { stages, leaping } => {
                let mut said = Vec::new();
                let mut text = String::new();
                for stage in stages {
                    let (set, line) = self.phrases.steps(self.random, stage, color, false)?;
                    text += &format!("{line}; ");
                    said.push(set);
                }
                let prop = if *leaping { "leaping=#true " } else { "" };
                Some((Pattern::Route { stages: said, leaping: *leaping }, format!("route {prop}{{ {text}}}")))
            }
        }
    }

    fn hands(&mut self) {
        let Some(mut hands) = self.spec.hands.take() else { return };
        hands.drops.sort_by_key(|drop| (hands.order.iter().position(|held| *held == drop.held), drop.piece));
        let leaves = !hands.drops.is_empty() && self.may(0.3);
        let usual = |kind: PieceType| -> Option<PieceType> {
            let Symbol { letters, mark } = self.symbol(kind);
            let base = match mark {
                Mark::Plus => self.spec.piece(Symbol { letters, mark: Mark::None })?,
                Mark::None | Mark::Tilde => kind,
            };
            (!leaves && hands.order.contains(&base)).then_some(base)
        };
        let table = match &hands.captured {
            CapturedPieces::ToCaptor(table) | CapturedPieces::ToPrison(table) => &table.white,
        };
        let mut block = Vec::new();
        let mut said = Vec::new();
        for (kind, &becomes) in PieceType::all(table.len()).zip(table) {
            // What stays away of itself can't be sent away, and nobody's pieces go nowhere.
            let becomes = if self.spec.is_neutral(kind) { None } else { becomes.or(usual(kind)) };
            if becomes != usual(kind)
                && let Some(becomes) = becomes
            {
                block.push(format!("returns {} as=\"{}\"", self.values(&[kind]), self.symbol(becomes)));
            }
            said.push(becomes);
        }
        let said = ByColor::both(said);
        let word = match hands.captured {
            CapturedPieces::ToCaptor(_) => {
                hands.captured = CapturedPieces::ToCaptor(said);
                "hand"
            }
            CapturedPieces::ToPrison(_) => {
                hands.captured = CapturedPieces::ToPrison(said);
                "prison"
            }
        };
        for drop in &mut hands.drops {
            if drop.near.as_mut().is_some_and(|near| !self.sayable(&mut near.steps)) {
                drop.near = None;
            }
        }
        for drop in &hands.drops {
            let mut line = format!("drop {} in=\"{}\"", self.values(&[drop.held]), self.region(&drop.cells));
            if drop.piece != drop.held {
                line += &format!(" as=\"{}\"", self.symbol(drop.piece));
            }
            if drop.needs_move {
                line += " needs-move=#true";
            }
            if let Some(most) = drop.max_on_file_line {
                line += &format!(" most-per-file={most}");
            }
            if drop.no_mate {
                line += " no-mate=#true";
            }
            if drop.both_shades {
                line += " both-shades=#true";
            }
            if let Some(first) = &drop.first {
                line += &format!(" first=\"{}\"", self.region(first));
            }
            if let Some(near) = &drop.near {
                let (what, from) = match near.what {
                    Neighbours::Beside(Whose::Own) => ("beside", " from=\"own\""),
                    Neighbours::Beside(Whose::Enemy) => ("beside", " from=\"enemy\""),
                    Neighbours::Encloses => ("encloses", ""),
                    Neighbours::Stops => ("stops", ""),
                };
                let (word, along) = (if near.holds { "if" } else { "unless" }, self.way(&near.steps.white));
                line += &format!(" {word}=\"{what}\"{from} along=\"{along}\"");
            }
            block.push(line);
        }
        if let Some(first) = self.spec.firsts.gates.first() {
            let (cells, types) =
                (first.cells, self.spec.firsts.gates.iter().map(|gate| gate.piece).collect::<Vec<_>>());
            block.push(format!("gate {} in=\"{}\"", self.values(&types), self.region(&cells)));
        }
        block.shuffle(self.random);
        let block = if block.is_empty() { String::new() } else { format!(" {{ {}; }}", block.join("; ")) };
        let captured = if leaves { " captured=\"leaves\"" } else { "" };
        self.line(format!("{word} order=\"{}\"{captured}{block}", self.list(&hands.order)));
        self.spec.hands = Some(hands);
    }

    fn promotions(&mut self) {
        let mut promotions = std::mem::take(&mut self.spec.promotions);
        promotions.retain(|promotion| promotion.into != [promotion.piece]);
        let mut lines = Vec::new();
        for promotion in &mut promotions {
            let is_plus = |kind: PieceType| self.symbol(kind).mark == Mark::Plus;
            if promotion.into.len() > 1 {
                promotion.into.retain(|kind| !is_plus(*kind));
            }
            let silent = promotion.text == PromotionText::Silent && promotion.into.len() == 1;
            if silent {
                (promotion.force, promotion.from_prison) = (PromotionForce::Always, false);
            }
            promotion.text = match promotion.into[..] {
                _ if silent => PromotionText::Silent,
                [form] if is_plus(form) => PromotionText::Plus,
                _ => PromotionText::Letter,
            };
            let own_form = Symbol { mark: Mark::Plus, ..self.symbol(promotion.piece) };
            let is_own_form = self.spec.piece(own_form).is_some_and(|form| promotion.into == [form]);
            let into =
                if is_own_form && self.random.random_bool(0.5) { "+".to_owned() } else { self.list(&promotion.into) };
            let trigger = match promotion.trigger {
                PromotionTrigger::Ends => "ends-in",
                PromotionTrigger::Enters => "enters",
                PromotionTrigger::Touches => "touches",
                PromotionTrigger::Stands { .. } => "stands-in",
            };
            let mut line = format!("promotion {} into=\"{into}\"", self.values(&[promotion.piece]));
            let has = promotion.zone.as_ref().map(|cells| !cells.is_empty());
            let (only, zone) = match (has.white, has.black) {
                (true, false) => (" for=\"white\"", ByColor::both(promotion.zone.white)),
                (false, true) => (" for=\"black\"", ByColor::both(promotion.zone.black)),
                _ => ("", promotion.zone),
            };
            line += &format!(" {trigger}=\"{}\"{only}", self.region(&zone));
            if let PromotionTrigger::Stands { last_anywhere, peaceful } = promotion.trigger {
                line += if last_anywhere { " last-anywhere=#true" } else { "" };
                line += if peaceful { " peaceful=#true" } else { "" };
            }
            line += match promotion.force {
                _ if promotion.trigger.is_own_move() => "",
                PromotionForce::Always if self.may(0.5) => "",
                PromotionForce::Always => " required=\"always\"",
                PromotionForce::WhenStuck => " required=\"when-stuck\"",
                PromotionForce::Never => " required=\"never\"",
            };
            if promotion.from_prison {
                line += " from-prison=#true";
            }
            if promotion.by_capture {
                line += " on=\"capture\"";
            }
            if !promotion.en_passant {
                line += " en-passant=#false";
            }
            if silent {
                line += " silent=#true";
            }
            lines.push(line);
        }
        self.groups.push(lines);
        self.spec.promotions = promotions;
        let limit = |&(kind, most): &(PieceType, u8)| format!("promotion-limit \"{}\" most={most}", self.symbol(kind));
        let limits: Vec<String> = self.spec.promotion_limits.iter().map(limit).collect();
        self.groups.push(limits);
    }

    fn remote_promotion(&mut self) {
        let Some(remote) = self.spec.remote_promotion.clone() else { return };
        let (zone, guarded) = (self.region(&remote.zone), self.region(&remote.guarded));
        let change = |change: &RemoteChange| {
            format!("change {} by=\"{}\"; ", self.values(&change.changed), self.list(&change.movers))
        };
        let changes: String = remote.changes.iter().map(change).collect();
        let (into, guards) = (self.list(&remote.into), self.list(&remote.guards));
        self.line(format!(
            "promotion-elsewhere enters=\"{zone}\" into=\"{into}\" guarded=\"{guarded}\" guards=\"{guards}\" {{ {changes}}}"
        ));
    }

    /// Black steps as White does, seen from the other side.
    fn double_steps(&mut self) {
        let mut lines = Vec::new();
        let mut double_steps = std::mem::take(&mut self.spec.double_steps);
        for step in &mut double_steps {
            let mut line = format!("double-step {}", self.values(&[step.piece]));
            match &mut step.path {
                DoubleStepPath::Bent => line += " bent=#true",
                DoubleStepPath::Straight(steps) => {
                    steps.white.sort_unstable();
                    steps.white.dedup();
                    steps.black = steps.white.iter().map(|step| self.phrases.axes.turned(*step)).collect();
                    let phrases: Vec<String> = steps.white.iter().map(|step| self.phrases.phrase(*step)).collect();
                    line += &format!(" along=\"{}\"", self.name(&phrases));
                }
            }
            line += &format!(" from=\"{}\"", self.region(&step.from));
            if let Some(thrice) = &step.thrice_from {
                line += &format!(" thrice-from=\"{}\"", self.region(thrice));
            }
            if !step.en_passant {
                line += " en-passant=#false";
                step.answered_by.clear();
            } else if !step.answered_by.is_empty() {
                line += &format!(" answered-by=\"{}\"", self.list(&step.answered_by));
            }
            lines.push(line);
        }
        self.groups.push(lines);
        self.spec.double_steps = double_steps;
    }

    fn first_moves(&mut self) {
        let mut lines = Vec::new();
        let mut firsts = std::mem::take(&mut self.spec.firsts.moves);
        firsts.retain_mut(|first| {
            let (said, text) = self.moves(&first.moves);
            let quiet = |parts: Vec<MovePart>| {
                parts.into_iter().map(|part| MovePart { mode: Mode::Quiet, ..part }).collect::<Vec<_>>()
            };
            first.moves = said.map(quiet);
            let from = self.region(&first.from);
            let mut line = format!("first-move {} from=\"{from}\"", self.values(&[first.piece]));
            if !first.lost_to.is_empty() {
                line += &format!(" lost-to=\"{}\"", self.list(&first.lost_to));
            }
            let says = !text.trim().is_empty();
            if says {
                lines.push(format!("{line} {{ {text} }}"));
            }
            says
        });
        self.groups.push(lines);
        self.spec.firsts.moves = firsts;
    }

    /// Both sides swap alike.
    fn swap(&mut self) {
        let Some(Swap { partners, mut offsets, partner_safe }) = self.spec.swap.take() else { return };
        offsets.extend(offsets.clone().into_iter().map(|offset| self.phrases.axes.turned(offset)));
        offsets.sort_unstable();
        offsets.dedup();
        let phrases: Vec<String> = offsets.iter().map(|offset| self.phrases.phrase(*offset)).collect();
        offsets.retain(|offset| self.phrases.fits(*offset));
        let along = self.name(&phrases);
        let safe = if partner_safe { " partner-safe=#true" } else { "" };
        self.line(format!("swap {} along=\"{along}\"{safe}", self.values(&partners)));
        self.spec.swap = Some(Swap { partners, offsets, partner_safe });
    }

    /// Black's effects are White's, seen from the other side; steps that lead nowhere are left out.
    /// Keeps of steps those that stay on the board; whether any do.
    fn sayable(&self, steps: &mut ByColor<Vec<Offset>>) -> bool {
        steps.white.sort_unstable();
        steps.white.dedup();
        steps.white.retain(|step| self.phrases.fits(*step));
        steps.black = steps.white.iter().map(|step| self.phrases.axes.turned(*step)).collect();
        !steps.white.is_empty()
    }

    fn effects(&mut self) {
        let mut effects = std::mem::take(&mut self.spec.effects);
        effects.retain_mut(|effect| match &mut effect.what {
            Consequence::RemoveAround { steps, .. } | Consequence::Go { steps } => self.sayable(steps),
            Consequence::Enemies(enemies) => self.sayable(&mut enemies.steps),
            Consequence::Rebirth(rebirth) => match &mut rebirth.place {
                Place::Steps(steps) => {
                    steps.white.retain(|step| self.phrases.fits(*step));
                    steps.black = steps.white.iter().map(|step| self.phrases.axes.turned(*step)).collect();
                    !steps.white.is_empty()
                }
                _ => true,
            },
            Consequence::RemoveMover
            | Consequence::Become { .. }
            | Consequence::Leave { .. }
            | Consequence::ChangeSide => true,
        });
        let mut lines = Vec::new();
        for Effect { after, movers, what } in &effects {
            let after: Vec<String> = after.iter().map(|occasion| format!("{occasion:?}").to_lowercase()).collect();
            let by = match movers.is_empty() {
                true => String::new(),
                false => format!(" by=\"{}\"", self.list(movers)),
            };
            let what = match what {
                Consequence::RemoveMover => "remove \"mover\"".to_owned(),
                Consequence::Become { into } => format!("become {}", self.values(&[*into])),
                Consequence::Leave { piece } => format!("leave {}", self.values(&[*piece])),
                Consequence::ChangeSide => "change-side".to_owned(),
                Consequence::Rebirth(rebirth) => self.rebirth(rebirth),
                Consequence::Go { steps } => format!("go \"{}\"", self.way(&steps.white)),
                Consequence::Enemies(enemies) => {
                    let except = match &enemies.spared[..] {
                        [] => String::new(),
                        spared => format!(" except=\"{}\"", self.list(spared)),
                    };
                    let (word, whose) = match (enemies.converts, enemies.enclosed) {
                        (true, true) => ("convert", " enclosed=#true"),
                        (true, false) => ("convert", ""),
                        (false, true) => ("remove", " enclosed=#true"),
                        (false, false) => ("remove", " whose=\"enemy\""),
                    };
                    let joined = if enemies.joined { " joined=#true" } else { "" };
                    format!("{word} \"{}\"{except}{whose}{joined}", self.way(&enemies.steps.white))
                }
                Consequence::RemoveAround { steps, spared } if spared.is_empty() => {
                    format!("remove \"{}\"", self.way(&steps.white))
                }
                Consequence::RemoveAround { steps, spared } => {
                    format!("remove \"{}\" except=\"{}\"", self.way(&steps.white), self.list(spared))
                }
            };
            lines.push(format!("on {}{by} {{ {what} }}", quoted(&after)));
        }
        self.groups.push(lines);
        self.spec.effects = effects;
    }

    fn rebirth(&mut self, rebirth: &Rebirth) -> String {
        let mut line = match rebirth.who {
            Reborn::Captured => "rebirth \"captured\"",
            Reborn::Captor { may_stay: true } => "rebirth \"captor\"",
            Reborn::Captor { may_stay: false } => "rebirth \"captor\" may-stay=#false",
        }
        .to_owned();
        if !rebirth.of.is_empty() {
            line += &format!(" of=\"{}\"", self.list(&rebirth.of));
        }
        line += &match rebirth.into {
            RebornAs::Itself => String::new(),
            RebornAs::Captor => " as=\"captor\"".to_owned(),
            RebornAs::Type(kind) => format!(" as=\"{}\"", self.list(&[kind])),
        };
        if rebirth.turns {
            line += " other-side=#true";
        }
        let (place, choice) = match &rebirth.place {
            Place::Start { whose: Home::Own, choice } => ("start".to_owned(), Some(choice)),
            Place::Start { whose: Home::Enemy, choice } => ("enemy start".to_owned(), Some(choice)),
            Place::Start { whose: Home::Captor, choice } => ("captor's start".to_owned(), Some(choice)),
            Place::Region { cells, choice } => (self.region(cells), Some(choice)),
            Place::Capture => ("capture".to_owned(), None),
            Place::Departure => ("departure".to_owned(), None),
            Place::Beyond => ("beyond".to_owned(), None),
            Place::Steps(steps) => (self.way(&steps.white), None),
        };
        let word = if matches!(rebirth.place, Place::Steps(_)) { "steps" } else { "in" };
        line += &format!(" {word}=\"{place}\"");
        if let Some(Choice { on_rank, same }) = choice {
            line += if *on_rank { " on-rank=#true" } else { "" };
            let same: Vec<String> = same.iter().map(|same| format!("{same:?}").to_lowercase()).collect();
            line += &if same.is_empty() { String::new() } else { format!(" same=\"{}\"", same.join(" ")) };
        }
        if rebirth.reflected != Reflection::None {
            line += &format!(" turned=\"{:?}\"", rebirth.reflected).to_lowercase();
        }
        line
    }

    /// The name of steps.
    fn way(&mut self, steps: &[Offset]) -> String {
        let phrases: Vec<String> = steps.iter().map(|step| self.phrases.phrase(*step)).collect();
        self.name(&phrases)
    }

    fn turn(&mut self) {
        if self.spec.turn.is_plain() {
            return;
        }
        let mut line = "turn {".to_owned();
        for part in &self.spec.turn.parts.clone() {
            line += &match part {
                TurnPart::Move => " move;".to_owned(),
                TurnPart::Place(placing) => {
                    let all = ByColor::both(self.spec.board.all());
                    let cells = match placing.cells == all && self.may(0.5) {
                        true => String::new(),
                        false => format!(" in=\"{}\"", self.region(&placing.cells)),
                    };
                    let new = if placing.new { " new=#true" } else { "" };
                    let by = if placing.by_mover { " by=\"mover\"" } else { "" };
                    format!(" place {}{cells}{by}{new};", self.values(&[placing.piece]))
                }
            };
        }
        self.line(line + " }");
    }

    fn pass(&mut self) {
        let line = |pass: Pass, side: &str| match pass {
            Pass::Always => format!("pass{side}"),
            Pass::Stuck => format!("pass when=\"stuck\"{side}"),
        };
        let ByColor { white, black } = self.spec.pass;
        let lines: Vec<String> = if white == black {
            white.map(|pass| line(pass, "")).into_iter().collect()
        } else {
            let sides = [(white, " for=\"white\""), (black, " for=\"black\"")];
            sides.into_iter().filter_map(|(pass, side)| Some(line(pass?, side))).collect()
        };
        self.groups.push(lines);
    }

    /// The bans stand before the duties, whose order matters.
    fn constraints(&mut self) {
        let mut lines = Vec::new();
        let mut constraints = std::mem::take(&mut self.spec.constraints);
        constraints.retain_mut(|constraint| match &mut constraint.demand {
            Demand::Only { when: Circumstance { what: Relation::Beside(steps), .. }, .. } => {
                steps.white.sort_unstable();
                steps.white.dedup();
                steps.white.retain(|step| self.phrases.fits(*step));
                steps.black = steps.white.iter().map(|step| self.phrases.axes.turned(*step)).collect();
                !steps.white.is_empty()
            }
            _ => true,
        });
        for Constraint { demand, only, kinds, movers } in &constraints {
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect();
            let mut line = match demand {
                Demand::Must => format!("must {}", quoted(&kinds)),
                Demand::NoCheck { but_mate } => {
                    let on = if kinds.is_empty() { String::new() } else { format!(" on=\"{}\"", kinds.join(" ")) };
                    let unless = if *but_mate { " unless=\"mate\"" } else { "" };
                    format!("may-not \"give-check\"{on}{unless}")
                }
                Demand::OneMate => "may-not \"mate\" if=\"several\"".to_owned(),
                Demand::NoFlight => "may-not \"flee\"".to_owned(),
                Demand::NoCapture(types) => format!("may-not \"capture\" of=\"{}\"", self.list(types)),
                Demand::Far { longest: true } => "must \"longest\"".to_owned(),
                Demand::Far { longest: false } => "must \"shortest\"".to_owned(),
                Demand::Only { when, holds } => {
                    let on = if kinds.is_empty() { String::new() } else { format!(" on=\"{}\"", kinds.join(" ")) };
                    format!("may-not \"move\"{on} {}", self.circumstance(when, *holds))
                }
            };
            if !movers.is_empty() {
                line += &format!(" by=\"{}\"", self.list(movers));
            }
            line += &only.map_or_else(String::new, |only| format!(" for=\"{}\"", only.name()));
            lines.push(line);
        }
        self.groups.push(lines);
        self.spec.constraints = constraints;
    }

    fn circumstance(&mut self, when: &Circumstance, holds: bool) -> String {
        let word = match (when.of, &when.what) {
            (Subject::Mover, Relation::Observed { .. }) => "observed",
            (Subject::MoverAfter, Relation::Observed { .. }) => "ends-observed",
            (Subject::AnyAfter, _) => "any-observed",
            (Subject::Captured, _) => "target-observed",
            (Subject::Mover, Relation::Beside(_)) => "beside",
            (Subject::MoverAfter, Relation::Beside(_)) => "ends-beside",
        };
        let mut text = format!("{}=\"{word}\"", if holds { "unless" } else { "if" });
        text += &match &when.what {
            Relation::Beside(steps) => format!(" along=\"{}\"", self.way(&steps.white)),
            Relation::Observed { by, with } => {
                let with = match with {
                    Observers::Any => String::new(),
                    Observers::Alike => " with=\"alike\"".to_owned(),
                    Observers::Types(types) => format!(" with=\"{}\"", self.list(types)),
                };
                format!(" from=\"{}\"{with}", format!("{by:?}").to_lowercase())
            }
        };
        if !when.types.is_empty() {
            text += &format!(" of=\"{}\"", self.list(&when.types));
        }
        text + if when.spares_royals { " spares-royals=#true" } else { "" }
    }

    fn ends(&mut self) {
        let mut goals = self.spec.goals.clone();
        match self.spec.royal_set {
            RoyalSet::Each => {}
            RoyalSet::Last => self.line("royals \"last\"".to_owned()),
            RoyalSet::All => self.line("royals \"all\"".to_owned()),
        }
        let word = |result: EndResult| match result {
            EndResult::Loss => "loss",
            EndResult::Win => "win",
            EndResult::Draw => "draw",
        };
        let mut mates = Vec::new();
        for mate in &goals.mates {
            let by = match mate.by {
                MateBy::Only => "only-by",
                MateBy::Without => "without",
            };
            mates.push(format!("checkmate \"{}\" {by}=\"{}\"", word(mate.result), self.list(&mate.types)));
        }
        let is_silent = goals.checkmate.loses() && (self.may(0.8) || !self.spec.has_royals());
        if !is_silent {
            mates.push(format!("checkmate \"{}\"", word(goals.checkmate.0)));
        }
        self.groups.push(mates);
        match &mut goals.draws {
            Draws::Drawn => {}
            Draws::Won(winner) => self.line(format!("draws \"{}-wins\"", winner.name())),
            Draws::Points(points) => {
                points.worth.resize(self.spec.pieces.len(), 0);
                let half = |halves: u32| match halves % 2 {
                    0 => (halves / 2).to_string(),
                    _ => format!("\"{}.5\"", halves / 2),
                };
                let lines = PieceType::all(points.worth.len())
                    .zip(&points.worth)
                    .filter(|(kind, _)| !self.spec.is_neutral(*kind));
                let lines =
                    lines.map(|(kind, worth)| format!("points {} worth={}", self.values(&[kind]), half(*worth)));
                let mut lines: Vec<String> = lines.collect();
                let (white, black) = (half(points.bonus.white), half(points.bonus.black));
                lines.push(format!("draws \"most-points\" white={white} black={black}"));
                self.groups.push(lines);
            }
        }
        match goals.no_moves() {
            NoMoves::Draw if self.may(0.5) => {}
            NoMoves::Draw => self.line("stalemate \"draw\"".to_owned()),
            NoMoves::Loss => self.line("stalemate \"loss\"".to_owned()),
            NoMoves::Win => self.line("stalemate \"win\"".to_owned()),
        }
        for family in &goals.families() {
            let (name, members) = (&family.name, self.list(&family.members.white));
            self.line(format!("extinction \"{name}\" members=\"{members}\" least={}", family.least));
        }
        let phrases: Vec<String> = goals.facing.iter().map(|offset| self.phrases.phrase(*offset)).collect();
        if !phrases.is_empty() {
            let word = if goals.answers_facing { "answer-facing" } else { "no-facing" };
            self.line(format!("{word} {}", quoted(&phrases)));
        }
        // One direction for each line, as many as the board has room for.
        goals.facing.sort_unstable();
        let mut lines = Vec::new();
        for offset in goals.facing.drain(..).filter(|offset| self.phrases.fits(*offset)) {
            if !lines.contains(&-offset) {
                lines.push(offset);
            }
        }
        goals.facing = lines;
        self.repetition(&goals.repetition);
        match goals.move_count() {
            Some(plies) => self.line(format!("move-count {plies}")),
            None => self.line("move-count \"off\"".to_owned()),
        }
        match goals.bare_royals_draw() {
            true => self.line("bare-royals \"draw\"".to_owned()),
            false => self.line("bare-royals \"play-on\"".to_owned()),
        }
        if let Some(duty) = &goals.royal_obligation {
            let (region, released_by) = (self.region(&duty.region), self.list(&duty.released_by));
            self.line(format!("duty in=\"{region}\" released-by=\"{released_by}\" within={}", duty.within));
        }
        for reach in &goals.reaches() {
            let region = self.region(&reach.region);
            self.line(format!("reach {} in=\"{region}\"", self.values(&reach.pieces)));
        }
        if let Some(checks) = goals.ends.iter().find_map(EndRule::as_check_count) {
            self.line(format!("check-count {checks}"));
        }
        if let Some(limits) = goals.ends.iter_mut().find_map(|end| match &mut end.when {
            Condition::CountedOut(limits) => Some(limits),
            _ => None,
        }) {
            let mut said = Vec::new();
            for limit in limits {
                let when = limit.when.as_mut().map(|when| format!(" {{ {} }}", self.condition(when)));
                let less = if limit.less_pieces { " less-pieces=#true" } else { "" };
                said.push(format!("limit {}{less}{}", limit.moves, when.unwrap_or_default()));
            }
            self.line(format!("counting {{ {} }}", said.join("; ")));
        }
        let mut others: Vec<EndRule> = goals.other_ends().cloned().collect();
        for end in &mut others {
            let result = match end.result {
                EndResult::Win => "win",
                EndResult::Loss => "loss",
                EndResult::Draw => "draw",
            };
            let side = end.only.map_or_else(String::new, |only| format!(" for=\"{}\"", only.name()));
            let Condition::All(parts) = &mut end.when else { panic!("{end:?}") };
            let parts: Vec<String> = parts.iter_mut().map(|part| self.condition(part)).collect();
            let (code, text) = (&end.code, &end.text);
            self.line(format!("end \"{result}\"{side} code=\"{code}\" text=\"{text}\" {{ {} }}", parts.join("; ")));
        }
        let mut written = others.into_iter();
        for end in goals.ends.iter_mut().filter(|end| end.code == SOME) {
            *end = written.next().expect("each was written");
        }
        self.spec.goals = goals;
    }

    /// A condition as text; it becomes what can be written of it: the same types for both sides, and no list of one.
    fn condition(&mut self, condition: &mut Condition) -> String {
        let of = |whose: Whose, text: String| match whose {
            Whose::Own => text,
            Whose::Enemy => format!("enemy {{ {text} }}"),
        };
        match condition {
            Condition::Row { whose, steps, .. } | Condition::Connected { whose, steps, .. } => {
                let whose = *whose;
                if !self.sayable(steps) {
                    *condition = Condition::ToMove(whose);
                }
            }
            // Nothing can be held.
            Condition::Owned { whose, types, number } if self.spec.hands.is_none() => {
                *condition = Condition::Pieces { whose: *whose, types: types.clone(), region: None, number: *number };
            }
            _ => {}
        }
        match condition {
            Condition::Owned { whose, types, number } => {
                types.black.clone_from(&types.white);
                let number = bound(*number);
                of(*whose, format!("pieces {} {number} with-hand=#true", self.values(&types.white)))
            }
            Condition::Pieces { whose, types, region, number } => {
                types.black.clone_from(&types.white);
                let region =
                    region.as_ref().map_or_else(String::new, |region| format!(" in=\"{}\"", self.region(region)));
                let number = bound(*number);
                of(*whose, format!("pieces {}{region} {number}", self.values(&types.white)))
            }
            Condition::Row { whose, types, steps, least } => {
                types.black.clone_from(&types.white);
                let along = self.way(&steps.white);
                of(*whose, format!("row {} along=\"{along}\" least={least}", self.values(&types.white)))
            }
            Condition::Connected { whose, types, steps, regions } => {
                types.black.clone_from(&types.white);
                let (along, [from, to]) =
                    (self.way(&steps.white), regions.each_ref().map(|region| self.region(region)));
                let types = self.values(&types.white);
                of(*whose, format!("connected {types} along=\"{along}\" from=\"{from}\" to=\"{to}\""))
            }
            Condition::Safe { whose, types, region, least } => {
                types.black.clone_from(&types.white);
                let region =
                    region.as_ref().map_or_else(String::new, |region| format!(" in=\"{}\"", self.region(region)));
                let least = if *least == 1 && self.may(0.5) { String::new() } else { format!(" least={least}") };
                of(*whose, format!("pieces {}{region}{least} safe=#true", self.values(&types.white)))
            }
            Condition::Fewer { whose, types } => {
                types.black.clone_from(&types.white);
                of(*whose, format!("fewer {}", self.values(&types.white)))
            }
            // Who moves is said first: what holds then is seen from the side of the rule.
            Condition::Can { whose: Whose::Own, then } => format!("can {{ {} }}", self.condition(then)),
            Condition::Can { whose: Whose::Enemy, then } => {
                format!("enemy {{ can {{ enemy {{ {} }} }} }}", self.condition(then))
            }
            Condition::Counted { whose, counter: Counter::Passes, .. } => of(*whose, "passed".to_owned()),
            Condition::Facing => "facing".to_owned(),
            Condition::Empty { whose, region, number } => {
                let region =
                    region.as_ref().map_or_else(String::new, |region| format!(" in=\"{}\"", self.region(region)));
                let number = bound(*number);
                of(*whose, format!("empty{region} {number}"))
            }
            Condition::Counted { whose, least, .. } => of(*whose, format!("checks {least}")),
            Condition::Bare(whose) => of(*whose, "bare".to_owned()),
            Condition::InCheck(whose) => of(*whose, "in-check".to_owned()),
            Condition::ToMove(whose) => of(*whose, "to-move".to_owned()),
            Condition::NoMoves(whose) => of(*whose, "no-moves".to_owned()),
            Condition::Clock(plies) => format!("plies {plies}"),
            Condition::CountedOut(_) => panic!("it has a word of its own"),
            Condition::All(parts) if parts.len() == 1 => {
                *condition = parts.remove(0);
                self.condition(condition)
            }
            Condition::All(parts) => {
                let parts: Vec<String> = parts.iter_mut().map(|part| self.condition(part)).collect();
                format!("all {{ {} }}", parts.join("; "))
            }
            Condition::Any(parts) => {
                let parts: Vec<String> = parts.iter_mut().map(|part| self.condition(part)).collect();
                format!("any {{ {} }}", parts.join("; "))
            }
            Condition::Not(part) => format!("not {{ {} }}", self.condition(part)),
        }
    }

    fn repetition(&mut self, repetition: &Repetition) {
        let line = match *repetition {
            Repetition::Banned => "repetition \"banned\"".to_owned(),
            Repetition::Ignored => "repetition \"ignored\"".to_owned(),
            Repetition::Counted { times, loser, perpetual_check_loses } => {
                let outcome = match loser {
                    None => "draw",
                    Some(Repeater::White) => "white-loses",
                    Some(Repeater::Black) => "black-loses",
                    Some(Repeater::Mover) => "mover-loses",
                    Some(Repeater::Enemy) => "mover-wins",
                };
                let times = if times == 3 && self.may(0.5) { String::new() } else { format!(" times={times}") };
                let checks = match perpetual_check_loses {
                    true => " perpetual-check=\"loses\"",
                    false if self.may(0.5) => " perpetual-check=\"draws\"",
                    false => "",
                };
                format!("repetition \"{outcome}\"{times}{checks}")
            }
        };
        self.line(line);
    }
}

#[test]
fn random_definitions_are_read_as_they_are_written() {
    let (definitions, first) = (from_env("DEFINITIONS", 400), from_env("SEED", 1));
    let (mut written, mut playable) = (0, 0);
    let mut words = std::collections::BTreeSet::new();
    for seed in first..first + definitions {
        let mut random = spielraum_testkit::random(seed ^ 0x7e47);
        let (mut spec, royals) = definition(&mut random);
        spec.goals.repetition = repetition(&mut random);
        let limit = random.random_bool(0.5).then(|| random.random_range(1..=200));
        spec.goals.ends.extend(limit.map(EndRule::move_count));
        let Some((spec, text)) = write(&mut random, spec, &royals) else { continue };
        let source = Source::Text { name: "random", text: &text };
        let read = load(source, &[]).unwrap_or_else(|report| panic!("seed {seed}\n{text}\n{report}"));
        // The lines stand in any order.
        let sorted = |spec: &Spec| {
            let mut spec = spec.clone();
            spec.goals.ends.sort_by_key(|end| format!("{end:?}"));
            spec
        };
        assert_eq!(sorted(read.spec()), sorted(&spec), "seed {seed}\n{text}");
        assert!(read.explain().lines().count() > spec.pieces.len(), "seed {seed}: each piece has a line\n{text}");
        written += 1;
        playable += usize::from(read.playable().is_ok());
        words.extend(text.split_whitespace().filter_map(|word| Some(word.split_once('=')?.0.to_owned())));
        words.extend(text.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())));
    }
    println!("{written} written, {playable} of them playable, with the words {words:?}");
    if definitions >= 400 {
        assert!(
            written >= 150 && playable >= 50 && words.len() >= 60,
            "{written} {playable} {}: {words:?}",
            words.len()
        );
    }
}

/// A bound as properties of a condition.
fn bound(number: Bound) -> String {
    match number {
        Bound::AtLeast(least) => format!("least={least}"),
        Bound::AtMost(most) => format!("most={most}"),
    }
}
