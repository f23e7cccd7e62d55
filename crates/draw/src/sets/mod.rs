//! Sets of pieces as the web client shows them: figures, and characters on tiles.

mod lettering;

pub(crate) use lettering::{fitted, written};

use crate::glyph::figure;
use crate::theme::Palette;
use spielraum_rules::spec::{CapturedPieces, Mark, PieceType, SideName, Spec};
use spielraum_rules::{Color, Owner};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::LazyLock;

/// Outline and marks of figures by what they wear, written by the tests of the web client, which draws them.
static FIGURES: LazyLock<HashMap<String, (String, Vec<String>)>> =
    LazyLock::new(|| serde_json::from_str(include_str!("figures.json")).unwrap_or_default());

/// Outlines of characters: on wedges, and on discs.
static ON_WEDGES: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("outlines/wedge.json")).unwrap_or_default());
static ON_DISCS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("outlines/disc.json")).unwrap_or_default());

/// The outline of a character of an inscription, 100 to the em, its middle at the origin.
pub(crate) fn outline(character: char) -> Option<&'static str> {
    let character = character.to_string();
    ON_DISCS.get(&character).or_else(|| ON_WEDGES.get(&character)).map(String::as_str)
}

const WEDGE: &str = "M50 5L76 18L87 95L13 95L24 18Z";
const DISC: &str = "M50 6C74.3 6 94 25.7 94 50C94 74.3 74.3 94 50 94C25.7 94 6 74.3 6 50C6 25.7 25.7 6 50 6Z";
const DISC_RING: &str = "M50 12C71 12 88 29 88 50C88 71 71 88 50 88C29 88 12 71 12 50C12 29 29 12 50 12Z\
    M50 14.6C30.4 14.6 14.6 30.4 14.6 50C14.6 69.6 30.4 85.4 50 85.4C69.6 85.4 85.4 69.6 85.4 50C85.4 30.4 69.6 14.6 50 14.6Z";
const OCTAGON: &str = "M31.8 6L68.2 6L94 31.8L94 68.2L68.2 94L31.8 94L6 68.2L6 31.8Z";
const OCTAGON_RING: &str = "M34.3 12L65.7 12L88 34.3L88 65.7L65.7 88L34.3 88L12 65.7L12 34.3Z\
    M35.3 14.6L14.6 35.3L14.6 64.7L35.3 85.4L64.7 85.4L85.4 64.7L85.4 35.3L64.7 14.6Z";
/// The plinth of a promoted form has studs.
const STUDS: [f64; 5] = [30.0, 40.0, 50.0, 60.0, 70.0];

/// Colours of tiles, which are of wood, whosever they are.
const WOOD: &str = "#f3ddb0";
const DARK_WOOD: &str = "#e2c089";
const WOOD_EDGE: &str = "#6f4d22";
const WRITTEN: &str = "#20170e";
const WRITTEN_RED: &str = "#a3221b";
const WRITTEN_BLUE: &str = "#1b4b94";
const WRITTEN_GREEN: &str = "#14603a";

/// How the pieces of a game look. By default each has its sign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    looks: BTreeMap<(u8, Owner), Look>,
}

/// How a piece looks.
#[derive(Clone, Debug, PartialEq)]
struct Look {
    body: String,
    /// Path data with the `transform` that puts it in its place.
    marks: Vec<(String, String)>,
    turned: bool,
    /// How large it is, beside one that fills its place.
    size: f64,
    /// Colours of body, edge and marks, unless they are those of the owner.
    colours: Option<[&'static str; 3]>,
}

impl Looks {
    /// What the web client shows unless somebody chooses otherwise: characters if the definition gives every piece
    /// one, or else figures if every piece has one and no two are alike, or else signs. Where there is one type alone that never
    /// moves or has no figure, its pieces are stones. `octagons`: tiles have eight sides. `size`: how large each type's tiles
    /// are, beside those that fill their places.
    pub fn usual<'a>(
        spec: &Spec,
        octagons: bool,
        character: impl Fn(PieceType, Color) -> Option<&'a str>,
        size: impl Fn(PieceType) -> f64,
    ) -> Self {
        let kinds = || spec.piece_types().filter(|&kind| !spec.is_neutral(kind));
        let each = |look: &dyn Fn(PieceType, Color) -> Option<Look>| -> BTreeMap<(u8, Owner), Look> {
            let both = kinds().flat_map(|kind| Color::BOTH.map(|color| (kind, color)));
            both.filter_map(|(kind, color)| Some(((kind.0, color.into()), look(kind, color)?))).collect()
        };
        if kinds().all(|kind| character(kind, Color::White).is_some()) {
            let look = |kind, color| {
                let made = tile(spec, kind, color, octagons, character(kind, color)?)?;
                Some(Look { size: size(kind), ..made })
            };
            return Self { looks: each(&look) };
        }
        let single = kinds().count() == 1;
        let looks = each(&|kind, color| {
            let figure = turned_figure(spec, kind, color);
            let still = spec.pieces[kind.index()].moves[color].is_empty();
            if single && (still || figure.is_none()) { Some(stone()) } else { figure }
        });
        let whole = looks.len() == 2 * kinds().count();
        let alike = |color: Color| {
            let mut worn: Vec<_> = looks.iter().filter(|((_, owner), _)| *owner == color).collect();
            let rim = |kind: u8| spec.pieces[usize::from(kind)].symbol.mark as u8;
            worn.sort_by_key(|((kind, _), look)| (&look.body, rim(*kind)));
            worn.windows(2).any(|two| two[0].1.body == two[1].1.body && rim(two[0].0.0) == rim(two[1].0.0))
        };
        if whole && !Color::BOTH.into_iter().any(alike) { Self { looks } } else { Self::default() }
    }

