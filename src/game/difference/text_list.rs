//! Texts by keys, one after the other in one string, so that millions of short ones take little memory.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::iter;
use std::ops::Range;

/// Texts by keys. Those with one key keep their order.
#[derive(Clone, Debug)]
pub struct TextList<K> {
    text: String,
    list: Vec<(K, Range<usize>)>,
}

impl<K: Ord> TextList<K> {
    /// Adds a text. [`Self::sort`] must be called after the last one.
    pub(in crate::game) fn push(&mut self, key: K, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.list.push((key, start..self.text.len()));
    }

    /// Sorts the texts by their keys.
    pub(in crate::game) fn sort(&mut self) {
        self.list.sort_by(|(a, _), (b, _)| a.cmp(b));
    }

    /// Sorts the texts by their keys, and those with such a key in the order of the texts.
    pub(in crate::game) fn sort_texts(&mut self, is_such: impl Fn(&K) -> bool) {
        let Self { text, list } = self;
        let value = |key: &K, range: &Range<usize>| if is_such(key) { &text[range.clone()] } else { "" };
        list.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| value(a, one).cmp(value(b, other))));
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All texts with their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &str)> {
        self.list.iter().map(|(key, range)| (key, &self.text[range.clone()]))
    }

    /// Each key once.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.list.chunk_by(|(a, _), (b, _)| a == b).filter_map(|same| Some(&same.first()?.0))
    }

    /// Each key of these texts or of others once, in order.
    pub(in crate::game) fn keys_with<'a>(&'a self, others: &'a Self) -> impl Iterator<Item = &'a K> {
        let (mut keys, mut others) = (self.keys().peekable(), others.keys().peekable());
        iter::from_fn(move || {
            let order = match (keys.peek(), others.peek()) {
                (Some(key), Some(other)) => key.cmp(other),
                (key, _) => {
                    if key.is_some() {
                        Ordering::Less
                    } else {
                        Ordering::Greater
                    }
                }
            };
            let other = if order.is_ge() { others.next() } else { None };
            if order.is_le() { keys.next() } else { other }
        })
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = &str>
    where
        K: Borrow<Q>,
    {
        let first = self.list.partition_point(|(other, _)| other.borrow() < key);
        let same = self.list[first..].iter().take_while(move |(other, _)| other.borrow() == key);
        same.map(|(_, range)| &self.text[range.clone()])
    }

    /// The texts with this key, joined; `None` if there are none.
    pub(in crate::game) fn joined<Q: Ord + ?Sized>(&self, key: &Q, separator: &str) -> Option<String>
    where
        K: Borrow<Q>,
    {
        let texts: Vec<&str> = self.get(key).collect();
        (!texts.is_empty()).then(|| texts.join(separator))
    }

    pub(in crate::game) fn remove<Q: Ord + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.list.retain(|(other, _)| other.borrow() != key);
    }
}

impl<K> Default for TextList<K> {
    fn default() -> Self {
        Self { text: String::new(), list: Vec::new() }
    }
}

impl<K: Ord> PartialEq for TextList<K> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Ord> Eq for TextList<K> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_keys() {
        let list = |texts: &[(u32, &str)]| {
            let mut list = TextList::default();
            for (key, text) in texts {
                list.push(*key, text);
            }
            list.sort();
            list
        };
        let mut one = list(&[(3, "c"), (1, "b"), (3, "a")]);
        assert_eq!(one.get(&3).collect::<Vec<_>>(), ["c", "a"]);
        assert_eq!((one.joined(&1, " "), one.joined(&2, " ")), (Some("b".to_owned()), None));
        assert_eq!(one.keys().collect::<Vec<_>>(), [&1, &3]);
        assert_eq!(one.keys_with(&list(&[(2, ""), (3, ""), (4, "")])).collect::<Vec<_>>(), [&1, &2, &3, &4]);
        assert_eq!(one, list(&[(1, "b"), (3, "c"), (3, "a")]));
        assert_ne!(one, list(&[(1, "b"), (3, "a"), (3, "c")]));
        one.sort_texts(|key| *key == 3);
        assert_eq!(one, list(&[(1, "b"), (3, "a"), (3, "c")]));
        one.remove(&3);
        assert_eq!(one, list(&[(1, "b")]));
    }
}
