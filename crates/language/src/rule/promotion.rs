//! `promotion "P" into="Q R B N" ends-in="last-rank"`.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, latest, latest_of, number, side};
use crate::locale::{Locale, say};
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, SOME, word};
use spielraum_geometry::CellSet;
use spielraum_spec::{
    ByColor, Color, Mark, PieceType, Promotion, PromotionForce, PromotionText, PromotionTrigger, Spec, Symbol,
};

pub(super) const RULE: Rule = Rule {
    words: &[
        word("promotion-limit", SOME).props(&[("most", Kind::Number)]).key(Key::Many),
        word("promotion", SOME)
            .props(&[
                ("into", Kind::Text),
                ("ends-in", Kind::Text),
                ("enters", Kind::Text),
                ("touches", Kind::Text),
                ("stands-in", Kind::Text),
                ("last-anywhere", Kind::Flag),
                ("peaceful", Kind::Flag),
                ("required", Kind::Text),
                ("from-prison", Kind::Flag),
                ("on", Kind::Text),
                ("en-passant", Kind::Flag),
                ("silent", Kind::Flag),
                ("for", Kind::Text),
            ])
            .key(Key::Many),
    ],
    topic: Topic::Moves,
    read,
    explain,
};

/// Reads the promotions, at most one for each piece of each side: that of the latest layer.
fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for (piece, node) in latest(scope, "promotion-limit", diagnostics) {
        let value = scope.needed(node, "most", "2", diagnostics);
        if let Some(most) = value.and_then(|value| number(value, 1, 99, diagnostics)) {
            spec.promotion_limits.push((piece, most as u8));
        }
    }
    for node in scope.all("promotion") {
        side(node, diagnostics);
    }
    let latest = ByColor::new(|color: Color| {
        let of_other = |node: &Node| node.prop("for").is_some_and(|side| side.text() == Some((!color).name()));
        latest_of(scope, "promotion", &|node| !of_other(node), diagnostics)
    });
    for node in scope.all("promotion") {
        let is_latest = |color: Color, kind: PieceType| {
            latest[color].iter().any(|&(other, latest)| other == kind && std::ptr::eq(latest, node))
        };
        // In the order in which the line names them.
        let place = |kind: PieceType| {
            let symbol = scope.pieces.symbol(kind).to_string();
            node.args.iter().position(|value| value.text() == Some(&symbol))
        };
        let of_node = Color::BOTH.iter().flat_map(|&color| &latest[color]).filter(|(_, own)| std::ptr::eq(*own, node));
        let mut named: Vec<PieceType> = of_node.map(|(kind, _)| *kind).collect();
        named.sort_by_key(|&kind| (place(kind), kind));
        named.dedup();
        for piece in named {
            if let Some(mut promotion) = promotion(scope, node, piece, diagnostics) {
                for color in Color::BOTH.into_iter().filter(|&color| !is_latest(color, piece)) {
                    promotion.zone[color] = CellSet::EMPTY;
                }
                spec.promotions.push(promotion);
            }
        }
    }
}

