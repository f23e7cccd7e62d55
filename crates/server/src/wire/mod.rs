//! What goes over the wire: `spielraum_wire`, and what the domain's types become there.

pub(crate) mod translate;

pub(crate) use spielraum_wire::*;
