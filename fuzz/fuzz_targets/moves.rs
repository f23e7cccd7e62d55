#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _fate = spielraum_fuzzing::moves(data);
});
