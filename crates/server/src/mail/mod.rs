//! E-mail: letters with links, notices of games, and how they are sent. What waits is in the database, so that a restart
//! loses nothing: it is noted there before something is sent that it is tried again later, and afterwards that it went.

mod deliver;
mod letter;
mod message;
mod post;

pub(crate) use post::Post;
