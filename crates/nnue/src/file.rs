//! Networks as files; `docs/networks.md` describes them.

use crate::error::FORMAT;
use crate::network::{BUCKETS, is_size};
use crate::{ArmyParts, Inputs, MAX_ARMIES, MAX_RECORD, Network, NetworkError, Parts, digest};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use spielraum_rules::Rules;
use std::io::Read;

const MAGIC: &[u8; 8] = b"SPLNNUE\n";

impl Network {
    /// Reads a network for a game.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.0.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        reader.take(MAGIC.len())?;
        let format = reader.u32()?;
        if format != FORMAT {
            return Err(NetworkError::Format(format));
        }
        let Some((content, checksum)) = bytes.split_last_chunk::<4>() else { return Err(CUT_OFF) };
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged("it does not have its checksum"));
        }
        let armies = usize::from(reader.u16()?);
        if !(1..=MAX_ARMIES).contains(&armies) {
            return Err(NetworkError::Armies);
        }
        let digests = (0..armies * armies).map(|_| reader.array()).collect::<Result<Vec<[u8; 32]>, _>>()?;
        let digest = digest(rules);
        let meeting = digests.iter().position(|other| *other == digest).ok_or(NetworkError::OtherGame)?;
        let [hidden, pieces] = [reader.u16()?, reader.u16()?];
        let inputs = Inputs::new(rules);
        let own = if armies > 1 { armies } else { 0 };
        let shape = Shape { inputs: inputs.len(), planes: inputs.planes(), hidden: hidden.into(), own };
        if !is_size(shape.hidden, pieces) || reader.u32()? as usize != shape.inputs {
            return Err(NetworkError::Shape);
        }
        let length = reader.u32()? as usize;
        let record = reader.take(length)?;
        if length > MAX_RECORD {
            return Err(NetworkError::Record);
        }
        let record =
            std::str::from_utf8(record).map_err(|_| NetworkError::Damaged("its record is not text"))?.to_owned();
        let length = reader.u32()? as usize;
        let compressed = reader.take(length)?;
        if reader.0.len() != checksum.len() {
            return Err(NetworkError::Damaged("it is longer than its header says"));
        }
        let (parts, own) = shape.unpacked(&decompress(compressed, shape.bytes())?, pieces)?;
        Self::of(inputs, digests, meeting, parts, own, record)
    }

    /// The network as the content of a file.
    pub fn write(&self) -> Result<Vec<u8>, NetworkError> {
        if self.record.len() > MAX_RECORD {
            return Err(NetworkError::Record);
        }
        let compressed = compress_to_vec(&packed(&self.common(), &self.own)[..], CompressionLevel::Fastest);
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((self.own.len().max(1) as u16).to_le_bytes());
        bytes.extend(self.digests.iter().flatten());
        bytes.extend((self.parts.hidden as u16).to_le_bytes());
        bytes.extend(self.parts.pieces.to_le_bytes());
        bytes.extend((self.inputs.len() as u32).to_le_bytes());
        for part in [self.record.as_bytes(), &compressed] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        Ok(bytes)
    }
}

const CUT_OFF: NetworkError = NetworkError::Damaged("it ends too early");

/// What of a file has not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u16(&mut self) -> Result<u16, NetworkError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        self.array().map(u32::from_le_bytes)
    }
}

/// Decompresses what must be this many bytes long; more are never asked for.
fn decompress(compressed: &[u8], length: usize) -> Result<Vec<u8>, NetworkError> {
    let damaged = NetworkError::Damaged("its weights can't be decompressed");
    let decoder = StreamingDecoder::new(compressed).map_err(|_| damaged.clone())?;
    let mut weights = Vec::with_capacity(length + 1);
    let read = decoder.take(length as u64 + 1).read_to_end(&mut weights);
    if read.is_ok() && weights.len() == length { Ok(weights) } else { Err(damaged) }
}

/// The weights as bytes: rows, values and biases, those that armies share and then each army's, the lower bytes of all before
/// the upper ones, which are mostly alike and so compress well; then the last layers.
fn packed(parts: &Parts, own: &[ArmyParts]) -> Vec<u8> {
    let common = [&parts.rows, &parts.values, &parts.biases];
    let own = own.iter().flat_map(|ArmyParts { rows, values, biases }| [rows, values, biases]);
    let words = || common.into_iter().chain(own.clone()).flatten().map(|word| word.to_le_bytes());
    let mut bytes: Vec<u8> = words().map(|[low, _]| low).collect();
    bytes.extend(words().map(|[_, high]| high));
    bytes.extend(parts.outputs.iter().map(|&weight| weight as u8));
    bytes.extend(parts.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

/// How many weights there are of each sort.
struct Shape {
    inputs: usize,
    planes: usize,
    hidden: usize,
    /// How many armies have weights of their own.
    own: usize,
}

impl Shape {
    /// How many of the weights have 16 bits.
    fn words(&self) -> usize {
        let &Self { inputs, planes, hidden, own } = self;
        (inputs + 1) * hidden + inputs + own * ((planes + 2) * hidden + inputs)
    }

    /// How many bytes the weights take.
    fn bytes(&self) -> usize {
        2 * self.words() + 2 * self.hidden * BUCKETS + 4 * BUCKETS
    }

    /// The weights that are packed in this many bytes.
    fn unpacked(&self, bytes: &[u8], pieces: u16) -> Result<(Parts, Vec<ArmyParts>), NetworkError> {
        let &Self { inputs, planes, hidden, own } = self;
        let mut reader = Reader(bytes);
        let (low, high) = (reader.take(self.words())?, reader.take(self.words())?);
        let mut words = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let mut next = |count: usize| words.by_ref().take(count).collect();
        let (rows, values, biases) = (next(inputs * hidden), next(inputs), next(hidden));
        let army = |_| ArmyParts { rows: next(planes * hidden), values: next(inputs), biases: next(2 * hidden) };
        let own = (0..own).map(army).collect();
        let outputs = reader.take(2 * hidden * BUCKETS)?.iter().map(|&byte| byte as i8).collect();
        let biases_of_outputs = (0..BUCKETS).map(|_| reader.array().map(i32::from_le_bytes));
        let output_biases = biases_of_outputs.collect::<Result<_, _>>()?;
        Ok((Parts { hidden, pieces, rows, values, biases, outputs, output_biases }, own))
    }
}
