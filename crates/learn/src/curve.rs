//! The picture of a run: the loss after each epoch and the Elo of each generation, from its log.

use serde_json::Value;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const PANEL: f64 = 170.0;
const GAP: f64 = 60.0;
const TOP: f64 = 40.0;

/// What a log says of a run.
#[derive(Debug, Default, PartialEq)]
struct Curve {
    /// The loss of what was learned from and of what was kept aside, after each epoch.
    losses: Vec<[f64; 2]>,
    /// At which of them each generation begins.
    begins: Vec<usize>,
    /// The trial of each generation.
    trials: Vec<Trial>,
}

/// The trial of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trial {
    kept: bool,
    /// The Elo and the ends of its 95 % interval; infinite ones are left out.
    elo: [Option<f64>; 3],
}

impl Curve {
    /// Reads the lines of a log; what is none, such as a line that was cut off, is passed over.
    fn read(log: &str) -> Self {
        let (mut curve, mut elo, mut last) = (Self::default(), [None; 3], 0);
        for event in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            match event["event"].as_str() {
                Some("epoch") => {
                    let (Some(epoch), Some(loss)) = (event["epoch"].as_u64(), number(&event["loss"])) else { continue };
                    if epoch <= 1 || curve.losses.is_empty() {
                        curve.begins.push(curve.losses.len());
                    } else if epoch == last {
                        curve.losses.pop();
                    }
                    last = epoch;
                    curve.losses.push([loss, number(&event["test_loss"]).unwrap_or(f64::NAN)]);
                }
                Some("pairs") => elo = [0, 1, 2].map(|place| number(&event["elo"][place])),
                Some("generation") => {
                    let kept = event["kept"].as_bool().unwrap_or(false);
                    curve.trials.push(Trial { kept, elo: std::mem::take(&mut elo) });
                }
                _ => {}
            }
        }
        curve
    }
}

/// A number that can be drawn: differences of larger ones are infinite.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.abs() < 1e12)
}

/// A panel of the picture, with its scale.
struct Panel {
    top: f64,
    low: f64,
    high: f64,
}

impl Panel {
    /// A panel in which all of these have room.
    fn of(top: f64, values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let room = ((high - low) * 0.08).max(high.abs() * 1e-3).max(1e-9);
        Self { top, low: low - room, high: high + room }
    }

    fn y(&self, value: f64) -> f64 {
        self.top + PANEL * (1.0 - ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0))
    }

    /// The frame, three lines across and the panel's name.
    fn frame(&self, svg: &mut String, name: &str, digits: usize) {
        let _ = write!(svg, r#"<text class="name" x="{LEFT}" y="{}">{name}</text>"#, self.top - 10.0);
        for share in [0.05, 0.5, 0.95] {
            let value = self.low + share * (self.high - self.low);
            let y = self.y(value);
            let _ = write!(
                svg,
                r#"<path class="grid" d="M{LEFT} {y:.1}H{}"/><text x="{}" y="{:.1}" text-anchor="end">{value:.digits$}</text>"#,
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0
            );
        }
    }
}

/// The picture of a run (SVG) from its log.
pub fn learning_curve(log: &str) -> String {
    let curve = Curve::read(log);
    let height = TOP + 2.0 * PANEL + GAP + 40.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12"><style>svg{{color:#222;background:#fff}}@media(prefers-color-scheme:dark){{svg{{color:#ddd;background:#1b1b1b}}}}text{{fill:currentColor}}.name{{font-weight:bold}}.grid{{stroke:currentColor;opacity:.15}}.begin{{stroke:currentColor;opacity:.4;stroke-dasharray:3 4}}.loss,.test{{fill:none;stroke-width:1.8}}.loss{{stroke:#3b7dd8}}.test{{stroke:#d8672b}}.kept{{fill:#2e9e5b;stroke:#2e9e5b}}.dropped{{fill:none;stroke:#b04848}}</style>"#
    );
    losses(&mut svg, &curve);
    trials(&mut svg, &curve);
    svg.push_str("</svg>\n");
    svg
}

