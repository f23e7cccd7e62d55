//! Tables as files.
//!
//! A header with the digest of the rules, the material and the length and checksum (CRC-32) of every block; then the blocks,
//! each compressed by itself (zstd), White's turn first. The header has a checksum of its own, and the file ends with the
//! last block, so that no bit of it can be altered unnoticed. Numbers are little-endian.

use crate::code::Code;
use crate::error::EndgameError;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

const MAGIC: &[u8; 8] = b"SPLENDGM";
const FORMAT: u32 = 1;

/// The bytes of a block before it is compressed.
pub(crate) const BLOCK: usize = 1 << 15;

const LEVEL: i32 = 3;

/// The ply in the header of a table that is complete.
const COMPLETE: u16 = u16::MAX;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) digest: [u8; 32],
    pub(crate) material: String,
    pub(crate) code: Code,
    /// How many values there are for each side to move.
    pub(crate) size: u64,
    /// The next ply to look up; `None`: the table is complete.
    pub(crate) next_ply: Option<u16>,
}

#[derive(Clone, Copy, Default)]
struct Block {
    length: u32,
    checksum: u32,
}

/// How many blocks the values of one side take.
fn blocks_of(size: u64) -> u64 {
    size.div_ceil(BLOCK as u64)
}

impl Header {
    fn bytes(&self, blocks: &[Block]) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(self.digest);
        bytes.extend((self.material.len() as u32).to_le_bytes());
        bytes.extend(self.material.as_bytes());
        bytes.push(self.code as u8);
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(self.next_ply.unwrap_or(COMPLETE).to_le_bytes());
        for block in blocks {
            bytes.extend(block.length.to_le_bytes());
            bytes.extend(block.checksum.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Writes a table: to a file beside it first, which takes its name when all is on the disk.
pub(crate) fn write(path: &Path, header: &Header, values: &[Vec<AtomicU8>; 2]) -> Result<(), EndgameError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = write_to(&temporary, header, values).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(EndgameError::writing(path))?;
    // That the name is on the disk, too; not every system lets a folder be synchronized.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_to(path: &Path, header: &Header, values: &[Vec<AtomicU8>; 2]) -> std::io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let count = 2 * blocks_of(header.size) as usize;
    let mut blocks = vec![Block::default(); count];
    file.write_all(&header.bytes(&blocks))?;
    let per_side = count / 2;
    for first in (0..count).step_by(256) {
        let compress = |number: usize| {
            let side = &values[number / per_side];
            let begin = number % per_side * BLOCK;
            let bytes: Vec<u8> =
                side[begin..side.len().min(begin + BLOCK)].iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
            zstd::bulk::compress(&bytes, LEVEL)
        };
        let compressed: Vec<_> = (first..count.min(first + 256)).into_par_iter().map(compress).collect();
        for (number, bytes) in (first..).zip(compressed) {
            let bytes = bytes?;
            blocks[number] = Block { length: bytes.len() as u32, checksum: crc32fast::hash(&bytes) };
            file.write_all(&bytes)?;
        }
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.bytes(&blocks))?;
    file.into_inner()?.sync_all()
}

/// Where a block begins, its length and its checksum.
type Extent = (u64, u32, u32);

/// A file that is open for reading.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    file: File,
    pub(crate) header: Header,
    blocks: Vec<Extent>,
}

impl TableFile {
    /// Opens a file and reads its header; `None` if there is none.
    pub(crate) fn open(path: &Path, digest: &[u8; 32]) -> Result<Option<Self>, EndgameError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(EndgameError::reading(path)(error)),
        };
        let length = file.metadata().map_err(EndgameError::reading(path))?.len();
        let (header, blocks) =
            Reading { path, file: BufReader::new(&file), length, sum: crc32fast::Hasher::new() }.header()?;
        if header.digest != *digest {
            return Err(EndgameError::OtherRules(path.to_owned()));
        }
        Ok(Some(Self { path: path.to_owned(), file, header, blocks }))
    }

    /// Reads a block: the values from `BLOCK * number` on.
    pub(crate) fn block(&self, side: usize, number: usize) -> Result<Vec<u8>, EndgameError> {
        let per_side = self.blocks.len() / 2;
        let (start, length, checksum) = self.blocks[side * per_side + number];
        let mut bytes = vec![0; length as usize];
        read_at(&self.file, start, &mut bytes).map_err(EndgameError::reading(&self.path))?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(EndgameError::damaged(&self.path, "a block does not have its checksum"));
        }
        let wanted = (self.header.size as usize - number * BLOCK).min(BLOCK);
        let values = zstd::bulk::decompress(&bytes, wanted).unwrap_or_default();
        if values.len() == wanted {
            Ok(values)
        } else {
            Err(EndgameError::damaged(&self.path, "a block can't be decompressed"))
        }
    }

    /// Reads all values.
    pub(crate) fn values(&self) -> Result<[Vec<AtomicU8>; 2], EndgameError> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, values) in sides.iter_mut().enumerate() {
            values.reserve_exact(self.header.size as usize);
            for number in 0..self.blocks.len() / 2 {
                values.extend(self.block(side, number)?.into_iter().map(AtomicU8::new));
            }
        }
        Ok(sides)
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads from a place of a file on. Processes that were forked share the place where a file is read next, so that it is not used.
#[cfg(unix)]
fn read_at(file: &File, start: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// Reads from a place of a file on.
#[cfg(not(unix))]
fn read_at(mut file: &File, start: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(bytes)
}

/// Reads a header, whatever the file may be.
struct Reading<'a, R> {
    path: &'a Path,
    file: R,
    length: u64,
    sum: crc32fast::Hasher,
}

