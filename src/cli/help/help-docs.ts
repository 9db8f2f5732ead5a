// The pages of the documentation as topics of help: `tuk help scripting`. Markdown becomes plain text for a terminal.

import { BadInput } from '../../services/http/errors.js';
import { wrap } from '../../text/text.js';

/** The topics with their files below docs/, and their titles. */
export const docs = {
  scripting: ['scripting.md', 'Output, exit codes, time limits, references, profiles'],
  flows: ['flows.md', 'Batches and flows: many lines of a file'],
  money: ['money.md', 'What is checked before and after a transfer'],
  ci: ['smoke.md', 'Smoke runs in CI: verdict, reports, baselines, recipes'],
  screens: ['screens.md', 'The application: its screens and keys'],
  sandbox: ['sandbox/README.md', 'The back end inside the program'],
} as const;

/** Reads a page of the documentation by its path below docs/; the launcher has it. */
export type ReadDoc = (file: string) => string;

const columns = 100;

/** A page of the documentation as text. @throws {BadInput} NO_DOCS where the package has none */
export function docPage(topic: keyof typeof docs, read: ReadDoc | undefined): string {
  const [file, title] = docs[topic];
  try {
    if (read) return `${asText(read(file))}\n`;
  } catch {
    // reported below
  }
  throw new BadInput('NO_DOCS', `The page on "${title}" is not in this package: docs/${file}.`);
}

/** Markdown as text: headings in capitals, code and tables indented, paragraphs and items wrapped. */
export function asText(markdown: string): string {
  const out: string[] = [];
  let isCode = false;
  let paragraph = '';
  const flush = () => {
    const [, indent = '', item = ''] = /^(\s*)(- )?/.exec(paragraph) ?? [];
    const lines = paragraph === '' ? [] : wrap(plain(paragraph.trim()), columns - indent.length - item.length);
    out.push(...lines.map((line, at) => `${indent}${at > 0 && item !== '' ? '  ' : ''}${line}`));
    paragraph = '';
  };
  for (const line of markdown.split('\n')) {
    if (/^```/.test(line)) {
      flush();
      isCode = !isCode;
    } else if (isCode) out.push(`    ${line}`);
    else if (/^\|/.test(line)) {
      flush();
      out.push(line);
    } else if (/^#+ /.test(line)) {
      flush();
      out.push(plain(line.replace(/^#+ /, '')).toUpperCase());
    } else if (line.trim() === '' || /^!\[/.test(line)) {
      flush();
      out.push('');
    } else if (/^\s*- /.test(line)) {
      flush();
      paragraph = line;
    } else paragraph = paragraph === '' ? line : `${paragraph} ${line.trim()}`;
  }
  flush();
  return aligned(out)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text without links and marks. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`]+)`/g, '$1');

/** Tables with the cells of a column below each other; the last column is wrapped. */
function aligned(lines: readonly string[]): string[] {
  const out: string[] = [];
  let rows: string[][] = [];
  const flush = () => {
    const widths = (rows[0] ?? []).map((_, at) => Math.min(48, Math.max(...rows.map((row) => row[at]?.length ?? 0))));
    for (const row of rows) {
      const lead = row.slice(0, -1).map((cell, at) => cell.padEnd(widths[at]!));
      const start = ['  ', ...lead.map((cell) => `${cell}  `)].join('');
      const [first = '', ...more] = wrap(row.at(-1) ?? '', Math.max(30, columns - start.length));
      out.push(`${start}${first}`.trimEnd(), ...more.map((line) => `${' '.repeat(start.length)}${line}`));
    }
    rows = [];
  };
  for (const line of lines) {
    if (!line.startsWith('|')) {
      flush();
      out.push(line);
    } else if (!/^\|[-| ]+$/.test(line))
      rows.push(
        line
          .replace(/^\||\|$/g, '')
          .split(/(?<!\\)\|/)
          .map((cell) => plain(cell.trim()).replaceAll('\\|', '|')),
      );
  }
  flush();
  return out;
}
