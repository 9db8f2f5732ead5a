// Folds field names as lenient readers do, to compare names that may be read as the same. Pure.

/**
 * A field name without accents, invisible characters, punctuation, letter case and Unicode compatibility forms.
 * Names with the same folded form may name the same field.
 */
export const foldName = (name: string): string =>
  (plain.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
        .toUpperCase()
  ).toLowerCase();
/** What all names are, save few: rows have thousands of them. */
const plain = /^[A-Za-z0-9]*$/;
