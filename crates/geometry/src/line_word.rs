//! A line as a word of 32 bits, one for each place: what sliders and hoppers reach on it.

/// The places above one.
#[inline(always)]
pub fn above(pos: u32) -> u32 {
    (!0u32 << pos) << 1
}

/// The places below one.
#[inline(always)]
pub fn below(pos: u32) -> u32 {
    (1u32 << pos) - 1
}

/// The lowest bit of a set, and all bits below it; all bits if the set is empty.
#[inline(always)]
fn up_to_lowest(set: u32) -> u32 {
    set ^ set.wrapping_sub(1)
}

/// The highest bit of a set, and all bits above it; all bits if the set is empty.
#[inline(always)]
fn down_to_highest(set: u32) -> u32 {
    !0u32 << (31 - (set | 1).leading_zeros())
}

/// The places that a slider at `pos` reaches on a line with pieces at `occupied`: every place up to the
/// first piece either way, that piece's included. Bits beyond the line's end may be set.
#[inline(always)]
pub fn slide(occupied: u32, pos: u32) -> u32 {
    let (up, down) = (above(pos), below(pos));
    up_to_lowest(occupied & up) & up | down_to_highest(occupied & down) & down
}

/// The places strictly between two places.
#[inline(always)]
pub fn between(a: u32, b: u32) -> u32 {
    above(a.min(b)) & below(a.max(b))
}

/// The places that a hopper at `pos` reaches beyond the first piece either way, up to the second and
/// that one's included.
#[inline(always)]
pub fn hop(occupied: u32, pos: u32) -> u32 {
    let mut reached = 0;
    let up = occupied & above(pos);
    if up != 0 {
        let beyond = above(up.trailing_zeros());
        reached |= up_to_lowest(up & beyond) & beyond;
    }
    let down = occupied & below(pos);
    if down != 0 {
        let beyond = below(31 - down.leading_zeros());
        reached |= down_to_highest(down & beyond) & beyond;
    }
    reached
}

/// The places just beyond the first piece either way.
#[inline(always)]
pub fn hop_next(occupied: u32, pos: u32) -> u32 {
    let up = occupied & above(pos);
    let down = occupied & below(pos);
    let lowest = up & up.wrapping_neg();
    let highest = if down == 0 { 0 } else { 1 << (31 - down.leading_zeros()) };
    lowest << 1 | highest >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by walking, one way.
    fn walk(occupied: u32, pos: i32, step: i32, hurdles: usize) -> u32 {
        let (mut reached, mut at, mut passed) = (0, pos + step, 0);
        while (0..32).contains(&at) {
            if passed == hurdles {
                reached |= 1 << at;
            }
            if occupied >> at & 1 == 1 {
                passed += 1;
                if passed > hurdles {
                    break;
                }
            }
            at += step;
        }
        reached
    }

    #[test]
    fn bit_tricks_agree_with_walking() {
        let mut occupied = 0x9E37_79B9u32;
        for round in 0..20_000u32 {
            occupied = occupied.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
            let sparse = occupied & occupied.rotate_left(7) & if round % 3 == 0 { 0 } else { !0 };
            for pos in 0..32 {
                let both = |hurdles| walk(sparse, pos, 1, hurdles) | walk(sparse, pos, -1, hurdles);
                assert_eq!(slide(sparse, pos as u32), both(0), "{sparse:b} {pos}");
                assert_eq!(hop(sparse, pos as u32), both(1), "{sparse:b} {pos}");
                let up = walk(sparse, pos, 1, 1) & walk(sparse, pos, 1, 1).wrapping_neg();
                let down = walk(sparse, pos, -1, 1);
                let down = if down == 0 { 0 } else { 1 << (31 - down.leading_zeros()) };
                assert_eq!(hop_next(sparse, pos as u32), up | down, "{sparse:b} {pos}");
            }
        }
    }
}
