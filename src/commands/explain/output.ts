// Prints explanations, at most 4,000 characters of them: a shortened text ends in `…`.

import type { Context } from '../../cli/context.js';
import { hintFor } from '../../cli/next-command.js';
import { escapeForTerminal } from '../../services/json-text.js';
import type { Column } from '../../text/column.js';
import { type Line, span } from '../../text/line.js';
import { masked } from '../../text/mask.js';
import { wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { type Explanation, shortened } from './recogniser.js';

/**
 * The most characters of an output. Additions of a format, such as indents and quotes, count for JSON on a terminal.
 */
const most = 3_900;
const longest = { word: 90, is: 90, of: 400, means: 1_500, source: 200, next: 300, detail: 250 } as const;
const mostDetails = 24;

const columns: readonly Column[] = [
  { path: 'word' },
  { path: 'is' },
  { path: 'of' },
  { path: 'means', room: 'stays' },
  { path: 'next' },
  { path: 'source', room: 'yields' },
];

function shortenedRow({ word, is, of, means, source, next, details }: Explanation): Explanation {
  const row = {
    word: shortened(word, longest.word),
    is: shortened(is, longest.is),
    of: shortened(of, longest.of),
    means: shortened(means, longest.means),
    source: shortened(source, longest.source),
    next: shortened(next, longest.next),
  };
  return details === undefined ? row : { ...row, details: shortenedDetails(details, mostDetails) };
}
function shortenedDetails(details: Readonly<Record<string, string>>, count: number): Readonly<Record<string, string>> {
  const entries = Object.entries(details).map(
    ([name, text]) => [shortened(name, 60), shortened(text, longest.detail)] as const,
  );
  const rest = entries.length - count;
  return Object.fromEntries(rest > 0 ? [...entries.slice(0, count), ['…', `${rest} more`]] : entries);
}

const sizeOf = (rows: readonly Explanation[]): number => escapeForTerminal(JSON.stringify(rows, undefined, 2)).length;

/** The explanations, shortened so that they have at most 4,000 characters as JSON. */
function bounded(all: readonly Explanation[]): readonly Explanation[] {
  let rows = all.map(shortenedRow);
  while (rows.length > 1 && sizeOf(rows) > most - 60) rows = rows.slice(0, -1);
  const remaining = all.length - rows.length;
  if (remaining > 0)
    rows = rows.map((row, at) =>
      at === rows.length - 1 ? { ...row, means: `${row.means} … and ${remaining} more` } : row,
    );
  for (let count = mostDetails - 1; sizeOf(rows) > most && count >= 0; count--)
    rows = rows.map((row) => (row.details ? { ...row, details: shortenedDetails(row.details, count) } : row));
  for (let length = 800; sizeOf(rows) > most && length > 0; length -= 100)
    rows = rows.map((row) => ({
      ...row,
      of: shortened(row.of, length),
      means: shortened(row.means, length),
      word: shortened(row.word, 40),
    }));
  return rows;
}

/** Whether the explanations are printed as lines for people. */
function areLines({ out, world, flags }: Context): boolean {
  const { format, fields, columns: columnOption, sortBy, match, limit, sum } = out.options;
  const isShaped = [fields, columnOption, sortBy, match, limit, sum, flags.jq, flags.noHeader].some(
    (option) => option !== undefined,
  );
  return !isShaped && (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table';
}

const [narrowest, widest, labelWidth] = [40, 100, 10];
/** The lines of an explanation: its word, then a line for each part. */
function linesOf(row: Explanation, width: number): readonly Line[] {
  const parts = [
    ['means', row.means],
    ...Object.entries(row.details ?? {}),
    ['source', row.source],
    ['next', row.next],
  ] as const;
  const longestLabel = Math.min(24, Math.max(labelWidth, ...parts.map(([label]) => label.length + 2)));
  const indent = ' '.repeat(2 + longestLabel);
  return [
    [span(row.word, 'head'), span(`  ${row.is}${row.of === '' ? '' : `, ${row.of}`}`)],
    ...parts.flatMap(([label, text]) =>
      wrap(escapeControls(text), Math.max(20, width - indent.length)).map((part, at) => [
        span(at === 0 ? `  ${shortened(label, longestLabel - 1).padEnd(longestLabel)}` : indent, 'muted'),
        span(part, label === 'next' ? 'accent' : 'text'),
      ]),
    ),
  ];
}

function boundedLines(lines: readonly Line[]): readonly Line[] {
  const visibleLines: Line[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.reduce((sum, { text }) => sum + text.length, 1);
    if (length > most) return [...visibleLines, [span('  …')]];
    visibleLines.push(line);
  }
  return visibleLines;
}

/** Prints explanations: lines on a terminal and with -o table, else the list in the format of -o. */
export async function printExplanations(all: readonly Explanation[], context: Context): Promise<void> {
  const rows = bounded(all.map((row) => ({ ...row, next: hintFor(row.next, context.flags.profile) })));
  const { out, world } = context;
  if (!areLines(context)) return out.print(JSON.stringify(rows), { columns, idPath: 'word' });
  const visible = out.isMasked('stdout')
    ? rows.map((row) => ({ ...row, details: masked(row.details) as Explanation['details'] }))
    : rows;
  const width = Math.min(widest, Math.max(narrowest, (world.stdout.columns || 80) - 1));
  await out.printLines(boundedLines(visible.flatMap((row, at) => [...(at === 0 ? [] : [[]]), ...linesOf(row, width)])));
}
