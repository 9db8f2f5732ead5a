// The table of output formats, for the values of `-o`, its help and its completion. Data; `render.ts` has their
// functions.

export interface FormatTraits {
  /** For help; without capital and full stop. */
  readonly summary: string;
  /** Whether it prints columns, for --columns. */
  readonly columns?: true;
  /** Whether it is JSON: nothing is prompted for, and --jq is allowed. */
  readonly json?: true;
}

export const outputFormats = {
  table: { summary: 'columns that fit the terminal', columns: true },
  json: { summary: "the service's own bytes", json: true },
  ndjson: { summary: 'one row a line, as JSON', json: true },
  yaml: { summary: 'the whole response as YAML' },
  csv: { summary: 'a heading line, then a line for each row', columns: true },
  sheet: { summary: 'CSV for a spreadsheet of your locale', columns: true },
  name: { summary: 'the id of each row' },
  md: { summary: 'a Markdown table, masked', columns: true },
} as const satisfies Readonly<Record<string, FormatTraits>>;

export type OutputFormat = keyof typeof outputFormats;
export const formatNames = Object.keys(outputFormats) as OutputFormat[];

/** Whether a word is a value of `-o`. */
export const isFormat = (word: string): word is OutputFormat => Object.hasOwn(outputFormats, word);

const traitsOf = (format: string | undefined): FormatTraits | undefined =>
  format !== undefined && isFormat(format) ? outputFormats[format] : undefined;
/** Whether a format is JSON; false without a format. */
export const isJsonFormat = (format: string | undefined): boolean => traitsOf(format)?.json === true;
/** Whether a format prints columns, so that --columns applies; false without a format. */
export const hasColumns = (format: string | undefined): boolean => traitsOf(format)?.columns === true;
