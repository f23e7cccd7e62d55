//! What a disk holds of a file for certain, and what it received since.

/// Power cuts tear writes at multiples of this.
const SECTOR: usize = 512;

/// A file as the disk knows it.
#[derive(Debug, Default)]
pub struct Image {
    /// What was there at the last sync; `None`: no file.
    synced: Option<Vec<u8>>,
    /// What was done since, in order.
    pending: Vec<Change>,
}

/// What can be done to a file.
#[derive(Debug)]
pub enum Change {
    Create,
    Write { offset: usize, bytes: Vec<u8> },
    Truncate(usize),
    Delete,
}

impl Image {
    /// A file that was there before.
    pub fn of(content: Option<Vec<u8>>) -> Self {
        Self { synced: content, pending: Vec::new() }
    }

    pub fn change(&mut self, change: Change) {
        self.pending.push(change);
    }

    /// All that was done is on the disk.
    pub fn sync(&mut self) {
        self.synced = self.surviving(&mut || true);
        self.pending.clear();
    }

    /// The folder was synced: whether there is the file is certain.
    pub fn sync_name(&mut self) {
        let names = |change: &Change| matches!(change, Change::Create | Change::Delete);
        if let Some(last) = self.pending.iter().rposition(names) {
            self.synced = matches!(self.pending[last], Change::Create).then(Vec::new);
            self.pending.drain(..=last);
        }
    }

    /// Whether the file was made and not synced since.
    pub fn is_made(&self) -> bool {
        self.pending.iter().any(|change| matches!(change, Change::Create))
    }

    /// Whether all that was done is on the disk.
    pub fn is_synced(&self) -> bool {
        self.pending.is_empty()
    }

    /// What is there after a power cut; `survives` is asked for each sector and each other change.
    pub fn surviving(&self, survives: &mut impl FnMut() -> bool) -> Option<Vec<u8>> {
        let mut file = self.synced.clone();
        for change in &self.pending {
            match change {
                Change::Write { offset, bytes } => write(&mut file, *offset, bytes, survives),
                _ if !survives() => {}
                Change::Create => _ = file.get_or_insert_default(),
                Change::Truncate(length) => file.get_or_insert_default().resize(*length, 0),
                Change::Delete => file = None,
            }
        }
        file
    }
}

fn write(file: &mut Option<Vec<u8>>, mut offset: usize, mut bytes: &[u8], survives: &mut impl FnMut() -> bool) {
    while !bytes.is_empty() {
        let (sector, rest) = bytes.split_at(bytes.len().min(SECTOR - offset % SECTOR));
        if survives() {
            let file = file.get_or_insert_default();
            let end = offset + sector.len();
            file.resize(file.len().max(end), 0);
            file[offset..end].copy_from_slice(sector);
        }
        (offset, bytes) = (offset + sector.len(), rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_synced_is_certain() {
        let mut image = Image::default();
        image.change(Change::Create);
        image.change(Change::Write { offset: 0, bytes: b"abc".to_vec() });
        assert_eq!(image.surviving(&mut || false), None);
        image.sync();
        image.change(Change::Write { offset: 510, bytes: b"wxyz".to_vec() });
        image.change(Change::Truncate(2));
        assert_eq!(image.surviving(&mut || false).unwrap(), b"abc");
        assert_eq!(image.surviving(&mut || true).unwrap(), b"ab");
        // The write crosses the end of a sector: its second half alone may be there.
        let mut answers = [false, true, false].into_iter();
        let torn = image.surviving(&mut || answers.next().unwrap()).unwrap();
        assert_eq!((torn.len(), &torn[..4], &torn[510..]), (514, &b"abc\0"[..], &b"\0\0yz"[..]));
        image.change(Change::Delete);
        assert_eq!(image.surviving(&mut || true), None);
        assert_eq!(image.surviving(&mut || false).unwrap(), b"abc");
        image.sync_name();
        assert_eq!(image.surviving(&mut || false), None);
        assert!(image.is_synced());
    }
}