    /// A piece as SVG in a box of 100 x 100; nothing for one that is shown by its sign.
    pub(crate) fn painted(&self, kind: PieceType, owner: Owner, palette: &Palette) -> Option<String> {
        let Look { body, marks, turned, size, colours } = self.looks.get(&(kind.0, owner))?;
        let [fill, edge, ink] = colours.unwrap_or(palette.of(owner));
        let mut turn = if *turned { "rotate(180 50 50)".to_owned() } else { String::new() };
        if *size != 1.0 {
            let _ = write!(turn, "translate({0:.1} {0:.1})scale({size})", 50.0 * (1.0 - size));
        }
        let turn = if turn.is_empty() { turn } else { format!(r#" transform="{turn}""#) };
        let mut svg = format!(
            r#"<g{turn}><path fill="{fill}" stroke="{edge}" stroke-width="3" stroke-linejoin="round" d="{body}"/><g fill="{ink}" fill-rule="evenodd">"#
        );
        for (mark, place) in marks {
            let _ = match place.as_str() {
                "" => write!(svg, r#"<path d="{mark}"/>"#),
                place => write!(svg, r#"<path transform="{place}" d="{mark}"/>"#),
            };
        }
        svg.push_str("</g></g>");
        Some(svg)
    }
}

/// A flat, round stone.
fn stone() -> Look {
    let marks = vec![(DISC_RING.to_owned(), String::new())];
    Look { body: DISC.to_owned(), marks, turned: false, size: 1.0, colours: None }
}

/// A turned figure, if one is drawn for what the piece wears.
fn turned_figure(spec: &Spec, kind: PieceType, color: Color) -> Option<Look> {
    let heads: Vec<String> =
        figure(spec, kind, color).iter().map(|head| format!("{head:?}").to_ascii_lowercase()).collect();
    let (body, marks) = FIGURES.get(&heads.join(" "))?;
    let studs = STUDS.iter().filter(|_| spec.pieces[kind.index()].symbol.mark != Mark::None);
    let studs = studs.map(|x| format!("M{} 90.4L{x} 87.8L{} 90.4L{x} 93Z", x - 2.6, x + 2.6));
    let marks = marks.iter().cloned().chain(studs).map(|mark| (mark, String::new())).collect();
    Some(Look { body: body.clone(), marks, turned: false, size: 1.0, colours: None })
}

/// A tile: a wedge that points to the other side where captured pieces change sides, or else a disc or an octagon.
fn tile(spec: &Spec, kind: PieceType, color: Color, octagons: bool, character: &str) -> Option<Look> {
    let wedge = spec.hands.as_ref().is_some_and(|hands| matches!(hands.captured, CapturedPieces::ToCaptor(_)));
    let (first, second) = if wedge { (&*ON_WEDGES, &*ON_DISCS) } else { (&*ON_DISCS, &*ON_WEDGES) };
    let outline = first.get(character).or_else(|| second.get(character))?.clone();
    let piece = &spec.pieces[kind.index()];
    if !wedge {
        let ink = match spec.sides[color] {
            SideName::White | SideName::Red => WRITTEN_RED,
            SideName::Blue => WRITTEN_BLUE,
            SideName::Green => WRITTEN_GREEN,
            SideName::Black => WRITTEN,
        };
        let (body, ring) = if octagons { (OCTAGON, OCTAGON_RING) } else { (DISC, DISC_RING) };
        let marks = vec![(outline, "translate(50 50) scale(.6)".to_owned()), (ring.to_owned(), String::new())];
        return Some(Look {
            body: body.to_owned(),
            marks,
            turned: false,
            size: 1.0,
            colours: Some([WOOD, WOOD_EDGE, ink]),
        });
    }
    let scale = if piece.royal { ".62" } else { ".58" };
    let ink = if piece.symbol.mark == Mark::Plus { WRITTEN_RED } else { WRITTEN };
    let wood = if color == Color::White { WOOD } else { DARK_WOOD };
    Some(Look {
        body: WEDGE.to_owned(),
        marks: vec![(outline, format!("translate(50 59) scale({scale})"))],
        turned: color == Color::Black,
        size: 1.0,
        colours: Some([wood, WOOD_EDGE, ink]),
    })
}
