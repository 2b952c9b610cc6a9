//! The moves of a solution as text, one letter each, by the direction of the blank or of the tile. The letters are made
//! as they are written: a copy of millions would be as large as all that the search needs.

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;
use std::fmt::{self, Display};
use taquin::{Direction, Mover, Moves};

/// How many letters are written at a time.
const LETTERS: usize = 256;

/// Moves as letters.
struct Letters<'a> {
    moves: &'a Moves,
    mover: Mover,
}

impl Display for Letters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.moves.directions().map(|by| self.mover.turn(by).letter());
        loop {
            let part: String = letters.by_ref().take(LETTERS).collect();
            if part.is_empty() {
                return Ok(());
            }
            f.write_str(&part)?;
        }
    }
}

fn write<S: Serializer>(
    moves: &Option<Moves>,
    mover: Mover,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match moves {
        Some(moves) => serializer.collect_str(&Letters { moves, mover }),
        None => serializer.serialize_none(),
    }
}

/// Reads letters that mean the directions of a mover.
struct LetterVisitor(Mover);

impl<'de> Visitor<'de> for LetterVisitor {
    type Value = Option<Moves>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves as letters")
    }

    fn visit_unit<E>(self) -> Result<Option<Moves>, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, letters: &str) -> Result<Option<Moves>, E> {
        let direction = |letter| Direction::from_letter(letter).map(|by| self.0.turn(by));
        let moves: Option<Vec<Direction>> = letters.chars().map(direction).collect();
        let moves =
            moves.ok_or_else(|| E::custom("moves have other letters than U, D, L and R"))?;
        Ok(Some(moves.into()))
    }
}

/// A letter for the direction of the blank.
pub mod blank {
    use super::*;

    pub fn serialize<S: Serializer>(moves: &Option<Moves>, to: S) -> Result<S::Ok, S::Error> {
        write(moves, Mover::Blank, to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Moves>, D::Error> {
        from.deserialize_any(LetterVisitor(Mover::Blank))
    }
}

/// A letter for the direction of the tile.
pub mod tile {
    use super::*;

    pub fn serialize<S: Serializer>(moves: &Option<Moves>, to: S) -> Result<S::Ok, S::Error> {
        write(moves, Mover::Tile, to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Moves>, D::Error> {
        from.deserialize_any(LetterVisitor(Mover::Tile))
    }
}
