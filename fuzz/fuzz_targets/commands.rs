#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| spielraum_fuzzing::commands(data));
