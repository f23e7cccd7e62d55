//! A list for each cell, all in one piece of memory.

use spielraum_geometry::Cell;

/// For each cell of the board a slice of `T`.
#[derive(Clone, Debug)]
pub(crate) struct Csr<T> {
    /// Where each cell's list begins and ends; no entries if all lists are empty.
    bounds: Vec<(u32, u32)>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    fn default() -> Self {
        Self { bounds: Vec::new(), items: Vec::new() }
    }
}

impl<T> Csr<T> {
    /// Puts the lists, one for each cell, together.
    pub(crate) fn new(lists: Vec<Vec<T>>) -> Self {
        if lists.iter().all(Vec::is_empty) {
            return Self::default();
        }
        let mut csr = Self::default();
        for list in lists {
            let begin = csr.items.len() as u32;
            csr.items.extend(list);
            csr.bounds.push((begin, csr.items.len() as u32));
        }
        csr
    }

    /// The list of a cell.
    #[inline(always)]
    pub(crate) fn get(&self, cell: Cell) -> &[T] {
        match self.bounds.get(cell.index()) {
            Some(&(begin, end)) => &self.items[begin as usize..end as usize],
            None => &[],
        }
    }

    /// Whether no cell has an item.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Bytes used.
    pub(crate) fn memory(&self) -> usize {
        self.bounds.len() * size_of::<(u32, u32)>() + self.items.len() * size_of::<T>()
    }
}
