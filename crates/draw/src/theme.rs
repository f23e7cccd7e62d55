//! The colours of both themes. The web client's style sheet is written from this table, so that pictures and board
//! look alike.

use spielraum_rules::Owner;
use spielraum_rules::spec::{SideName, SideNames};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark signs on light ground.
    #[default]
    Light,
    /// Light signs on dark ground.
    Dark,
}

macro_rules! palette {
    ($($(#[doc = $doc:literal])+ $field:ident: $light:literal, $dark:literal;)+) => {
        /// Named colours, each `#rrggbb`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Palette {
            $($(#[doc = $doc])+ pub $field: &'static str,)+
        }

        impl Theme {
            /// The theme's colours.
            pub fn palette(self) -> Palette {
                match self {
                    Self::Light => Palette { $($field: $light,)+ },
                    Self::Dark => Palette { $($field: $dark,)+ },
                }
            }
        }

        impl Palette {
            /// Every colour with its name, words joined by hyphens.
            pub fn entries(&self) -> Vec<(String, &'static str)> {
                vec![$((stringify!($field).replace('_', "-"), self.$field),)+]
            }
        }
    };
}

palette! {
    /// The ground of a page or a picture.
    paper: "#f8f5ef", "#14171c";
    /// Ground that lies above the paper: cards, panels.
    surface: "#ffffff", "#1c2027";
    /// Ground of fields, chips and quiet buttons.
    sunken: "#efeae1", "#262b34";
    /// Thin lines between things.
    line: "#d9d2c5", "#343b47";
    /// Text.
    ink: "#1f1d1a", "#eeeae2";
    /// Text of less weight; still 4.5 to 1 on paper and surface.
    muted: "#635d53", "#a6a194";
    /// Links, the main button, the selection.
    accent: "#a8481f", "#f0986b";
    /// Text on the accent.
    on_accent: "#ffffff", "#1c120c";
    /// The light cells of a board.
    cell_light: "#f1e9da", "#353c49";
    /// The third kind of cells of a board of hexagons.
    cell_middle: "#e7dcc9", "#2f3541";
    /// The dark cells of a board.
    cell_dark: "#dccfb8", "#282e38";
    /// Lines between cells, frames of levels, the lattice.
    cell_line: "#bfae91", "#515b6c";
    /// White's pieces.
    white_body: "#fffdf8", "#f6f0e4";
    /// Their edge.
    white_edge: "#6b6152", "#12151a";
    /// The marks on them.
    white_ink: "#2a2620", "#2a2620";
    /// Black's pieces.
    black_body: "#363c52", "#5b6894";
    /// Their edge.
    black_edge: "#1d2130", "#c3cbe4";
    /// The marks on them.
    black_ink: "#f7efdf", "#fbf5e8";
    /// Pieces of a side that is called Red.
    red_body: "#d8685c", "#dd7265";
    /// Their edge.
    red_edge: "#6e1f18", "#2a0c09";
    /// The marks on them.
    red_ink: "#2a0c09", "#2a0c09";
    /// Pieces of a side that is called Blue.
    blue_body: "#6f9bdc", "#7ba5e2";
    /// Their edge.
    blue_edge: "#22406f", "#0d1a30";
    /// The marks on them.
    blue_ink: "#0d1a30", "#0d1a30";
    /// Pieces of a side that is called Green.
    green_body: "#6fae84", "#79b78e";
    /// Their edge.
    green_edge: "#22573a", "#0b2115";
    /// The marks on them.
    green_ink: "#0b2115", "#0b2115";
    /// The pieces that belong to nobody.
    nobody_body: "#aaa69c", "#9a9ea6";
    /// Their edge.
    nobody_edge: "#5f5b52", "#14171c";
    /// The marks on them.
    nobody_ink: "#2f2c27", "#1e2126";
    /// The selected cell.
    selected: "#e9b949", "#d6a63a";
    /// A cell to move to, and the line there.
    quiet: "#2f7d6b", "#5cc2a8";
    /// A piece that can be captured.
    capture: "#b3322f", "#f07167";
    /// Where the last move began and ended.
    last_move: "#e3c778", "#7d6a2e";
    /// A royal in check.
    check: "#d64541", "#e5534f";
    /// A threat.
    threat: "#8a4fa3", "#c792e0";
    /// Good news.
    good: "#286b43", "#6cc58d";
    /// Bad news.
    bad: "#b3322f", "#f28b82";
}

impl Palette {
    /// The colour of cells of a shade, 0 the darkest of as many as the board's lattice needs.
    pub(crate) fn cell(&self, shade: usize, shades: usize) -> &'static str {
        match shade {
            0 => self.cell_dark,
            1 if shades > 2 => self.cell_middle,
            _ => self.cell_light,
        }
    }

    /// The same palette for a game that calls its sides so: White's colours are those of the side that moves first.
    pub fn with_sides(self, sides: SideNames) -> Self {
        let [white_body, white_edge, white_ink] = self.named(sides.first);
        let [black_body, black_edge, black_ink] = self.named(sides.second);
        Self { white_body, white_edge, white_ink, black_body, black_edge, black_ink, ..self }
    }

    /// The colours of pieces of a side by its name: body, edge and marks.
    fn named(&self, name: SideName) -> [&'static str; 3] {
        match name {
            SideName::White => [self.white_body, self.white_edge, self.white_ink],
            SideName::Black => [self.black_body, self.black_edge, self.black_ink],
            SideName::Red => [self.red_body, self.red_edge, self.red_ink],
            SideName::Blue => [self.blue_body, self.blue_edge, self.blue_ink],
            SideName::Green => [self.green_body, self.green_edge, self.green_ink],
        }
    }

    /// The colours of an owner's pieces: body, edge and marks.
    pub(crate) fn of(&self, owner: Owner) -> [&'static str; 3] {
        match owner {
            Owner::White => [self.white_body, self.white_edge, self.white_ink],
            Owner::Black => [self.black_body, self.black_edge, self.black_ink],
            Owner::Nobody => [self.nobody_body, self.nobody_edge, self.nobody_ink],
        }
    }
}

/// The style sheet that gives the colours of both themes their names in the web client: `--paper`, `--cell-light`
/// and so on. The light theme holds unless `data-theme="dark"` is set on the root element.
pub fn style_sheet() -> String {
    let rule = |selector: &str, scheme: &str, theme: Theme| {
        let colours: String =
            theme.palette().entries().iter().map(|(name, colour)| format!("  --{name}: {colour};\n")).collect();
        format!("{selector} {{\n  color-scheme: {scheme};\n{colours}}}\n")
    };
    format!(
        "/* Colours of both themes. Written by `cargo xtask palette` from crates/draw/src/theme.rs: change it there. */\n{}{}",
        rule(":root", "light", Theme::Light),
        rule(":root[data-theme=\"dark\"]", "dark", Theme::Dark)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    /// The contrast of two colours as WCAG 2 defines it.
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn colours_are_written_in_full() {
        for theme in [Theme::Light, Theme::Dark] {
            for (name, colour) in theme.palette().entries() {
                assert!(colour.len() == 7 && u32::from_str_radix(&colour[1..], 16).is_ok(), "{name}: {colour}");
            }
        }
    }

    #[test]
    fn text_and_signs_stand_out_enough() {
        for theme in [Theme::Light, Theme::Dark] {
            let p = theme.palette();
            for ground in [p.paper, p.surface, p.sunken] {
                for (text, least) in [(p.ink, 7.0), (p.muted, 4.5), (p.accent, 4.5), (p.good, 4.5), (p.bad, 4.5)] {
                    assert!(
                        contrast(text, ground) >= least,
                        "{theme:?}: {text} on {ground}: {}",
                        contrast(text, ground)
                    );
                }
            }
            assert!(contrast(p.on_accent, p.accent) >= 4.5, "{theme:?}: {}", contrast(p.on_accent, p.accent));
            assert!(contrast(p.white_ink, p.white_body) >= 7.0 && contrast(p.black_ink, p.black_body) >= 4.5);
            for name in SideName::ALL {
                let [body, _, ink] = p.named(name);
                assert!(contrast(ink, body) >= 4.5, "{theme:?}: {name:?}");
            }
            assert!(contrast(p.nobody_ink, p.nobody_body) >= 4.5, "{theme:?}");
            // Sides differ by lightness, not by hue alone; what lies on cells is seen on both kinds.
            assert!(contrast(p.white_body, p.black_body) >= 4.5, "{theme:?}");
            for cell in [p.cell_light, p.cell_middle, p.cell_dark] {
                for mark in [p.quiet, p.capture, p.threat] {
                    assert!(contrast(mark, cell) >= 3.0, "{theme:?}: {mark} on {cell}: {}", contrast(mark, cell));
                }
            }
        }
    }
}
