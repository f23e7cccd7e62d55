//! Conditions of problem chess: what a move leads to, and which moves there are not, as their inventors have it.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Position, Rules};

/// A condition, a position, a move and the placement after it; `no`: the move is not legal.
const TABLE: &str = "
circe | 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 4k3/3p4/8/3P4/8/8/8/4K3
circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | r3k3/8/8/3P4/8/8/8/4K3
circe | 4k3/8/8/8/3r4/4P3/8/4K3 w - - 0 1 | e3d4 | 4k2r/8/8/8/3P4/8/8/4K3
circe | 4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 4k1n1/8/8/3P4/8/8/8/4K3
circe | 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 3qk3/8/8/3P4/8/8/8/4K3
circe | 3nk3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 3nk3/8/8/3P4/8/8/8/4K3
circe | 4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1 | d5e6 | 4k3/4p3/4P3/8/8/8/8/4K3
circe | 4k3/8/8/8/4b3/8/8/4K2R b - - 0 1 | e4h1 | 4k3/8/8/8/8/8/8/4K2b
mirror-circe | 4k3/8/8/3r4/4P3/8/4K3/8 w - - 0 1 | e4d5 | 4k3/8/8/3P4/8/8/4K3/7r
mirror-circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | no
file-circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 3rk3/8/8/3P4/8/8/8/4K3
rank-circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 4k3/8/8/3P3r/8/8/8/4K3
diametral-circe | 4k3/8/8/3r4/4P3/8/4K3/8 w - - 0 1 | e4d5 | 4k3/8/8/3P4/8/8/4K3/7r
vertical-mirror-circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | 4k2r/8/8/3P4/8/8/8/4K3
symmetry-circe | 4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1 | e4d5 | no
symmetry-circe | 4k3/8/8/2r5/3P4/8/8/3K4 w - - 0 1 | d4c5 | 4k3/8/8/2P5/5r2/8/8/3K4
vertical-symmetry-circe | 4k3/8/8/2r5/3P4/8/8/3K4 w - - 0 1 | d4c5 | 4k3/8/8/2P2r2/8/8/8/3K4
horizontal-symmetry-circe | 4k3/8/8/2r5/3P4/8/8/3K4 w - - 0 1 | d4c5 | 4k3/8/8/2P5/2r5/8/8/3K4
antipodean-circe | 4k3/8/8/2r5/3P4/8/3K4/8 w - - 0 1 | d4c5 | 4k3/8/8/2P5/8/8/3K4/6r1
equipollents-circe | 4k3/8/8/2r5/3P4/8/8/3K4 w - - 0 1 | d4c5 | 4k3/8/1r6/2P5/8/8/8/3K4
pwc | 4k3/8/8/2r5/3P4/8/8/3K3R w - - 0 1 | d4c5 | no
pwc | 4k3/8/8/2r5/3P4/8/8/4K2R w - - 0 1 | d4c5 | 4k3/8/8/2P5/3r4/8/8/4K2R
couscous-circe | 4k3/8/8/2r5/3P4/8/8/4K2R w - - 0 1 | d4c5 | 4k3/8/8/2P5/8/8/2r5/4K2R
circe-clone | 4k3/8/8/2r5/3P4/8/8/4K2R w - - 0 1 | d4c5 | 4k3/2p5/8/2P5/8/8/8/4K2R
chameleon-circe | 4k3/8/8/2r5/3P4/8/8/4K2R w - - 0 1 | d4c5 | 3qk3/8/8/2P5/8/8/8/4K2R
circe-double-agents | 4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1 | d4c5 | 4k3/8/8/2P5/8/8/8/4K1N1
anticirce | 4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1 | d4c5 | 4k3/8/8/8/8/8/2P5/4K3
anticirce | 4k3/8/8/2n5/3P4/8/2P5/4K3 w - - 0 1 | d4c5 | no
anticirce | 4k3/8/8/8/8/8/2n5/1B2K3 w - - 0 1 | b1c2 | 4k3/8/8/8/8/8/8/4KB2
anticirce | 4k3/8/8/8/8/4n3/8/2B1K3 w - - 0 1 | c1e3 | 4k3/8/8/8/8/8/8/2B1K3
anticirce-cheylan | 4k3/8/8/8/8/3B4/8/4Kn2 w - - 0 1 | d3f1 | no
anticirce | 4k3/8/8/8/8/3B4/8/4Kn2 w - - 0 1 | d3f1 | 4k3/8/8/8/8/8/8/4KB2
andernach | 4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1 | d4c5 | 4k3/8/8/2p5/8/8/8/4K3
andernach | 4k3/8/8/8/8/8/3n4/4K3 w - - 0 1 | e1d2 | 4k3/8/8/8/8/8/3K4/8
anti-andernach | 4k3/8/8/8/3P4/8/8/4K3 w - - 0 1 | d4d5 | 4k3/8/8/3p4/8/8/8/4K3
madrasi | r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 | a1b1 | no
madrasi | r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 | a1a8 | no
madrasi | 4k3/8/4r3/8/8/4R3/8/4K3 w - - 0 1 | e1d1 | 4k3/8/4r3/8/8/4R3/8/3K4
madrasi-rex-inclusive | 8/p7/8/3k4/8/4K3/8/8 w - - 0 1 | e3d4 | 8/p7/8/3k4/3K4/8/8/8
madrasi | 8/p7/8/3k4/8/4K3/8/8 w - - 0 1 | e3d4 | no
isardam | r3k3/8/8/8/8/8/8/1R2K3 w - - 0 1 | b1a1 | no
isardam | r3k3/8/8/8/8/8/8/1R2K3 w - - 0 1 | b1c1 | r3k3/8/8/8/8/8/8/2R1K3
patrol | 4k3/8/8/3r4/8/8/8/3R1K2 w - - 0 1 | d1d5 | no
patrol | 4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1 | d1d5 | 4k3/8/8/3R4/8/8/8/4K3
patrol | 3k4/8/8/3r4/8/8/8/K2R4 b - - 0 1 | d5e5 | 3k4/8/8/4r3/8/8/8/K2R4
lortap | 4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1 | d1d5 | no
lortap | 4k3/8/8/3r4/8/8/8/3R1K2 w - - 0 1 | d1d5 | 4k3/8/8/3R4/8/8/8/5K2
provocation | 4k3/8/8/3n4/8/8/8/3R1K2 w - - 0 1 | d1d5 | no
superguards | 4k3/8/2p5/3n4/8/8/8/3R1K2 w - - 0 1 | d1d5 | no
antiguards | 4k3/8/2p5/3n4/8/8/8/3R1K2 w - - 0 1 | d1d5 | 4k3/8/2p5/3R4/8/8/8/5K2
koeko | 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 | e2e4 | no
koeko | 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 | e1d2 | 4k3/4p3/8/8/8/8/3KP3/8
white-maximummer | 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 | a1h8 | 4k2Q/8/8/8/8/8/8/4K3
white-maximummer | 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 | a1a8 | no
white-maximummer | 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | e1c1 | no
white-minimummer | 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | a1b1 | 4k3/8/8/8/8/8/8/1R2K3
white-minimummer | 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 | e1d2 | no
checkless | 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | a1a8 | no
checkless | 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 | a1a8 | R5k1/5ppp/8/8/8/8/8/4K3
exclusive | 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 | a1a8 | R5k1/5ppp/8/8/8/8/8/4K3
exclusive | 6k1/5ppp/8/8/8/1R6/8/R3K3 w - - 0 1 | a1a8 | no
";

