//! What is at stake in a position: pieces that hang, wins at once and what averts them.

use crate::{Patience, Refusal};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Position};
use spielraum_wire::{Danger, Threat, Threats, translate};

/// As many threats of a kind are reported.
const MOST_THREATS: usize = 1_000;

/// What is at stake; `worth` are the values of pieces in exchanges, as [`Position::see_ge`] takes them.
pub fn threats(position: &Position, worth: &[i32], patience: Patience<'_>) -> Result<Threats, Refusal> {
    let critical = critical(position);
    let Some(passed) = position.after_pass() else { return Ok(Threats { critical, ..Threats::default() }) };
    let mut hanging = hanging(position, worth);
    hanging.extend(self::hanging(&passed, worth));
    hanging.truncate(MOST_THREATS);
    let wins = winning_moves(position, position.legal_moves(), patience)?;
    let danger = danger(position, &passed, patience)?;
    Ok(Threats { critical, hanging, wins: translate::moves_of(position, &wins), danger })
}

/// The attacks on royals, and on pieces of groups of which a side has hardly more than it must keep.
fn critical(position: &Position) -> Vec<Threat> {
    let spec = position.rules().spec();
    let mut threats = Vec::new();
    for side in Color::BOTH {
        let counts = position.family_counts(side);
        let families = position.rules().families().iter().zip(counts);
        let scarce = families.filter(|(group, count)| *count <= group.least + 1);
        let members = scarce.flat_map(|(group, _)| group.members[side].iter().copied());
        let critical: Vec<PieceType> = members.chain(spec.royals()).collect();
        position.for_each_piece(|color, kind, to| {
            if color == side && critical.contains(&kind) && threats.len() < MOST_THREATS {
                let attackers = position.attackers(to, !side);
                threats.extend(attackers.iter().map(|from| Threat { from: from.0, to: to.0 }));
            }
        });
    }
    threats.truncate(MOST_THREATS);
    threats
}

/// The pieces that the side to move could capture with gain, royals left aside, each with one that could.
fn hanging(position: &Position, worth: &[i32]) -> Vec<Threat> {
    let mut threats: Vec<Threat> = Vec::new();
    for m in position.legal_captures() {
        let (Some(from), Some(on)) = (m.from(), position.captured_cell(m)) else { continue };
        let enemy = position.piece_at(on).filter(|(color, _)| *color != position.side_to_move());
        let royal = |kind: PieceType| position.rules().spec().pieces[kind.index()].royal;
        let known = threats.iter().any(|threat| threat.to == on.0);
        if !known && enemy.is_some_and(|(_, kind)| !royal(kind)) && position.see_ge(m, worth, 1) {
            threats.push(Threat { from: from.0, to: on.0 });
        }
    }
    threats
}

/// Those of some legal moves by which the side to move wins at once.
fn winning_moves(position: &Position, moves: Vec<Move>, patience: Patience<'_>) -> Result<Vec<Move>, Refusal> {
    let mut after = position.clone();
    let mut wins = Vec::new();
    for m in moves {
        patience()?;
        if wins_by(&mut after, m) {
            wins.push(m);
        }
    }
    Ok(wins)
}

