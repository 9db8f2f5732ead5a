// The table of output formats: the values of `-o`, its help and its completion derive from it. Data; `render.ts` has the function of each.

/** The properties of a format. */
export interface FormatTraits {
  /** The summary, for help: no capital, no full stop. */
  readonly summary: string;
  /** Whether it prints columns, which --columns selects. */
  readonly columns?: true;
  /** Whether it is JSON: then errors are JSON too, nothing is prompted for, and it can be used with --jq. */
  readonly json?: true;
}

/** The output formats of `-o`. */
export const outputFormats = {
  table: { summary: 'columns that fit the terminal', columns: true },
  wide: { summary: 'all columns', columns: true },
  json: { summary: "the service's own bytes", json: true },
  ndjson: { summary: 'one row a line, as JSON', json: true },
  yaml: { summary: 'the whole response as YAML' },
  csv: { summary: 'a heading line, then a line for each row', columns: true },
  name: { summary: 'the id of each row' },
  md: { summary: 'a Markdown table, masked', columns: true },
} as const satisfies Readonly<Record<string, FormatTraits>>;

/** A format of `-o`. */
export type OutputFormat = keyof typeof outputFormats;
export const formatNames = Object.keys(outputFormats) as OutputFormat[];

/** Whether a word is an output format. */
export const isFormat = (word: string): word is OutputFormat => Object.hasOwn(outputFormats, word);

const traitsOf = (format: string | undefined): FormatTraits | undefined =>
  format !== undefined && isFormat(format) ? outputFormats[format] : undefined;
/** Whether a format is JSON. */
export const isJsonFormat = (format: string | undefined): boolean => traitsOf(format)?.json === true;
/** Whether a format prints columns. */
export const hasColumns = (format: string | undefined): boolean => traitsOf(format)?.columns === true;
