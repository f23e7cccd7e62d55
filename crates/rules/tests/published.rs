//! Published perft counts of two games written as a specification by hand; the catalogue has its own.

use spielraum_geometry::{Board, BoardShape, CellSet, LineDirection, Offset};
use spielraum_rules::spec::*;
use spielraum_rules::{ByColor, Color, Position, Rules};
use std::sync::Arc;

fn slide(shapes: &[[i16; 3]]) -> Vec<MovePart> {
    let lines = shapes.iter().flat_map(|&shape| Offset::all_of(shape)).map(LineDirection::Straight).collect();
    vec![MovePart::new(Pattern::Slide { lines, distances: Distances::ANY })]
}

fn leap(shapes: &[[i16; 3]]) -> Vec<MovePart> {
    vec![MovePart::new(Pattern::Leap(StepSet::any(shapes.iter().flat_map(|&shape| Offset::all_of(shape)).collect())))]
}

fn part(offsets: &[(i16, i16, i16)], mode: Mode) -> MovePart {
    let offsets = offsets.iter().map(|&(level, file, rank)| Offset::new(level, file, rank)).collect();
    MovePart { pattern: Pattern::Leap(StepSet::any(offsets)), mode, origin: None, target: None }
}

fn rank(board: &Board, rank: i16) -> CellSet {
    board.cells().filter(|&cell| board.coord(cell).rank == rank).collect()
}

struct Game {
    board: Arc<Board>,
    pieces: Vec<PieceSpec>,
    start: &'static str,
}

impl Game {
    fn new(board: &Board, start: &'static str) -> Self {
        Self { board: Arc::new(board.clone()), pieces: Vec::new(), start }
    }

    fn piece(mut self, letter: char, moves: ByColor<Vec<MovePart>>) -> Self {
        self.pieces.push(PieceSpec {
            symbol: Symbol { letters: Letters::one(letter).unwrap(), mark: Mark::None },
            ownership: Ownership::Sides,
            name: ByColor::both(letter.to_string()),
            moves,
            may_enter: ByColor::both(self.board.all()),
            royal: letter == 'K',
            resets_clock: letter == 'P',
        });
        self
    }

    fn spec(self, promotion_zone: ByColor<CellSet>) -> Spec {
        let into = |piece: &PieceSpec| !matches!(piece.symbol.letters.as_str(), "K" | "P");
        let of = |letter| self.pieces.iter().position(|piece| piece.symbol.letters == letter);
        let promotions = vec![Promotion {
            piece: PieceType(of('P').unwrap() as u8),
            zone: promotion_zone,
            trigger: PromotionTrigger::Ends,
            into: (0..self.pieces.len()).filter(|&i| into(&self.pieces[i])).map(|i| PieceType(i as u8)).collect(),
            force: PromotionForce::Always,
            from_prison: false,
            by_capture: false,
            en_passant: true,
            text: PromotionText::Letter,
        }];
        let goals = Goals {
            repetition: Repetition::Counted { times: 3, loser: None, perpetual_check_loses: false },
            ends: vec![EndRule::move_count(100), EndRule::bare_royals()],
            ..Goals::default()
        };
        let mut spec = Spec { promotions, goals, ..Spec::new(self.board, self.pieces) };
        spec.start = Setup::parse(self.start, &spec).unwrap();
        spec
    }
}

