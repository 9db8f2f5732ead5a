// Rows for a spreadsheet: always the same columns, and no formulas.

type PlainRow = Readonly<Record<string, unknown>>;

/** A row with all of these columns first; null without a value. */
export const withColumns = (row: PlainRow, columns: readonly string[]): PlainRow =>
  Object.fromEntries([...columns, ...Object.keys(row)].map((name) => [name, row[name] ?? null]));

/**
 * A row without formulas: a text that begins like one, and is not a number, gets a ' before it (OWASP CSV injection).
 * Others write recipients and references; JSON keeps them unchanged.
 */
export const withoutFormulas = (row: PlainRow): PlainRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[=+\-@\t\r＝＋－＠]/u.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value)
        ? `'${value}`
        : value,
    ]),
  );
