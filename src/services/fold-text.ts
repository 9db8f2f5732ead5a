// Folds texts so that texts that look the same are the same: for filters, searches and names. Pure.

const ascii = /^[\x00-\x7f]*$/;

/** A text in one spelling of Unicode: composed, without characters that are drawn as nothing. Letter case stays. */
export const spelledOut = (text: string): string =>
  ascii.test(text) ? text : text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/**
 * A text to compare: in lower case by Unicode's rules (ß is ss, ς is σ, İ is i), in compatible forms (NFKC), without
 * characters that are drawn as nothing (zero-width spaces and joiners, soft hyphens, direction marks). Accents count.
 */
export const foldedText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .toLowerCase()
        .toUpperCase() // ß to SS
        .toLowerCase()
        .replaceAll('ς', 'σ')
        .replaceAll('i\u0307', 'i') // İ to i and a dot
        .normalize('NFKC');

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