fn orthodox() -> Rules {
    let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    let forward = |sign| vec![part(&[(0, 0, sign)], Mode::Quiet), part(&[(0, -1, sign), (0, 1, sign)], Mode::Capture)];
    let mut spec = Game::new(&board, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        .piece('P', ByColor { white: forward(1), black: forward(-1) })
        .piece('N', ByColor::both(leap(&[[0, 1, 2]])))
        .piece('B', ByColor::both(slide(&[[0, 1, 1]])))
        .piece('R', ByColor::both(slide(&[[0, 0, 1]])))
        .piece('Q', ByColor::both(slide(&[[0, 0, 1], [0, 1, 1]])))
        .piece('K', ByColor::both(leap(&[[0, 0, 1], [0, 1, 1]])))
        .spec(ByColor { white: rank(&board, 7), black: rank(&board, 0) });
    let step = |sign| vec![Offset::new(0, 0, sign)];
    spec.double_steps = vec![DoubleStep {
        thrice_from: None,
        piece: PieceType(0),
        from: ByColor { white: rank(&board, 1), black: rank(&board, 6) },
        path: DoubleStepPath::Straight(ByColor { white: step(1), black: step(-1) }),
        en_passant: true,
        answered_by: Vec::new(),
        unanswered_from: None,
    }];
    let cell = |name: &str| board.find(name).unwrap();
    for (right, royal, partner) in [
        ('K', ["e1", "g1"], ["h1", "f1"]),
        ('Q', ["e1", "c1"], ["a1", "d1"]),
        ('k', ["e8", "g8"], ["h8", "f8"]),
        ('q', ["e8", "c8"], ["a8", "d8"]),
    ] {
        spec.castlings.push(Castling {
            right,
            color: if right.is_uppercase() { Color::White } else { Color::Black },
            royal_type: PieceType(5),
            royal: (cell(royal[0]), cell(royal[1])),
            partner: (cell(partner[0]), cell(partner[1])),
            partner_type: PieceType(3),
            by_partner: false,
            dropped: false,
        });
    }
    Rules::compile(spec).unwrap()
}

fn raumschach() -> Rules {
    let board = Board::new(&BoardShape::cuboid(["A", "B", "C", "D", "E"], 5, 5)).unwrap();
    let pawn = |s: i16| {
        vec![
            part(&[(0, 0, s), (s, 0, 0)], Mode::Quiet),
            part(&[(0, 1, s), (0, -1, s), (s, 1, 0), (s, -1, 0), (s, 0, s)], Mode::Capture),
        ]
    };
    let corner = |level, rank| {
        board.cells().filter(|&c| (board.coord(c).level, board.coord(c).rank) == (level, rank)).collect::<CellSet>()
    };
    let spec = Game::new(
        &board,
        "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w - - 0 1",
    )
    .piece('P', ByColor { white: pawn(1), black: pawn(-1) })
    .piece('N', ByColor::both(leap(&[[0, 1, 2]])))
    .piece('B', ByColor::both(slide(&[[0, 1, 1]])))
    .piece('R', ByColor::both(slide(&[[0, 0, 1]])))
    .piece('U', ByColor::both(slide(&[[1, 1, 1]])))
    .piece('Q', ByColor::both(slide(&[[0, 0, 1], [0, 1, 1], [1, 1, 1]])))
    .piece('K', ByColor::both(leap(&[[0, 0, 1], [0, 1, 1], [1, 1, 1]])))
    .spec(ByColor { white: corner(4, 4), black: corner(0, 0) });
    Rules::compile(spec).unwrap()
}

fn check(rules: &Rules, fen: &str, counts: &[u64]) {
    let position = Position::from_fen(rules, fen).unwrap();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(position.perft(depth), count, "perft {depth} of {fen}");
        assert_eq!(position.fen(), fen);
    }
}

// The positions and counts of the Chess Programming Wiki, "Perft Results".
#[test]
fn orthodox_chess() {
    let rules = orthodox();
    check(&rules, &rules.start().fen(), &[20, 400, 8_902, 197_281]);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(&rules, kiwipete, &[48, 2_039, 97_862, 4_085_603]);
    check(&rules, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]);
    let promotions = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    check(&rules, promotions, &[6, 264, 9_467, 422_333]);
    check(&rules, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]);
    check(&rules, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890]);
}

// Rules.md, section 7.
#[test]
fn raumschach_agrees_with_other_programs() {
    let rules = raumschach();
    check(&rules, &rules.start().fen(), &[61, 3_615, 237_316]);
}
