//! Prints the description of the interface: `cargo run -p spielraum-server --example openapi`.

fn main() {
    print!("{}", spielraum_server::openapi());
}
