//! Takes the built web client into the program again when it has changed.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