fn rules(base: &str, condition: &str) -> Rules {
    let text = format!("based-on \"{base}\"\ninclude \"lib/conditions/{condition}\"\n");
    let game = load(Source::Text { name: "test", text: &text }, &[]).unwrap_or_else(|report| panic!("{report}"));
    game.rules().unwrap()
}

fn after(rules: &Rules, fen: &str, text: &str) -> Result<Position, String> {
    let mut position = Position::from_fen(rules, fen).map_err(|error| format!("{fen}: {error}"))?;
    let m = position.parse_move(text).map_err(|_| "no".to_owned())?;
    position.make(m);
    Ok(position)
}

#[test]
fn moves_lead_where_problemists_say() {
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [condition, fen, text, expected] = columns[..] else { panic!("{line}") };
        let found = match after(&rules("chess", condition), fen, text) {
            Ok(position) => position.fen().split(' ').next().unwrap_or_default().to_owned(),
            Err(what) => what,
        };
        if found != expected {
            wrong.push(format!("{line}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_reborn_at_home_may_castle() {
    let castles = |position: &Position, text: &str| position.parse_move(text).is_ok();
    let position = after(&rules("chess", "circe"), "4k3/8/8/8/8/6n1/4R3/4K3 b - - 0 1", "g3e2").unwrap();
    assert_eq!(position.fen().split(' ').take(3).collect::<Vec<_>>(), ["4k3/8/8/8/8/8/4n3/4K2R", "w", "K"]);
    assert!(!castles(&position, "e1g1"), "the knight on e2 attacks g1");
    let position = after(&rules("chess", "anticirce"), "4k3/8/8/8/8/8/5n2/4K2R w - - 0 1", "e1f2").unwrap();
    assert_eq!(position.fen().split(' ').take(3).collect::<Vec<_>>(), ["4k3/8/8/8/8/8/8/4K2R", "b", "K"]);
}

#[test]
fn checks_are_given_by_what_could_capture() {
    for (condition, fen, checked) in [
        ("anticirce", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", true),
        ("anticirce", "4k3/8/8/8/8/8/8/4R2K b - - 0 1", false),
        ("madrasi", "r3k2r/8/8/8/8/8/8/4R1K1 b - - 0 1", true),
        ("madrasi", "4k3/8/8/8/8/8/r3R3/6K1 b - - 0 1", false),
        ("patrol", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", false),
        ("patrol", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", true),
        ("koeko", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", false),
        ("koeko", "3pk3/8/8/8/8/8/8/4R1K1 b - - 0 1", true),
        ("isardam", "3rk3/8/8/8/8/8/8/4R1K1 b - - 0 1", false),
    ] {
        let position = Position::from_fen(&rules("chess", condition), fen).unwrap();
        assert_eq!(position.in_check(), checked, "{condition} {fen}");
    }
}

#[test]
fn conditions_are_played_in_space() {
    let rules = rules("stereo-chess", "circe");
    let start = rules.start();
    let mut position = start.clone();
    let mut captured = 0;
    for ply in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let captures: Vec<_> = moves.iter().copied().filter(|&m| position.captured_by(m).is_some()).collect();
        let pieces =
            |position: &Position| rules.board().cells().filter(|&cell| position.piece_at(cell).is_some()).count();
        let m = captures.first().copied().unwrap_or(moves[(ply * 7) % moves.len()]);
        let before = pieces(&position);
        position.make(m);
        captured += usize::from(captures.first() == Some(&m) && pieces(&position) == before);
    }
    assert!(captured > 0, "something has been reborn");
}
