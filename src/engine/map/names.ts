// Compares the names of fields: by their words, where several words have one meaning.

/** Words with one meaning; the first is the one that is compared. */
const meanings = `
id uid uuid guid code no nr num number key ref reference sku sn identifier pk oid
name title label caption heading headline nickname
description desc detail details intro introduction summary content message msg
status state phase stage sts
price cost tariff
amount amt value sum
quantity qty count cnt
currency ccy cur curr
symbol ticker
fee charge commission
created create creation add added inserted issued made gmt
updated update modified changed edited
started start begin began begins open opens opened
goal target
raised collected
ended end ends finish finished close closes closed completed done
expires expire expiry expiration expired deadline until
image img picture pic photo icon logo thumbnail thumb cover avatar
url uri link href
address addr
user owner member account customer holder
vehicle car ev
plate licence license registration
balance available
latitude lat
longitude lng lon long
phone mobile tel telephone msisdn
email mail
rank ranking position
points point score
network chain blockchain
type kind category class
total all
percent pct percentage ratio rate
battery soc
distance dist
driver chauffeur
hash txid txhash
seen viewed
time date timestamp ts datetime dt on
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const meaningOf = new Map(meanings.flatMap((words) => words.map((word) => [word, words[0]!] as const)));

/** Words that say how a field is written, or nothing. */
const fillers = new Set(
  'at on time date ts datetime timestamp dt is has the of display full current unit my own str text amount value ms sec utc iso left'.split(
    ' ',
  ),
);

/** The words of a name or a path: `unitPrice`, `unit_price` and `unit.price` have two. */
const wordsIn = (path: string): readonly string[] =>
  path
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
const meaning = (word: string) => {
  const single = word.length > 3 ? word.replace(/s$/, '') : word;
  return meaningOf.get(word) ?? meaningOf.get(single) ?? single;
};

/** Whether a name says nothing but that it is a time: `ts`, `at`. */
export const isBareTime = (path: string): boolean =>
  wordsIn(path.slice(path.lastIndexOf('.') + 1)).every((word) =>
    /^(at|on|time|date|ts|dt|timestamp|datetime|ms|utc)$/.test(word),
  );

/** How well a name says the same as another one: `same` in other words, `like` with more or fewer words; `only`: no name does. */
export type Likeness = 'same' | 'like' | 'only' | undefined;

/** @param nouns words for the thing itself, which a name may have or not: `product_code` is the code of a product */
export function likeness(declared: string, path: string, nouns: readonly string[]): Likeness {
  const [wanted, found] = [declared, path].map((name) => meaningsOf(name, nouns));
  const shared = wanted!.filter((word) => found!.some((other) => isSameWord(word, other)));
  if (shared.length === 0) return undefined;
  if (shared.length === wanted!.length && found!.length === wanted!.length) return 'same';
  // the last word says what it is
  return isSameWord(wanted!.at(-1)!, found!.at(-1)!) || shared.length === wanted!.length ? 'like' : undefined;
}
function meaningsOf(name: string, nouns: readonly string[]): readonly string[] {
  const words = wordsIn(name);
  const without = (dropped: (word: string) => boolean, of: readonly string[]) => {
    const rest = of.filter((word) => !dropped(word));
    return rest.length > 0 ? rest : of;
  };
  const nounMeanings = nouns.map(meaning);
  const bare = without((word) => fillers.has(word), words);
  return [
    ...new Set(without((word) => nouns.includes(word) || nounMeanings.includes(meaning(word)), bare).map(meaning)),
  ];
}
/** Whether two words mean the same; one may be cut short: `prod`, `product`. */
const isSameWord = (a: string, b: string) =>
  a === b || (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)));

/** Whether two names have the same words, in any spelling, beside those that say nothing. */
export function hasSameWords(declared: string, path: string): boolean {
  const [a, b] = [declared, path].map((name) =>
    wordsIn(name)
      .filter((word) => !fillers.has(word))
      .map(single),
  );
  return a!.join(' ') === b!.join(' ');
}
const single = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/** Whether a name has one of these words, in any of their spellings. */
export const hasWord = (name: string, ...words: readonly string[]): boolean =>
  wordsIn(name).some((word) => words.includes(word) || words.includes(meaning(word)));

/** The form of a text: letters and digits become x, X and 0. A proposal shows values only so. */
export const formOf = (text: string): string =>
  text
    .slice(0, 24)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, 'x')
    .replace(/\p{N}/gu, '0');
