#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| spielraum_fuzzing::problem(data));
