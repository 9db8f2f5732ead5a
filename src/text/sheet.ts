// Cells of a CSV file for spreadsheets (`-o sheet`): a spreadsheet neither runs nor rewrites one, and a batch reads it back.

/** How a spreadsheet of a locale separates cells and writes decimals. Without `decimal` a fraction is text. */
export interface SheetStyle {
  readonly separator: ',' | ';';
  readonly decimal?: '.' | ',';
}
/** What a spreadsheet needs to read a file as UTF-8. */
export const utf8Mark = '\uFEFF';

/** The style of a locale, by LC_ALL, LC_NUMERIC, LANG, else the one of the system. An unknown locale counts as English. */
export function sheetStyle({ LC_ALL, LC_NUMERIC, LANG }: Readonly<Record<string, string | undefined>>): SheetStyle {
  const locale = (LC_ALL || LC_NUMERIC || LANG)?.replace(/[.@].*$/, '').replaceAll('_', '-');
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
    if (parts.find(({ type }) => type === 'decimal')?.value === ',') return { separator: ';', decimal: ',' };
  } catch {
    // C, POSIX
  }
  return { separator: ',', decimal: '.' };
}

/** The style in which a file is written, by its mark and its heading; undefined for plain CSV. */
export function styleOfFile(text: string): SheetStyle | undefined {
  const firstLine = /^[^\r\n]*/.exec(text.replace(/"(?:[^"]|"")*"/g, ''))![0];
  const isMarked = text.startsWith(utf8Mark);
  if (firstLine.includes(';') && (isMarked || !firstLine.includes(','))) return { separator: ';', decimal: ',' };
  return isMarked ? { separator: ',', decimal: '.' } : undefined;
}

const number = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** What spreadsheets compute with. */
const mostDigits = 15;
/** What a spreadsheet takes for a formula, a number, a date or a time; an ISO date keeps its meaning. */
const acts = /^[\t\r\n]|^\s*['=+\-@＝＋－＠]/u;
const digits = /^[\d\s.,:/'’%$€£¥-]*\d[\d\s.,:/'’%$€£¥-]*$|^\d[\d.]*e[+-]?\d+$/i;
const month =
  /^(\d+[- ]?)?(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)([- ]?\d+)?$/i;
const isoDate = /^\d{4}-\d\d-\d\d$/;

/** A text as a cell: a number of at most 15 digits with the mark of the locale; a `'` before what would be changed. */
export function toSheet(text: string, { decimal }: SheetStyle): string {
  const isShort = number.test(text) && text.replace(/\D/g, '').length <= mostDigits;
  if (isShort && (decimal !== undefined || !text.includes('.'))) return text.replace('.', decimal ?? '.');
  const isChanged = acts.test(text) || (digits.test(text) && !isoDate.test(text)) || month.test(text);
  return isChanged ? `'${text}` : text;
}

/** The text of a cell. @returns undefined for a number with points that may be thousands, such as 1.234 beside 1,5 */
export function fromSheet(cell: string, { decimal }: SheetStyle): string | undefined {
  if (cell.startsWith("'")) return cell.slice(1);
  if (decimal !== ',') return cell;
  if (/^-?\d{1,3}(\.\d{3})+$/.test(cell)) return undefined;
  return /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell;
}