fn promotion(scope: &Scope<'_>, node: &Node, piece: PieceType, diagnostics: &mut Diagnostics) -> Option<Promotion> {
    let into_value = scope.needed(node, "into", "\"Q R B N\"", diagnostics)?;
    let own_form = into_value.text() == Some("+");
    let into = if own_form {
        let form = Symbol { mark: Mark::Plus, ..scope.pieces.symbol(piece) };
        vec![scope.pieces.find(&form.to_string(), into_value.span, diagnostics)?]
    } else {
        scope.pieces.list(into_value, diagnostics)
    };
    let (&first, others) = into.split_first()?;
    if into.contains(&piece) {
        diagnostics.add(into_value.span, "a piece can't be promoted to itself");
    }
    let stands = PromotionTrigger::Stands {
        last_anywhere: node.prop_flag("last-anywhere"),
        peaceful: node.prop_flag("peaceful"),
    };
    let triggers = [
        ("ends-in", PromotionTrigger::Ends),
        ("enters", PromotionTrigger::Enters),
        ("touches", PromotionTrigger::Touches),
        ("stands-in", stands),
    ];
    let given: Vec<_> = triggers.iter().filter_map(|(prop, trigger)| Some((node.prop(prop)?, *trigger))).collect();
    let [(region, trigger)] = given[..] else {
        diagnostics.missing(
            node,
            "a promotion needs one region",
            "say `ends-in`, `enters` (ends in it and comes from outside), `touches` (starts or ends in it) or `stands-in` (the \
             promotion is a move of its own)",
        );
        return None;
    };
    let of_others = ["required", "silent", "en-passant", "on"].into_iter().find(|prop| node.prop(prop).is_some());
    match (trigger.is_own_move(), of_others) {
        (true, Some(prop)) => {
            diagnostics.add(node.span, format!("`{prop}` is said of other moves: `stands-in` is a move of its own"));
        }
        (false, _) if stands != (PromotionTrigger::Stands { last_anywhere: false, peaceful: false }) => {
            diagnostics.add(node.span, "`last-anywhere` and `peaceful` need `stands-in`");
        }
        _ => {}
    }
    let force = match node.prop("required") {
        None if trigger.is_own_move() => PromotionForce::Never,
        None => PromotionForce::Always,
        Some(value) => match value.text().unwrap_or_default() {
            "always" => PromotionForce::Always,
            "when-stuck" => PromotionForce::WhenStuck,
            "never" => PromotionForce::Never,
            other => {
                diagnostics.unknown(value.span, "the obligation", other, ["always", "when-stuck", "never"]);
                return None;
            }
        },
    };
    let from_prison = node.prop_flag("from-prison");
    let by_capture = match node.prop("on") {
        None => false,
        Some(value) if value.text() == Some("capture") => true,
        Some(value) => {
            diagnostics.unknown(value.span, "the kind of move", value.text().unwrap_or_default(), ["capture"]);
            return None;
        }
    };
    let en_passant = node.prop("en-passant").is_none() || node.prop_flag("en-passant");
    let text = if node.prop_flag("silent") {
        if !others.is_empty() || force != PromotionForce::Always || from_prison {
            diagnostics.add(node.span, "only a promotion that is always required and has one outcome can be silent");
        }
        PromotionText::Silent
    } else if own_form || (others.is_empty() && scope.pieces.symbol(first).mark == Mark::Plus) {
        PromotionText::Plus
    } else {
        PromotionText::Letter
    };
    if text == PromotionText::Letter && into.iter().any(|form| scope.pieces.symbol(*form).mark == Mark::Plus) {
        diagnostics.add(into_value.span, "a choice among several pieces can't contain `+` forms");
    }
    let zone = scope.regions.find(region, diagnostics)?;
    Some(Promotion { piece, zone, trigger, into, force, from_prison, by_capture, en_passant, text })
}

