//! A list for each cell, all in one piece of memory.

use spielraum_geometry::Cell;

/// For each cell of the board a slice of `T`.
#[derive(Clone, Debug)]
pub(crate) struct Csr<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T> Csr<T> {
    /// Puts the lists, one for each cell, together.
    pub(crate) fn new(lists: Vec<Vec<T>>) -> Self {
        if lists.iter().all(Vec::is_empty) {
            return Self::default();
        }
        let mut csr = Self { starts: vec![0], items: Vec::new() };
        for list in lists {
            csr.items.extend(list);
            csr.starts.push(csr.items.len() as u32);
        }
        csr
    }

    /// The list of a cell.
    #[inline(always)]
    pub(crate) fn get(&self, cell: Cell) -> &[T] {
        match self.starts.get(cell.index()..cell.index() + 2) {
            Some(bounds) => &self.items[bounds[0] as usize..bounds[1] as usize],
            None => &[],
        }
    }

    /// Whether no cell has an item.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Bytes used.
    pub(crate) fn memory(&self) -> usize {
        self.starts.len() * size_of::<u32>() + self.items.len() * size_of::<T>()
    }
}
