//! The numbers of `balance` as a picture: results, lengths, and legal moves as a game goes on.

use spielraum_draw::Theme;
use spielraum_matches::Figures;
use spielraum_rules::Color;
use spielraum_rules::spec::SideNames;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const PANEL: f64 = 170.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 40.0;
const GAP: f64 = 56.0;

/// How many bars show the lengths.
const BARS: usize = 24;

/// Plies that fewer games have reached than this share of them are left out of the curve: they say little.
const REACHED: f64 = 0.1;

/// Draws the plots.
pub fn draw(title: &str, sides: SideNames, figures: &Figures) -> String {
    let height = TOP + 60.0 + 2.0 * (PANEL + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    text(&mut svg, LEFT, 22.0, "start", &format!("{title}: {} games", figures.games()));
    results(&mut svg, sides, figures, TOP);
    lengths(&mut svg, figures, TOP + 60.0 + GAP / 2.0);
    moves(&mut svg, figures, TOP + 60.0 + PANEL + 1.5 * GAP);
    svg.push_str("</svg>\n");
    svg
}

/// White's wins, draws and Black's wins as parts of one bar, in the colours of the sides.
fn results(svg: &mut String, sides: SideNames, figures: &Figures, top: f64) {
    let white = figures.white;
    let all = figures.games().max(1) as f64;
    let palette = Theme::Light.palette().with_sides(sides);
    let mut x = LEFT;
    for (count, fill, name) in [
        (white.wins, palette.white_body, sides.of(Color::White)),
        (white.draws, palette.nobody_body, "draw"),
        (white.losses, palette.black_body, sides.of(Color::Black)),
    ] {
        let width = (WIDTH - 2.0 * LEFT) * count as f64 / all;
        bar(svg, x, top, width, 24.0, fill);
        if width > 60.0 {
            text(svg, x + width / 2.0, top + 40.0, "middle", &format!("{name} {:.0} %", count as f64 * 100.0 / all));
        }
        x += width;
    }
}

/// How many games had which length.
fn lengths(svg: &mut String, figures: &Figures, top: f64) {
    let longest = figures.lengths.iter().copied().max().unwrap_or(0).max(1);
    let step = (longest as usize).div_ceil(BARS).max(1);
    let mut counts = [0u64; BARS];
    for &length in &figures.lengths {
        counts[(length as usize / step).min(BARS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let width = (WIDTH - 2.0 * LEFT) / BARS as f64;
    for (at, &count) in counts.iter().enumerate() {
        let height = PANEL * count as f64 / most;
        bar(svg, LEFT + at as f64 * width + 1.0, top + PANEL - height, width - 2.0, height, "#4a7a9b");
    }
    axis(svg, top, "games", most, "plies", (step * BARS) as f64);
}

/// The mean number of legal moves at each ply.
fn moves(svg: &mut String, figures: &Figures, top: f64) {
    let enough = (figures.games() as f64 * REACHED).max(1.0);
    let means: Vec<(usize, f64)> = figures
        .moves_by_ply
        .iter()
        .enumerate()
        .filter(|(_, (_, count))| *count as f64 >= enough)
        .map(|(ply, &(sum, count))| (ply, sum as f64 / count as f64))
        .collect();
    let most = means.iter().map(|(_, mean)| *mean).fold(1.0, f64::max);
    let last = means.last().map_or(1, |(ply, _)| ply + 1) as f64;
    let point = |&(ply, mean): &(usize, f64)| {
        format!("{:.1},{:.1}", LEFT + (WIDTH - 2.0 * LEFT) * ply as f64 / last, top + PANEL * (1.0 - mean / most))
    };
    let points: Vec<String> = means.iter().map(point).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#4a7a9b\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    axis(svg, top, "legal moves", most, "ply", last);
}

fn axis(svg: &mut String, top: f64, upward: &str, most: f64, rightward: &str, last: f64) {
    let (bottom, right) = (top + PANEL, WIDTH - LEFT);
    let _ = writeln!(svg, "<path d=\"M{LEFT} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#555\"/>");
    text(svg, LEFT, top - 6.0, "start", upward);
    text(svg, LEFT - 4.0, top + 10.0, "end", &format!("{most:.0}"));
    text(svg, LEFT - 4.0, bottom, "end", "0");
    text(svg, right, bottom + 16.0, "end", &format!("{last:.0}"));
    text(svg, (LEFT + right) / 2.0, bottom + 16.0, "middle", rightward);
}

fn bar(svg: &mut String, x: f64, y: f64, width: f64, height: f64, fill: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" stroke=\"#555\"/>"
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, what: &str) {
    let escaped = what.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#333\">{escaped}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_rules::spec::SideName;

    #[test]
    fn a_picture_of_nothing_is_a_picture() {
        let svg = draw("A & B", SideNames::default(), &Figures::default());
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("A &amp; B"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn results_fill_the_bar() {
        let mut figures = Figures::default();
        [2, 2, 1, 0].into_iter().for_each(|half_points| figures.white.add(half_points));
        figures.lengths = vec![10, 20, 30, 40];
        let sides = SideNames { first: SideName::Blue, second: SideName::Red };
        let svg = draw("T", sides, &figures);
        assert!(svg.contains("Blue 50 %") && svg.contains("draw 25 %") && svg.contains("Red 25 %"), "{svg}");
        let palette = Theme::Light.palette();
        assert!(svg.contains(palette.blue_body) && svg.contains(palette.red_body), "{svg}");
    }
}