impl<R: Read> Reading<'_, R> {
    fn damaged(&self, why: &'static str) -> EndgameError {
        EndgameError::damaged(self.path, why)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], EndgameError> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => EndgameError::damaged(self.path, "it ends too early"),
            _ => EndgameError::reading(self.path)(error),
        })?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn header(mut self) -> Result<(Header, Vec<Extent>), EndgameError> {
        if self.take::<8>()? != *MAGIC {
            return Err(self.damaged("it is no endgame table"));
        }
        let format = u32::from_le_bytes(self.take()?);
        if format != FORMAT {
            return Err(EndgameError::Format { path: self.path.to_owned(), found: format, known: FORMAT });
        }
        let digest = self.take()?;
        let named = u32::from_le_bytes(self.take()?);
        if named > 1 << 10 {
            return Err(self.damaged("its header is faulty"));
        }
        let mut material = Vec::new();
        for _ in 0..named {
            material.extend(self.take::<1>()?);
        }
        let [code] = self.take()?;
        let size = u64::from_le_bytes(self.take()?);
        let ply = u16::from_le_bytes(self.take()?);
        let count = 2 * blocks_of(size);
        let Some(room) = count.checked_mul(8).filter(|&room| size < 1 << 48 && room <= self.length) else {
            return Err(self.damaged("its header is faulty, or it ends too early"));
        };
        let mut found = Vec::with_capacity(room as usize / 8);
        for _ in 0..count {
            found.push((u32::from_le_bytes(self.take()?), u32::from_le_bytes(self.take()?)));
        }
        let sum = self.sum.clone().finalize();
        if u32::from_le_bytes(self.take()?) != sum {
            return Err(self.damaged("its header does not have its checksum"));
        }
        let Some(code) = Code::from_number(code) else { return Err(self.damaged("its header is faulty")) };
        let begin = (MAGIC.len() + 4 + 32 + 4 + material.len() + 1 + 8 + 2) as u64 + room + 4;
        let mut blocks = Vec::with_capacity(found.len());
        let mut end = begin;
        for (length, checksum) in found {
            blocks.push((end, length, checksum));
            end += u64::from(length);
        }
        if end != self.length {
            return Err(self.damaged("it is longer or shorter than its header says"));
        }
        let Ok(material) = String::from_utf8(material) else { return Err(self.damaged("its header is faulty")) };
        let next_ply = (ply != COMPLETE).then_some(ply);
        Ok((Header { digest, material, code, size, next_ply }, blocks))
    }
}
