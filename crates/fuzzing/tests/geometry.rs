//! Definitions whose cells do not go together: castling onto one cell, double steps of kings, promotions on every rank. Each
//! is refused, or its positions stay whole: every royal there, the hash that of the FEN, each move taken back.

use spielraum_arcade::{Game, Source};
use spielraum_fuzzing::Fate;

/// How many definitions are tried.
const DEFINITIONS: u64 = 600;

/// Numbers without a pattern (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn number(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % below
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.number(texts.len())]
    }
}

/// A game with one king a side or two, and lines that name cells and pieces at random.
fn definition(numbers: &mut Numbers) -> String {
    const CELLS: &[&str] = &["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "e2", "h3"];
    const PIECES: &[&str] = &["K", "R", "P", "N", "+P", "W"];
    const REGIONS: &[&str] = &["last-rank", "first-rank", "anywhere", "not first-rank", "low"];
    const RANKS: &[[&str; 3]] = &[
        ["R3K2R", "e1", "a1 h1"],
        ["RK4KR", "b1 g1", "a1 h1"],
        ["R1K1K2R", "c1 e1", "a1 h1"],
        ["2NK3R", "d1", "c1 h1"],
    ];
    let [first, kings, rooks] = RANKS[numbers.number(RANKS.len())];
    let last = first.to_lowercase();
    let mut text = format!(
        "board files=8 ranks=5\nregion \"low\" ranks=\"1-2\"\n\
         piece \"K\" \"King\" royal=#true {{ step \"radial\" }}\npiece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\n\
         piece \"N\" \"Knight\" {{ leap \"(1,2)\" }}\npiece \"+P\" \"Gold\" {{ step \"orthogonal\" }}\n\
         piece \"P\" \"Pawn\" {{ move-only {{ step \"{}\" }}; capture-only {{ step \"{}\" }} }}\n\
         piece \"W\" \"Wall\" owner=\"nobody\" capturable={}\n\
         start \"{last}/p1p2p1p/3!W4/P1P2P1P/{first}\"\n",
        numbers.pick(&["forward", "forward+sideways", "radial"]),
        numbers.pick(&["forward", "forward+sideways", "orthogonal"]),
        numbers.pick(&["#true", "#false"]),
    );
    let [kings, rooks] = [kings, rooks].map(|cells| cells.split(' ').collect::<Vec<_>>());
    for right in ["K", "Q", "L"] {
        let (king, rook) = (numbers.pick(&kings), numbers.pick(&rooks));
        if numbers.pick(&["yes", "no"]) == "yes" {
            let (to, end) = (numbers.pick(CELLS), numbers.pick(CELLS));
            text += &format!("castling \"{right}\" king=\"{king}-{to}\" rook=\"{rook}-{end}\"\n");
        }
    }
    let lines = [
        format!(
            "double-step \"{}\" along=\"{}\" from=\"{}\" en-passant={}\n",
            numbers.pick(PIECES),
            numbers.pick(&["forward", "forward+sideways", "radial", "sideways"]),
            numbers.pick(REGIONS),
            numbers.pick(&["#true", "#false"]),
        ),
        format!("double-step \"{}\" bent=#true from=\"{}\"\n", numbers.pick(PIECES), numbers.pick(REGIONS)),
        format!(
            "swap \"{}\" along=\"{}\" partner-safe=#false\n",
            numbers.pick(PIECES),
            numbers.pick(&["radial", "sideways", "(0,3)"]),
        ),
        format!(
            "promotion \"{}\" into=\"{}\" ends-in=\"{}\" required=\"{}\"\n",
            numbers.pick(PIECES),
            numbers.pick(&["R", "N R", "+", "K", "+P", "W"]),
            numbers.pick(REGIONS),
            numbers.pick(&["always", "never", "when-stuck"]),
        ),
        format!("hand order=\"{}\"\n", numbers.pick(&["R N P", "R +P P", "K", "W", "R N"])),
        format!(
            "prison order=\"R N P\"\npromotion-elsewhere enters=\"{}\" into=\"{}\" {{ change \"{}\" by=\"{}\" }}\n",
            numbers.pick(REGIONS),
            numbers.pick(&["R N", "P", "K"]),
            numbers.pick(PIECES),
            numbers.pick(PIECES),
        ),
    ];
    for line in lines {
        if numbers.pick(&["yes", "no", "no"]) == "yes" {
            text += &line;
        }
    }
    text
}

#[test]
fn positions_stay_whole_whatever_a_definition_says() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut played, mut refused, mut onto_one_cell) = (0, 0, 0);
    for _ in 0..DEFINITIONS {
        let text = definition(&mut numbers);
        let fate = match Game::load(Source::Text { name: "untrusted", text: &text }, &[]) {
            Ok(_) => {
                played += 1;
                Fate::Accepted
            }
            Err(report) => {
                refused += 1;
                onto_one_cell += usize::from(report.to_string().contains("can't both end on"));
                Fate::Refused
            }
        };
        let outcome = std::panic::catch_unwind(|| spielraum_fuzzing::definition(text.as_bytes()));
        assert_eq!(outcome.ok(), Some(fate), "{text}");
    }
    println!("{played} played, {refused} refused, {onto_one_cell} of them for castling onto one cell");
    assert!(played > DEFINITIONS / 20 && onto_one_cell > 10, "{played} {refused} {onto_one_cell}");
}