/// Whether the side to move wins at once by one of some legal moves.
fn can_win(position: &mut Position, moves: Vec<Move>, patience: Patience<'_>) -> Result<bool, Refusal> {
    for m in moves {
        patience()?;
        if wins_by(position, m) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a legal move wins at once.
fn wins_by(position: &mut Position, m: Move) -> bool {
    let us = position.side_to_move();
    position.make_unchecked(m);
    let won = position.foregone() == Some(us) || position.outcome().is_some_and(|outcome| outcome.winner == Some(us));
    position.unmake();
    won
}

/// By what the other side would win after a pass, and what averts that. In check every way out is tried; without one that
/// loses nothing is to be reported.
fn danger(position: &Position, passed: &Position, patience: Patience<'_>) -> Result<Option<Danger>, Refusal> {
    let in_check = position.in_check();
    let threatened = match in_check {
        true => Vec::new(),
        false => winning_moves(passed, passed.legal_moves(), patience)?,
    };
    if !in_check && threatened.is_empty() {
        return Ok(None);
    }
    let mut after = position.clone();
    let (legal, us) = (position.legal_moves(), position.side_to_move());
    let mut saves = Vec::new();
    for &m in &legal {
        patience()?;
        after.make_unchecked(m);
        let loses = match after.outcome() {
            Some(outcome) => outcome.winner == Some(!us),
            None if after.side_to_move() == us => false,
            None => {
                // What was threatened is the likeliest to win still.
                let replies = after.legal_moves().into_iter();
                let (mut replies, others): (Vec<Move>, _) = replies.partition(|reply| threatened.contains(reply));
                replies.extend::<Vec<Move>>(others);
                can_win(&mut after, replies, patience)?
            }
        };
        after.unmake();
        if !loses {
            saves.push(m);
        }
    }
    if saves.len() == legal.len() {
        return Ok(None);
    }
    let by = threatened.first().map(|&m| translate::made(passed, m));
    Ok(Some(Danger { by, saves: translate::moves_of(position, &saves) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_arcade::Game;
    use spielraum_engine::piece_values;
    use spielraum_testkit::{all_rules, play_random, random};
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    fn of(position: &Position, worth: &[i32]) -> Threats {
        threats(position, worth, &|| Ok(())).unwrap()
    }

    fn in_chess(fen: &str) -> Threats {
        let chess = Game::open("chess", &[]).unwrap();
        of(&Position::from_fen(chess.rules(), fen).unwrap(), &piece_values(chess.rules(), &chess.weights()))
    }

    fn texts(moves: &[spielraum_wire::Move]) -> BTreeSet<&str> {
        moves.iter().map(|m| &*m.text).collect()
    }

    /// The cells of threatened pieces, as numbers of files and ranks from 0.
    fn squares(threats: &[Threat]) -> BTreeSet<(u16, u16)> {
        threats.iter().map(|threat| (threat.to % 8, threat.to / 8)).collect()
    }

    #[test]
    fn pieces_of_both_sides_hang_where_an_exchange_gains() {
        // The queen on d5 is guarded, but attacked by a pawn, which she could take; nobody guards the knight on a4.
        let threats = in_chess("4k3/8/4p3/3Q4/n7/1P6/3R4/4K3 b - - 0 1");
        assert_eq!(squares(&threats.hanging), BTreeSet::from([(3, 4), (0, 3), (4, 5)]));
        // A guarded pawn does not hang before a queen, an unguarded one does.
        assert_eq!(squares(&in_chess("4k3/8/3p4/2p5/8/8/8/2Q1K3 w - - 0 1").hanging), BTreeSet::new());
        assert_eq!(squares(&in_chess("4k3/8/8/2p5/8/8/8/2Q1K3 w - - 0 1").hanging), BTreeSet::from([(2, 4)]));
        // What is pinned captures nothing, and a king can't take back what a rook guards.
        for side in ["w", "b"] {
            let hanging = in_chess(&format!("4k3/4r3/8/8/8/3p4/4P3/4K3 {side} - - 0 1")).hanging;
            assert_eq!(squares(&hanging), BTreeSet::from([(4, 1)]));
        }
    }

    #[test]
    fn who_is_about_to_be_mated_is_told_what_saves() {
        // The scholar's mate. The king's way out counts, too: to e7, or to d8 when the queen has left it.
        let threats = in_chess("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1");
        let danger = threats.danger.unwrap();
        assert_eq!(danger.by.as_ref().map(|m| &*m.text), Some("h5f7"));
        let saves = ["d7d5", "d8e7", "d8f6", "d8g5", "d8h4", "e8e7", "g7g6", "g8h6"];
        assert_eq!(texts(&danger.saves), BTreeSet::from(saves));
        // In check by a rook that can be taken there is nothing else to avert.
        let threats = in_chess("8/8/8/8/8/5k2/7r/7K w - - 0 1");
        assert_eq!((threats.danger, threats.wins, threats.critical.len()), (None, Vec::new(), 1));
        let mate = in_chess("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        assert_eq!(texts(&mate.wins), BTreeSet::from(["d1d8"]));
    }

    /// Wins in two that the solver has proved: none wins at once, and after the key every reply is answered by a win. Such a
    /// key threatens, but for zugzwang.
    #[test]
    fn proved_wins_in_two_are_no_wins_at_once_and_end_in_danger_without_a_way_out() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/tactics");
        let (mut keys, mut threatening) = (0, 0);
        for id in ["chess", "raumschach", "minishogi", "xiangqi", "nacht-schach"] {
            let game = Game::open(id, &[]).unwrap();
            let worth = piece_values(game.rules(), &game.weights());
            let text = std::fs::read_to_string(folder.join(format!("{id}.txt"))).unwrap();
            for fen in text.lines().filter_map(|line| line.strip_prefix("2 ")).take(4) {
                let mut position = Position::from_fen(game.rules(), fen).unwrap();
                let wins = |position: &Position| winning_moves(position, position.legal_moves(), &|| Ok(())).unwrap();
                assert_eq!(wins(&position), Vec::new(), "{fen}");
                let key = position.legal_moves().into_iter().find(|&m| {
                    position.make(m);
                    let forced = position.outcome().is_none()
                        && position.legal_moves().into_iter().all(|reply| {
                            position.make(reply);
                            let won = !wins(&position).is_empty();
                            position.unmake();
                            won
                        });
                    position.unmake();
                    forced
                });
                position.make(key.expect(fen));
                keys += 1;
                if let Some(danger) = of(&position, &worth).danger {
                    assert_eq!(danger.saves, Vec::new(), "{fen}");
                    threatening += 1;
                }
            }
        }
        assert!(keys > 12 && threatening * 2 > keys, "{threatening} of {keys}");
    }

    #[test]
    fn wins_and_saves_are_what_comes_of_the_moves_in_games_of_all_kinds() {
        let mut dice = random(5);
        let (mut won, mut saved) = (0, 0);
        for (id, rules) in all_rules() {
            let worth = vec![100; 2 * rules.spec().pieces.len()];
            let mut position = rules.start();
            for ply in 0..96 {
                if play_random(&mut dice, &mut position).is_none() {
                    break;
                }
                if ply % 8 != 7 || position.outcome().is_some() {
                    continue;
                }
                let told = of(&position, &worth);
                for m in &told.wins {
                    let mut after = position.clone();
                    after.make(after.parse_move(&m.text).unwrap());
                    let winner = after.foregone().or_else(|| after.outcome().unwrap().winner);
                    assert_eq!(winner, Some(position.side_to_move()), "{id} {}", position.fen());
                    won += 1;
                }
                for m in told.danger.iter().flat_map(|danger| &danger.saves) {
                    let mut after = position.clone();
                    after.make(after.parse_move(&m.text).unwrap());
                    assert_eq!(of(&after, &worth).wins, Vec::new(), "{id} {} {}", position.fen(), m.text);
                    saved += 1;
                }
            }
        }
        assert!(won > 0 && saved > 0, "{won} {saved}");
    }
}