/// One sentence for all pieces that promote alike.
fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let mut sentences = Vec::new();
    let mut said: Vec<&Promotion> = Vec::new();
    for promotion in &spec.promotions {
        let own_form = |other: &Promotion| {
            let symbol = |piece: PieceType| spec.pieces[piece.index()].symbol;
            matches!(other.into[..], [form] if symbol(form).letters == symbol(other.piece).letters)
        };
        let alike = |other: &Promotion| {
            let into = other.into == promotion.into || own_form(other) && own_form(promotion);
            let sayings =
                |of: &Promotion| (of.zone, of.trigger, of.force, of.from_prison, of.by_capture, of.en_passant);
            into && sayings(other) == sayings(promotion)
        };
        if said.iter().any(|other| alike(other)) {
            continue;
        }
        said.push(promotion);
        let promoted: Vec<PieceType> =
            spec.promotions.iter().filter(|other| alike(other)).map(|other| other.piece).collect();
        let into = match own_form(promotion) && promoted.len() > 1 {
            true => locale.pick("its promoted form", "zur umgewandelten Form").to_owned(),
            false => {
                let into = prose.any_of(&promotion.into);
                say!(locale, "{into}", "zu {into}")
            }
        };
        let prison = match (promotion.from_prison, locale, promotion.force) {
            (false, ..) => "",
            (true, Locale::En, _) => " that its side has lost",
            (true, Locale::De, PromotionForce::Always) => {
                " (aus den Verlusten der eigenen Seite; ohne eine solche Figur ist der Zug nicht möglich)"
            }
            (true, Locale::De, PromotionForce::WhenStuck) => {
                " (aus den Verlusten der eigenen Seite; ohne eine solche Figur ist der Zug nur möglich, wo die Umwandlung nicht Pflicht ist)"
            }
            (true, Locale::De, PromotionForce::Never) => " (aus den Verlusten der eigenen Seite)",
        };
        let stuck = match (promotion.from_prison, promotion.force, locale) {
            (true, PromotionForce::Always, Locale::En) => " Without one, it cannot move there.",
            (true, PromotionForce::WhenStuck, Locale::En) => " Without one, it cannot move to where it must promote.",
            _ => "",
        };
        let has = promotion.zone.as_ref().map(|cells| !cells.is_empty());
        let (whose, cells) = match (has.white, has.black) {
            (true, false) => (Some(Color::White), ByColor::both(promotion.zone.white)),
            (false, true) => (Some(Color::Black), ByColor::both(promotion.zone.black)),
            _ => (None, promotion.zone),
        };
        let piece = match whose {
            None => capital(&prose.any_of(&promoted)),
            Some(color) => {
                let (side, pieces) = (prose.side(color), prose.names_or(&promoted));
                say!(locale, "{side}'s {pieces}", "{pieces} von {side}")
            }
        };
        let cells = prose.zone(&cells);
        if let PromotionTrigger::Stands { last_anywhere, peaceful } = promotion.trigger {
            let last = match last_anywhere {
                true => locale.pick(
                    ", or anywhere if it is the last of its side,",
                    " (als letzte Figur dieser Art auf jedem Feld)",
                ),
                false => "",
            };
            let peace = match peaceful {
                true => locale.pick(
                    " It may not attack an enemy there, and the promotion may not give check.",
                    " Von dort darf sie keine gegnerische Figur angreifen, und Schach darf dadurch nicht entstehen.",
                ),
                false => "",
            };
            sentences.push(say!(
                locale,
                "{piece} that stands on {cells}{last} may promote to {into}{prison} as a move of its own: in place, or by \
                 moving without capture as the new piece.{peace}{stuck}",
                "{piece} auf {cells}{last} darf als eigener Zug {into} werden{prison}: auf demselben Feld oder mit einem Zug \
                 als neue Figur, ohne zu schlagen.{peace}"
            ));
            continue;
        }
        let when = match promotion.trigger {
            PromotionTrigger::Ends => say!(locale, "ends on {cells}", "auf {cells} endet"),
            PromotionTrigger::Enters => say!(locale, "enters {cells}", "von außen auf {cells} führt"),
            PromotionTrigger::Touches => say!(locale, "starts or ends on {cells}", "auf {cells} beginnt oder endet"),
            PromotionTrigger::Stands { .. } => String::new(),
        };
        let by_passing = match promotion.en_passant {
            true => "",
            false => locale.pick(", unless it captures en passant", ", außer beim Schlagen en passant"),
        };
        let moves = match promotion.by_capture {
            true => locale.pick("capture", "Schlagzug"),
            false => locale.pick("move", "Zug"),
        };
        sentences.push(match promotion.force {
            PromotionForce::Always => say!(
                locale,
                "{piece} promotes to {into}{prison} when its {moves} {when}{by_passing}.{stuck}",
                "{piece} wird {into}{prison}, wenn der {moves} {when}{by_passing}."
            ),
            PromotionForce::WhenStuck => say!(
                locale,
                "{piece} may promote to {into}{prison} when its {moves} {when}{by_passing}; it must if it could never move again.{stuck}",
                "{piece} darf {into} werden{prison}, wenn der {moves} {when}{by_passing}, und muss es, wo kein Zug mehr möglich wäre."
            ),
            PromotionForce::Never => say!(
                locale,
                "{piece} may promote to {into}{prison} when its {moves} {when}{by_passing}.{stuck}",
                "{piece} darf {into} werden{prison}, wenn der {moves} {when}{by_passing}."
            ),
        });
    }
    sentences.extend(spec.promotion_limits.iter().map(|&(piece, most)| {
        let together = match spec.counted_together(piece).count() > 1 {
            true => locale.pick(", promoted ones or not", ", umgewandelt oder nicht"),
            false => "",
        };
        if most == 1 {
            let piece = prose.any_of(&[piece]);
            return say!(
                locale,
                "A piece promotes to {piece} only while its side has none{together}.",
                "Zu {piece} wird eine Figur nur, solange ihre Seite keine solche hat{together}."
            );
        }
        let (piece, most) = (prose.any_of(&[piece]), prose.number(usize::from(most)));
        say!(
            locale,
            "A piece promotes to {piece} only while its side has fewer than {most} of them{together}.",
            "Zu {piece} wird eine Figur nur, solange ihre Seite davon weniger als {most} hat{together}."
        )
    }));
    sentences
}