fn losses(svg: &mut String, curve: &Curve) {
    let panel = Panel::of(TOP, curve.losses.iter().flatten().copied());
    panel.frame(svg, "loss after each epoch: learned from (blue), kept aside (orange)", 5);
    let step = (WIDTH - LEFT - RIGHT) / curve.losses.len().max(1) as f64;
    let x = |place: usize| LEFT + step * (place as f64 + 0.5);
    for (generation, &begin) in curve.begins.iter().enumerate() {
        let (at, bottom) = (LEFT + step * begin as f64, TOP + PANEL);
        let _ = write!(
            svg,
            r#"<path class="begin" d="M{at:.1} {TOP}V{bottom}"/><text x="{:.1}" y="{}">{generation}</text>"#,
            at + 4.0,
            bottom + 16.0
        );
        let end = curve.begins.get(generation + 1).copied().unwrap_or(curve.losses.len());
        for (side, class) in [(0, "loss"), (1, "test")] {
            let points = (begin..end).map(|place| (x(place), curve.losses[place][side]));
            let points = points.filter(|(_, loss)| loss.is_finite());
            let points: Vec<String> = points.map(|(x, loss)| format!("{x:.1},{:.1}", panel.y(loss))).collect();
            let _ = write!(svg, r#"<polyline class="{class}" points="{}"/>"#, points.join(" "));
        }
    }
}

fn trials(svg: &mut String, curve: &Curve) {
    let top = TOP + PANEL + GAP;
    let panel = Panel::of(top, curve.trials.iter().flat_map(|trial| trial.elo).flatten().chain([0.0]));
    panel.frame(
        svg,
        "Elo of each generation against the one before, with 95 % intervals: kept (full), dropped (empty)",
        0,
    );
    let step = (WIDTH - LEFT - RIGHT) / curve.trials.len().max(1) as f64;
    for (generation, Trial { kept, elo: [value, low, high] }) in curve.trials.iter().enumerate() {
        let x = LEFT + step * (generation as f64 + 0.5);
        let _ = write!(svg, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{generation}</text>"#, top + PANEL + 16.0);
        let Some(value) = value else { continue };
        let class = if *kept { "kept" } else { "dropped" };
        let [low, high] = [low.unwrap_or(panel.low), high.unwrap_or(panel.high)].map(|end| panel.y(end));
        let y = panel.y(*value);
        let _ = write!(
            svg,
            r#"<g class="{class}"><path d="M{x:.1} {high:.1}V{low:.1}"/><circle cx="{x:.1}" cy="{y:.1}" r="5"/></g><text x="{:.1}" y="{:.1}">{value:+.0}</text>"#,
            x + 9.0,
            y + 4.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LOG: &str = r#"{"event":"samples","training":10,"test":1,"scale":300.0}
{"event":"epoch","epoch":1,"of":2,"loss":0.004,"test_loss":0.005}
{"event":"epoch","epoch":2,"of":2,"loss":0.002,"test_loss":0.003}
{"event":"epoch","epoch":2,"of":2,"loss":0.002,"test_loss":0.003}
{"event":"pairs","pairs":9,"of":9,"counts":[0,0,1,4,4],"elo":[120.0,60.0,null],"llr":3.0}
{"event":"generation","generation":0,"kept":true,"elo":120.0}
{"event":"epoch","epoch":1,"of":2,"loss":0.003,"test_loss":0.004}
{"event":"epoch","epo"#;

    #[test]
    fn generations_epochs_and_trials_are_told_apart() {
        let curve = Curve::read(LOG);
        assert_eq!(curve.losses, [[0.004, 0.005], [0.002, 0.003], [0.003, 0.004]]);
        assert_eq!(curve.begins, [0, 2]);
        assert_eq!(curve.trials, [Trial { kept: true, elo: [Some(120.0), Some(60.0), None] }]);
        let svg = learning_curve(LOG);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (4, 1));
        assert!(svg.contains("+120"));
    }

    proptest! {
        #[test]
        fn any_text_makes_a_picture_without_infinite_numbers(
            values in proptest::collection::vec((0u64..4, any::<f64>(), any::<bool>()), 0..20),
            junk in ".{0,40}",
        ) {
            let mut log = junk;
            for (epoch, loss, kept) in values {
                let _ = write!(log, "\n{}", serde_json::json!({ "event": "epoch", "epoch": epoch, "loss": loss }));
                let _ = write!(log, "\n{}", serde_json::json!({ "event": "pairs", "elo": [loss, null, loss] }));
                let _ = write!(log, "\n{}", serde_json::json!({ "event": "generation", "kept": kept }));
            }
            let svg = learning_curve(&log);
            prop_assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
