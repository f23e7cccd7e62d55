//! Shards: files of packed positions, game by game.

use crate::LearnError;
use serde::{Deserialize, Serialize};
use spielraum_nnue::digest;
use spielraum_rules::Rules;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"SPLGAMES";

const FORMAT: u32 = 1;

/// The longest header, in bytes.
const MAX_HEADER: u32 = 1 << 16;

/// The most bytes that a game's positions take, compressed or not.
const MAX_BLOCK: u32 = 1 << 24;

const LEVEL: i32 = 9;

/// How the games of a shard were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The game's id.
    pub game: String,
    /// How many positions were looked at for each move.
    pub nodes: u64,
    /// With how many random plies games open, or with one more.
    pub openings: usize,
    /// A game of this many plies is a draw.
    pub longest: usize,
    /// How many positions near each position of a game were kept.
    #[serde(default)]
    pub nearby: usize,
    /// On what the random moves depend.
    pub seed: u64,
    /// The checksum of the network that played; none: the classical terms.
    pub network: Option<u32>,
}

/// A shard that is open, to be read and added to. A game is in it whole or not at all.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    header: ShardHeader,
    games: BTreeSet<u64>,
    positions: u64,
}

/// A game of a shard: its number, how many positions were kept of it, and these.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) number: u64,
    pub(crate) positions: u32,
    pub(crate) packed: Vec<u8>,
}

impl Block {
    /// The game as it is in a file, with its checksum.
    pub(crate) fn seal(&self) -> Result<Vec<u8>, LearnError> {
        let compressed = zstd::bulk::compress(&self.packed, LEVEL).map_err(|_| LearnError::Sealed)?;
        let mut bytes = Vec::with_capacity(compressed.len() + 24);
        bytes.extend(self.number.to_le_bytes());
        for field in [self.positions, self.packed.len() as u32, compressed.len() as u32] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(compressed);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Takes a sealed game apart, if it is one and whole.
    fn unseal(bytes: &[u8]) -> Option<Self> {
        let content = unsealed(bytes)?;
        let (number, rest) = content.split_first_chunk::<8>()?;
        let (fields, compressed) = rest.split_first_chunk::<12>()?;
        let [positions, length, of] =
            [0, 4, 8].map(|at| u32::from_le_bytes(std::array::from_fn(|byte| fields[at + byte])));
        if length > MAX_BLOCK || of as usize != compressed.len() {
            return None;
        }
        let packed = zstd::bulk::decompress(compressed, length as usize).ok()?;
        let is_whole = packed.len() == length as usize;
        is_whole.then_some(Self { number: u64::from_le_bytes(*number), positions, packed })
    }
}

/// What comes next in a shard.
enum Next {
    Block(Block),
    End,
    /// The file ends within a game.
    CutOff,
}

impl Shard {
    /// Opens a shard, or begins one, to which games of these settings are added. What a program that was ended left of a
    /// game is cut off.
    pub fn create(path: &Path, rules: &Rules, header: ShardHeader) -> Result<Self, LearnError> {
        let failed = LearnError::file(path);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(&failed)?;
        crate::files::lock(&file, path)?;
        begin(&mut file, &head(rules, &header)).map_err(&failed)?;
        let mut reader = Reading::new(path, &file, &[digest(rules)])?;
        if reader.header != header {
            let why = "has games of other settings; give it another name, or the same settings";
            return Err(LearnError::damaged(path, why));
        }
        let (mut games, mut positions, mut whole) = (BTreeSet::new(), 0, reader.offset);
        while let Next::Block(block) = reader.next()? {
            games.insert(block.number);
            positions += u64::from(block.positions);
            whole = reader.offset;
        }
        file.set_len(whole).map_err(&failed)?;
        file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(Self { path: path.to_owned(), file, header, games, positions })
    }

    /// How its games were played.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The numbers of its games.
    pub fn games(&self) -> &BTreeSet<u64> {
        &self.games
    }

    /// How many positions they have.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a game that [`SelfPlayer::play`](crate::SelfPlayer::play) has sealed; returns whether it was not there yet.
    pub fn add(&mut self, sealed: &[u8]) -> Result<bool, LearnError> {
        let block = Block::unseal(sealed).ok_or(LearnError::Sealed)?;
        if self.games.contains(&block.number) {
            return Ok(false);
        }
        self.file.write_all(sealed).map_err(LearnError::file(&self.path))?;
        self.games.insert(block.number);
        self.positions += u64::from(block.positions);
        Ok(true)
    }

