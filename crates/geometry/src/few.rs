//! Few things in order.

use std::cmp::Ordering;

/// Puts a few things in order; those that are alike stay as they are.
///
/// For few things this is about as fast as `sort_by` of the standard library, each use of which takes some kilobytes of
/// the module for browsers. The time grows with the square of their number.
pub fn sort_few<T>(things: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..things.len() {
        for at in (1..=end).rev() {
            if compare(&things[at - 1], &things[at]) != Ordering::Greater {
                break;
            }
            things.swap(at - 1, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_few;

    #[test]
    fn few_things_are_sorted_as_the_standard_library_sorts_them() {
        let mut seed = 1_u32;
        for length in 0..40 {
            let things: Vec<(u32, usize)> = (0..length)
                .map(|at| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 29, at)
                })
                .collect();
            let (mut ours, mut theirs) = (things.clone(), things);
            sort_few(&mut ours, |a, b| a.0.cmp(&b.0));
            theirs.sort_by_key(|thing| thing.0);
            assert_eq!(ours, theirs);
        }
    }
}
