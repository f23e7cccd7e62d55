//! What a file names and imports.

use crate::names::{is_for_tests, item_attributes};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// The words of a path, or of a module: those of the crate's root are none.
pub(crate) type Words = Vec<String>;

/// What a file names.
#[derive(Default)]
pub(crate) struct File {
    /// The items that it has itself.
    pub(crate) items: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// The paths in its code.
    pub(crate) paths: BTreeSet<Words>,
}

pub(crate) struct Import {
    /// What it is called here; `*` for all there is.
    pub(crate) name: String,
    pub(crate) path: Words,
    /// Whether it is there for other files, too.
    pub(crate) hands_on: bool,
}

impl File {
    /// Reads the code that ships.
    pub(crate) fn new(code: &syn::File) -> Self {
        let items = code.items.iter().filter_map(item_name).collect();
        let mut reader = Reader { file: Self { items, ..Self::default() }, depth: 0 };
        reader.visit_file(code);
        reader.file
    }
}

/// What an item is called that others can name.
fn item_name(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Reads the code that ships.
struct Reader {
    file: File,
    /// How many modules within the file the place is in.
    depth: usize,
}

impl Reader {
    /// A path as it would be written outside of the file's inner modules.
    fn outside(&self, mut path: Words) -> Words {
        for _ in 0..self.depth {
            if path.first().is_some_and(|first| first == "super") {
                path[0] = "self".to_owned();
                if path.get(1).is_some_and(|second| second == "super") {
                    path.remove(0);
                }
            }
        }
        path
    }

    fn import(&mut self, tree: &syn::UseTree, mut path: Words, hands_on: bool) {
        match tree {
            syn::UseTree::Path(tree_path) => {
                path.push(tree_path.ident.to_string());
                self.import(&tree_path.tree, path, hands_on);
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path.clone(), hands_on)),
            syn::UseTree::Name(name) if name.ident == "self" => {
                self.imported(path.last().cloned().unwrap_or_default(), path, hands_on)
            }
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.imported(name.ident.to_string(), path, hands_on);
            }
            syn::UseTree::Rename(renamed) => {
                if renamed.ident != "self" {
                    path.push(renamed.ident.to_string());
                }
                self.imported(renamed.rename.to_string(), path, hands_on);
            }
            syn::UseTree::Glob(_) => self.imported("*".to_owned(), path, hands_on),
        }
    }

    fn imported(&mut self, name: String, path: Words, hands_on: bool) {
        let path = self.outside(path);
        self.file.imports.push(Import { name, path, hands_on });
    }

    /// The paths in a macro's text.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut joins) = (Words::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if joins != 2 {
                        self.path(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    joins = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => joins += 1,
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    joins = 0;
                }
                _ => joins = 0,
            }
        }
        self.path(path);
    }

    fn path(&mut self, path: Words) {
        let path = self.outside(path);
        self.file.paths.insert(path);
    }
}

impl Visit<'_> for Reader {
    fn visit_item(&mut self, item: &syn::Item) {
        if !item_attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.import(&item.tree, Words::new(), !matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_macro(&mut self, called: &syn::Macro) {
        visit::visit_macro(self, called);
        self.tokens(called.tokens.clone());
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}