    /// Reads a shard of a game; passes on the number of each game played and its packed positions. Gives its header.
    pub fn read(path: &Path, rules: &Rules, tell: impl FnMut(u64, &[u8])) -> Result<ShardHeader, LearnError> {
        Ok(Self::read_any(path, &[digest(rules)], tell)?.0)
    }

    /// The same of a game whose rules have one of these digests; gives which is the first that fits, too.
    pub(crate) fn read_any(
        path: &Path,
        digests: &[[u8; 32]],
        mut tell: impl FnMut(u64, &[u8]),
    ) -> Result<(ShardHeader, usize), LearnError> {
        let file = File::open(path).map_err(LearnError::file(path))?;
        let mut reader = Reading::new(path, &file, digests)?;
        loop {
            match reader.next()? {
                Next::Block(block) => tell(block.number, &block.packed),
                Next::End => return Ok((reader.header, reader.digest)),
                Next::CutOff => {
                    return Err(LearnError::damaged(path, "ends within a game; `spielraum learn data` mends it"));
                }
            }
        }
    }
}

/// Writes the beginning of a shard where there is nothing yet, or what a program that was ended left of it.
fn begin(file: &mut File, head: &[u8]) -> io::Result<()> {
    let mut there = Vec::new();
    file.take(head.len() as u64).read_to_end(&mut there)?;
    if there.len() < head.len() && head.starts_with(&there) {
        file.rewind()?;
        file.write_all(head)?;
    }
    file.rewind()
}

/// The beginning of a shard.
fn head(rules: &Rules, header: &ShardHeader) -> Vec<u8> {
    let text = serde_json::to_vec(header).unwrap_or_default();
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(digest(rules));
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a shard, whatever the file may be.
struct Reading<'a> {
    path: &'a Path,
    file: BufReader<&'a File>,
    header: ShardHeader,
    /// Which of the digests asked for it has.
    digest: usize,
    /// How many bytes have been read.
    offset: u64,
}

impl<'a> Reading<'a> {
    fn new(path: &'a Path, file: &'a File, digests: &[[u8; 32]]) -> Result<Self, LearnError> {
        let damaged = |why| LearnError::damaged(path, why);
        let mut file = BufReader::new(file);
        let mut bytes = vec![0; MAGIC.len() + 4 + 32 + 4];
        let read = file.read_exact(&mut bytes);
        if read.is_err() || !bytes.starts_with(MAGIC) {
            return Err(damaged("is no shard of games; `spielraum learn data` makes them"));
        }
        if bytes[8..12] != FORMAT.to_le_bytes() {
            return Err(damaged("is a shard of another version of the program"));
        }
        let digest = digests.iter().position(|digest| bytes[12..44] == *digest);
        let digest = digest.ok_or_else(|| damaged("has games by other rules"))?;
        let length = u32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]);
        if length > MAX_HEADER {
            return Err(damaged("has a faulty header"));
        }
        let begin = bytes.len();
        bytes.resize(begin + length as usize + 4, 0);
        file.read_exact(&mut bytes[begin..]).map_err(|_| damaged("ends within its header"))?;
        let offset = bytes.len() as u64;
        let header = unsealed(&bytes).and_then(|content| serde_json::from_slice(content.get(begin..)?).ok());
        let header = header.ok_or_else(|| damaged("has a faulty header"))?;
        Ok(Self { path, file, header, digest, offset })
    }

    fn next(&mut self) -> Result<Next, LearnError> {
        let mut bytes = vec![0; 20];
        let found = self.fill(&mut bytes)?;
        if found < bytes.len() {
            return Ok(if found == 0 { Next::End } else { Next::CutOff });
        }
        let field = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let [length, compressed] = [12, 16].map(field);
        let path = self.path;
        let damaged = || LearnError::damaged(path, "has a damaged game; delete it and play its games again");
        if length > MAX_BLOCK || compressed > MAX_BLOCK {
            return Err(damaged());
        }
        bytes.resize(20 + compressed as usize + 4, 0);
        if self.fill(&mut bytes[20..])? < compressed as usize + 4 {
            return Ok(Next::CutOff);
        }
        let block = Block::unseal(&bytes).ok_or_else(damaged)?;
        self.offset += bytes.len() as u64;
        Ok(Next::Block(block))
    }

    /// Reads as many bytes as fit and are left.
    fn fill(&mut self, room: &mut [u8]) -> Result<usize, LearnError> {
        let mut found = 0;
        while found < room.len() {
            match self.file.read(&mut room[found..]).map_err(LearnError::file(self.path))? {
                0 => break,
                more => found += more,
            }
        }
        Ok(found)
    }
}

/// The content of bytes that end with their checksum, if it is right.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (content, checksum) = bytes.split_last_chunk::<4>()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*checksum)).then_some(content)
}
