// Folds field names as lenient readers do, so that names which may be read as one compare as one. Pure.

/**
 * A field name as a lenient reader may fold it: Unicode compatibility forms, accents, invisible characters, punctuation and letter case aside.
 * Names with the same folded form may name the same field.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
