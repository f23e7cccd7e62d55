//! How a game ends.

use super::translation::{SIDES, Translation};
use crate::builtin;

impl Translation<'_> {
    pub(super) fn say_ends(&mut self) {
        self.say_stalemate();
        self.say_mates();
        self.say_extinction();
        let flags = self.say_flags();
        self.say_checks();
        if self.variant.flag("flyingGeneral", false) && !self.royal.is_empty() {
            self.rules.push("no-facing \"forward\" \"sideways\"".to_owned());
        }
        self.say_passes();
        if self.variant.flag("adjudicateFullBoard", false) {
            self.rules.push("end \"draw\" code=\"full-board\" { empty most=0; }".to_owned());
        }
        self.say_repetition();
        self.say_counting();
        match self.variant.number("nMoveRule", 50) {
            0 => self.rules.push("move-count \"off\"".to_owned()),
            50 if !self.variant.flag("pieceDrops", false) => {}
            moves => self.rules.push(format!("move-count {}", 2 * moves)),
        }
        match self.variant.text("materialCounting") {
            None | Some("none") => {}
            Some("whitedrawodds") => self.rules.push("draws \"white-wins\"".to_owned()),
            Some("blackdrawodds") => self.rules.push("draws \"black-wins\"".to_owned()),
            Some(counted) => {
                let counted = counted.to_owned();
                self.say_points(&counted);
            }
        }
        let decides = ["stalemateValue", "extinctionValue"]
            .iter()
            .any(|key| !matches!(self.variant.text(key), None | Some("draw" | "none")));
        if !self.royal.is_empty() && (flags || decides) {
            self.rules.push("bare-royals \"play-on\"".to_owned());
        }
    }

    /// How many moves there are with few pieces left.
    fn say_counting(&mut self) {
        if let Some(rule) = self.variant.text("countingRule") {
            let limits = self.lines_of(rule);
            if !limits.is_empty() {
                self.rules.push(format!("counting {{\n    {}\n}}", limits.join("\n    ")));
            }
        }
    }

    /// What `data/lines.txt` says of a value, in this variant's letters. A line about pieces that it lacks is left out.
    fn lines_of(&self, value: &str) -> Vec<String> {
        let lines = include_str!("../../data/lines.txt").lines().filter_map(|line| line.split_once(" | "));
        lines.filter(|(of, _)| *of == value).filter_map(|(_, line)| self.filled(line)).collect()
    }

    /// A line with symbols for the words in its brackets: each in quotes, or all in the same behind `=`.
    fn filled(&self, line: &str) -> Option<String> {
        let (mut text, mut rest) = (String::new(), line);
        while let Some((before, bracket)) = rest.split_once('[') {
            let (words, after) = bracket.split_once(']')?;
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let named = self.named(&words)?;
            text += before;
            text += &if before.ends_with('=') { named.replace("\" \"", " ") } else { named };
            rest = after;
        }
        Some(text + rest)
    }

    /// Who may pass, and what two passes in a row or one before kings that face each other mean.
    fn say_passes(&mut self) {
        let faces = self.variant.flag("facingAnswered", false) && !self.royal.is_empty();
        if faces {
            self.rules.push("answer-facing \"forward\" \"sideways\"".to_owned());
        }
        let when = SIDES.map(|side| {
            let flag = |key: &str| self.variant.flag(&format!("{key}{side}"), false);
            match (flag("passOnStalemate"), flag("pass")) {
                (true, _) => Some(" when=\"stuck\""),
                (false, true) => Some(""),
                (false, false) => None,
            }
        });
        match when {
            [None, None] => return,
            [white, black] if white == black => self.rules.push(format!("pass{}", white.unwrap_or_default())),
            sides => {
                let said = ["white", "black"].into_iter().zip(sides);
                let lines = said.filter_map(|(side, when)| Some(format!("pass{} for=\"{side}\"", when?)));
                self.rules.extend(lines);
            }
        }
        if faces {
            self.rules.push("end \"draw\" code=\"facing\" { passed; not { to-move; }; facing; }".to_owned());
        }
        if when.iter().all(Option::is_some) {
            self.rules.push("end \"draw\" code=\"passes\" { passed; enemy { passed; }; }".to_owned());
        }
    }

    /// What pieces are worth where points decide.
    fn say_points(&mut self, counted: &str) {
        if counted == "unweighted" {
            self.rules.push("draws \"most-points\"".to_owned());
            return;
        }
        for word in self.all() {
            if let Some(known) = builtin::piece(&word).filter(|known| !known.worth.is_empty()) {
                let letter = self.letter(&word);
                self.rules.push(format!("points \"{letter}\" worth={}", known.worth));
            }
        }
        self.rules.push("draws \"most-points\" black=\"1.5\"".to_owned());
    }

    fn say_stalemate(&mut self) {
        let value = self.variant.text("stalemateValue").unwrap_or("draw").to_owned();
        if self.variant.flag("stalematePieceCount", false) && value != "draw" {
            let other = if value == "win" { "loss" } else { "win" };
            self.rules.push(format!("end \"{value}\" {{ no-moves; fewer \"any\"; }}"));
            self.rules.push(format!("end \"{other}\" {{ no-moves; enemy {{ fewer \"any\"; }}; }}"));
        } else if value != "draw" && value != "none" {
            self.rules.push(format!("stalemate \"{value}\""));
        }
        match self.variant.text("checkmateValue") {
            None | Some("loss" | "none") => {}
            Some(value) => self.rules.push(format!("checkmate \"{value}\"")),
        }
    }

    /// Mates that mean something else, by the pieces that give check.
    fn say_mates(&mut self) {
        if self.variant.flag("shatarMateRule", false) && !self.royal.is_empty() {
            let lines = self.lines_of("shatarMateRule");
            self.rules.extend(lines);
        }
    }

    /// What happens when a side has too few pieces of a kind.
    fn say_extinction(&mut self) {
        let Some(value) = self.variant.text("extinctionValue").filter(|value| *value != "none").map(str::to_owned)
        else {
            return;
        };
        // Royals that no effect takes off the board are never lost.
        let lost = self.variant.flag("blastOnCapture", false)
            || self.turned_to_stone().iter().any(|word| self.royal.contains(word));
        if self.variant.flag("extinctionPseudoRoyal", false) && !lost {
            return;
        }
        let most = self.variant.number("extinctionPieceCount", 0);
        let enemy = self.variant.number("extinctionOpponentPieceCount", 0);
        let claim = self.variant.flag("extinctionClaim", false);
        for word in self.variant.types("extinctionPieceTypes") {
            let types = [word];
            let Some(named) = self.named(&types) else { continue };
            let counts_hand =
                self.variant.flag("pieceDrops", false) && !types.iter().all(|word| self.royal.contains(word));
            let held = if counts_hand { " with-hand=#true" } else { "" };
            // Between bare royals nothing is left to be taken.
            let own = format!("pieces {named} most={most}{held};");
            let more = |least: i64| match least {
                0 => String::new(),
                least => format!(" enemy {{ pieces {named} least={least}{held}; }};"),
            };
            if claim {
                self.rules.push(format!("end \"{value}\" {{ {own} to-move;{} }}", more(enemy + 1)));
                self.rules.push(format!("end \"{value}\" {{ {own} enemy {{ to-move; }};{} }}", more(enemy)));
            } else {
                self.rules.push(format!("end \"{value}\" {{ {own}{} }}", more(enemy)));
            }
        }
    }

    /// Cells that win when one's pieces stand there; whether there are any.
    fn say_flags(&mut self) -> bool {
        let regions = self.cells("flagRegion").map(|cells| cells.filter(|cells| !cells.is_empty()));
        if regions.iter().all(Option::is_none) {
            return false;
        }
        let types = ["White", "Black"].map(|side| self.variant.types(&format!("flagPiece{side}")));
        let flag = |key: &str| self.variant.flag(key, false);
        let (safe, moves, blocked) = (flag("flagPieceSafe"), flag("flagMove"), flag("flagPieceBlockedWin"));
        let least = self.variant.number("flagPieceCount", 1).max(1);
        if safe && blocked {
            self.lose("flagPieceBlockedWin", "safe pieces beside a full region are not known");
        }
        let alike = types[0] == types[1] && regions.iter().all(Option::is_some);
        let [white, black] = regions.clone().map(Option::unwrap_or_default);
        let sizes = [white.len(), black.len()];
        let name = self.regions.name("goal", white, black);
        for side in 0..2 {
            let Some(named) = self.named(&types[side]) else { continue };
            if regions[side].is_none() || (alike && side == 1 && !moves) {
                continue;
            }
            let for_side =
                if alike && !moves { String::new() } else { format!(" for=\"{}\"", ["white", "black"][side]) };
            let count = if least > 1 { format!(" least={least}") } else { String::new() };
            let here =
                |safe: bool| format!("pieces {named} in=\"{name}\"{count}{}", if safe { " safe=#true" } else { "" });
            // The enemy's region of the same name is its own.
            let theirs = self.named(&types[1 - side]).filter(|_| regions[1 - side].is_some());
            let there = theirs.map(|named| format!("pieces {named} in=\"{name}\"{count}"));
            let king = |side: usize| types[side].iter().all(|word| builtin::special(word) == "royal");
            let win = format!("end \"win\"{for_side}");
            if blocked {
                // Only with fewer than are needed it is asked whether the rest is full.
                let full: Vec<String> = (1..=sizes[side])
                    .take_while(|own| *own < least as usize)
                    .map(|own| match sizes[side] - own {
                        0 => format!("pieces {named} in=\"{name}\" least={own}"),
                        rest => format!("all {{ pieces {named} in=\"{name}\" least={own}; {}; }}", others(&name, rest)),
                    })
                    .collect();
                self.rules.push(format!(
                    "{win} {{\n    any {{\n        {}\n        {}\n    }}\n}}",
                    here(false),
                    full.join("\n        ")
                ));
            } else if moves && king(0) && king(1) {
                self.say_race(side, &win, &here(false), there.as_deref());
            } else if moves {
                self.rules.push(format!("{win} {{ to-move; {}; }}", here(false)));
                if safe {
                    let not = there.map_or_else(String::new, |there| format!(" enemy {{ not {{ {there}; }}; }};"));
                    self.rules.push(format!("{win} {{ enemy {{ to-move; }}; {};{not} }}", here(true)));
                }
            } else if safe {
                let there = there.map(|there| format!("{there} safe=#true"));
                let (not, both) = match &there {
                    Some(there) => (
                        format!(" enemy {{ not {{ {there}; }}; }};"),
                        Some(format!("{}; enemy {{ {there}; }};", here(true))),
                    ),
                    None => (String::new(), None),
                };
                self.rules.push(format!("{win} {{ {};{not} }}", here(true)));
                if let Some(both) = both {
                    self.rules.push(format!("end \"draw\"{for_side} {{ {both} }}"));
                }
            } else {
                self.rules.push(format!("{win} {{ {}; }}", here(false)));
            }
        }
        true
    }

    /// The first to arrive wins, but Black, who moves second, may draw level.
    fn say_race(&mut self, side: usize, win: &str, here: &str, there: Option<&str>) {
        match (side, there) {
            (0, Some(there)) => {
                self.rules.push(format!(
                    "{win} {{\n    {here}\n    enemy {{ not {{ {there}; }}; not {{ can {{ {there}; }}; }}; }}\n}}"
                ));
                self.rules.push(format!("end \"draw\" {{ {here}; enemy {{ {there}; }}; }}"));
            }
            (_, Some(there)) => self.rules.push(format!("{win} {{ {here}; enemy {{ not {{ {there}; }}; }}; }}")),
            (_, None) => self.rules.push(format!("{win} {{ {here}; }}")),
        }
    }

    fn say_checks(&mut self) {
        if !self.variant.flag("checkCounting", false) {
            return;
        }
        match self.start.checks.unwrap_or((3, 3)) {
            (white, black) if white == black && (1..=9).contains(&white) => {
                self.rules.push(format!("check-count {white}"));
            }
            _ => self.lose("startFen", "both sides win by the same number of checks, 1 to 9"),
        }
    }

    fn say_repetition(&mut self) {
        let times = self.variant.number("nFoldRule", 3);
        let perpetual = match self.variant.flag("perpetualCheckIllegal", false) {
            true => " perpetual-check=\"loses\"",
            false => "",
        };
        if times == 0 {
            self.rules.push("repetition \"ignored\"".to_owned());
            if !perpetual.is_empty() {
                self.lose("perpetualCheckIllegal", "perpetual check is known with a number of repetitions only");
            }
            return;
        }
        if !(2..=99).contains(&times) {
            self.lose("nFoldRule", "positions are counted 2 to 99 times");
            return;
        }
        let absolute = self.variant.flag("nFoldValueAbsolute", false);
        let value = match (self.variant.text("nFoldValue"), absolute) {
            (None | Some("draw" | "none"), _) => "draw",
            (Some("loss"), true) => "white-loses",
            (Some(_), true) => "black-loses",
            (Some("loss"), false) => "mover-wins",
            (Some(_), false) => "mover-loses",
        };
        if value != "draw" || times != 3 || !perpetual.is_empty() {
            self.rules.push(format!("repetition \"{value}\" times={times}{perpetual}"));
        }
    }
}

/// At least this many of the enemy's pieces in one's own region.
fn others(name: &str, least: usize) -> String {
    format!("enemy {{ pieces \"any\" in=\"enemy {name}\" least={least}; }}")
}
