//! Published problems; `make problems` solves those that take longer, too.

mod published;

#[test]
fn published_problems_are_solved_as_popeye_solves_them() {
    let rules = spielraum_testkit::rules("chess");
    for problem in published::published().into_iter().filter(|problem| !problem.slow) {
        let (_, agrees) = problem.check(&rules, None);
        assert_eq!(agrees, Ok(()), "{}", problem.id);
    }
}
