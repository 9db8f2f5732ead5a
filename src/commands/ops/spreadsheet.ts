// Rows for a spreadsheet: always the same columns, and no text that is taken for a formula.

/** A row as JSON. */
type PlainRow = Readonly<Record<string, unknown>>;

/** A row with every one of these columns: a spreadsheet that reads the next month must find them where they were. */
export const withColumns = (row: PlainRow, columns: readonly string[]): PlainRow => ({
  ...Object.fromEntries(columns.map((name) => [name, null])),
  ...row,
});

/**
 * A row whose texts no spreadsheet takes for a formula: a text that begins like one, and is not a number, gets a ' before it (OWASP CSV injection). Recipients and
 * references are written by others; JSON has them as they are.
 */
export const withoutFormulas = (row: PlainRow): PlainRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[=+\-@\t\r＝＋－＠]/u.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value,
    ]),
  );
