// A dossier as text for people, and as Markdown for a ticket.

import { mdText } from '../../cli/output/formats/markdown.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { type Line, line, type Role, span } from '../../ui/format/line.js';
import { masked, maskedText } from '../../ui/format/mask.js';
import { fieldsOf, labelledLines } from '../../ui/format/record.js';
import { momentOf } from '../../ui/format/time.js';
import { escapeControls } from '../../ui/format/visible.js';
import { type Dossier, type Part, shownCount, shownRow } from './dossier.js';
import { kindNames } from './scrap.js';
import { fieldsIn } from './search.js';

/** The same dossier with the personal data of its rows masked. */
export const maskedDossier = (dossier: Dossier): Dossier => ({
  ...dossier,
  text: dossier.mayBe.includes(kindNames.phone) ? asText((masked({ phone: dossier.text }) as Row).phone) : maskedText(dossier.text),
  parts: dossier.parts.map((part) => ({ ...part, row: maskedRow(part) })),
});
function maskedRow({ row, what }: Part): Row {
  const shown = masked(row, { persons: /user|account/.test(what) });
  return isRecord(shown) ? shown : row;
}

const roles: Readonly<Record<string, Role>> = { good: 'good', bad: 'bad', pending: 'wait', 'needs-you': 'need' };
const mostEvents = 40;

interface LineOptions {
  /** The width of the terminal. */
  readonly columns: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The columns of the command that shows a thing. */
  readonly columnsFor: (part: Part) => readonly Column[];
}

/** The lines of a dossier on a terminal. */
export function dossierLines(dossier: Dossier, { columns, now, columnsFor }: LineOptions): Line[] {
  const { text, mayBe, parts, timeline, unasked, unknowable, asked } = dossier;
  const shown = shownCount(parts);
  const left = countedKinds(parts.slice(shown));
  const wide = Math.min(columns, 110);
  const lines = joined(timeline);
  const chosen = nearest(lines, now);
  return [
    [
      span(escapeControls(text), 'head'),
      span(` may be ${mayBe.join(', ')}: ${countOf(parts.length, 'thing')} found by ${countOf(asked, 'request')}`, 'muted'),
    ],
    ...parts.slice(0, shown).flatMap((part, at) => partLines(part, at, parts, { wide, now, shown, columns: columnsFor(part) })),
    ...(left === '' ? [] : [[], line(`And ${left}: -o json has all of them`, 'muted')]),
    ...section(
      'TIME LINE',
      chosen.map((event) => [
        span(momentOf(event.at).padEnd(22), 'muted'),
        span(escapeControls(eventText(event))),
        span(`  ${escapeControls(event.id)}`, 'muted'),
      ]),
    ),
    ...(chosen.length === lines.length
      ? []
      : [line(`${chosen.length} of ${lines.length} lines, the first and those nearest to now: -o json has all of them`, 'muted')]),
    ...section(
      'NOT ASKED',
      unasked.map(({ why, calls }) => line(`${escapeControls(why)}: ${calls.join(', ')}`, 'need')),
    ),
    ...section(
      'WHAT NO CALL KNOWS',
      unknowable.map((sentence) => line(sentence, 'muted')),
    ),
  ];
}
/** The first line, and those that are nearest to now: as many as a terminal shows. */
function nearest(lines: Dossier['timeline'], now: number): Dossier['timeline'] {
  const [first] = lines;
  const order = lines.slice(1).sort((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now));
  const chosen = new Set([first, ...order.slice(0, mostEvents - 1)]);
  return lines.filter((one) => chosen.has(one));
}

const second = ({ at }: Dossier['timeline'][number]): number => Math.floor(at / 1000);

/** The time line with what happened to one thing in one second in one line: `created, sent, settled`. */
function joined(timeline: Dossier['timeline']): Dossier['timeline'] {
  const lines: Dossier['timeline'][number][] = [];
  for (const event of timeline) {
    const at = lines.findIndex((line) => second(line) === second(event) && line.id === event.id && line.what === event.what);
    if (at < 0) lines.push(event);
    else lines[at] = { ...lines[at]!, event: [lines[at]!.event, event.event].filter(Boolean).join(', ') };
  }
  return lines;
}
const eventText = ({ what, event, summary }: Dossier['timeline'][number]): string =>
  `${[what, event].filter(Boolean).join(' ')}${summary === undefined ? '' : `: ${summary}`}`;

/** The parts at some places, for people: `battery swap 2, 3, 4; swap station 19`. */
export function namesOf(places: readonly number[], parts: readonly Part[], shown = parts.length): string {
  const byKind = new Map<string, number[]>();
  for (const place of places) byKind.set(parts[place]!.what, [...(byKind.get(parts[place]!.what) ?? []), place + 1]);
  return [...byKind]
    .map(([what, numbers]) => {
      const named = numbers.filter((number) => number <= shown).slice(0, mostNamed);
      const more = numbers.length - named.length;
      return `${what} ${[...named, ...(more === 0 ? [] : [named.length === 0 ? `(${more})` : `and ${more} more`])].join(', ')}`;
    })
    .join('; ');
}
const mostNamed = 5;

/** `22 × battery swap, 1 × ride`. */
function countedKinds(parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { what } of parts) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
}
const section = (head: string, lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [[], line(head, 'head'), ...lines]);
const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function partLines(
  part: Part,
  at: number,
  parts: readonly Part[],
  {
    wide,
    now,
    shown: numbered,
    columns,
  }: { readonly wide: number; readonly now: number; readonly shown: number; readonly columns: readonly Column[] },
): readonly Line[] {
  const { what, id, status, class: kind, means, from, command, links, row } = part;
  const title: Line = [
    span(`${at + 1} ${what}`, 'accent'),
    ...(status === undefined
      ? []
      : [span(`  ${escapeControls(status)}${means === undefined ? '' : `: ${means}`}`, roles[kind ?? ''] ?? 'text')]),
    span(`  ${escapeControls(id)}`),
  ];
  if (part.summary !== undefined) {
    const before = parts[parts.indexOf(part) - 1];
    const follows = before?.summary !== undefined && before.what === what;
    return [...(follows ? [] : [[]]), [...title.slice(0, -1), span(`  ${escapeControls(part.summary)}`), span(`  from ${from}`, 'muted')]];
  }
  const shown = shownRow(row);
  const all = fieldsOf(shown, [...columns, ...inner(shown, columns)], ['status', 'id', ...hiddenFields]).filter(
    ({ path }) => path !== 'status',
  );
  const fields = labelledLines(shown, all.slice(0, mostFields), { wide: wide - 2, now });
  return [
    [],
    title,
    ...fields.map((one): Line => [span('  '), ...one]),
    [
      span(
        `  ${[`from ${from}`, ...(command === undefined ? [] : [escapeControls(command)]), ...(links.length === 0 ? [] : [`with ${namesOf(links, parts, numbered)}`])].join(' · ')}`,
        'muted',
      ),
    ],
  ];
}
/** The fields of nested objects: the name of each that has one; all of them where the record itself says little, as that of a withdrawal. */
function inner(row: Row, columns: readonly Column[]): readonly Column[] {
  const known = new Set(columns.map(({ path }) => path));
  const isSparse = Object.values(row).filter(isScalar).length < leastOwn;
  return Object.entries(row).flatMap(([name, value]): Column[] => {
    if (!isRecord(value)) return [];
    if (typeof value.name === 'string') return known.has(`${name}.name`) ? [] : [{ path: `${name}.name`, heading: name }];
    return isSparse
      ? Object.keys(value)
          .map((field) => ({ path: `${name}.${field}` }))
          .filter(({ path }) => !known.has(path) && !path.endsWith('.id'))
      : [];
  });
}
const leastOwn = 9;
const mostFields = 18;
/** What nobody asks for: links to pictures, and one-time numbers of sign-ins. */
const hiddenFields = ['iconUrl', 'image', 'imageUrl', 'avatar', 'authNonce', 'lastSignatureMade'];

/** A dossier as Markdown (GitHub Flavored): what a service says is escaped, so that it is text and no markup. */
export function dossierMarkdown({ text, mayBe, parts, timeline, unasked, unknowable, asked }: Dossier): string {
  const rows = (heads: readonly string[], lines: readonly (readonly string[])[]) => [
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...lines.map((cells) => `| ${cells.map(mdText).join(' | ')} |`),
  ];
  return [
    `## ${mdText(text)}`,
    '',
    `May be ${mayBe.join(', ')}. ${countOf(parts.length, 'thing')} found by ${countOf(asked, 'request')}.`,
    ...(parts.length === 0
      ? []
      : [
          '',
          ...rows(
            ['#', 'What', 'Status', 'Id', 'From', 'With'],
            parts.map(({ what, status = '', id, from, links }, at) => [
              String(at + 1),
              what,
              status,
              id,
              from,
              links.map((other) => String(other + 1)).join(', '),
            ]),
          ),
        ]),
    ...parts.slice(0, mostDetailed).flatMap((part, at) => ['', `### ${at + 1} ${part.what}`, '', ...detailsOf(part)]),
    ...(timeline.length === 0
      ? []
      : [
          '',
          '### Time line',
          '',
          ...rows(
            ['Time (UTC)', 'What', 'Id'],
            joined(timeline).map((event) => [new Date(event.at).toISOString(), eventText(event), event.id]),
          ),
        ]),
    ...(unasked.length === 0 ? [] : ['', '### Not asked', '', ...unasked.map(({ why, calls }) => `- ${mdText(why)}: ${calls.join(', ')}`)]),
    ...(unknowable.length === 0 ? [] : ['', '### What no call knows', '', ...unknowable.map((sentence) => `- ${sentence}`)]),
    '',
  ].join('\n');
}

/** How many parts have their fields in Markdown, and how many of each. */
const mostDetailed = 5;
const mostShownFields = 16;
/** The fields of a part, digit for digit; those of its lists are in the time line. */
function detailsOf({ row, id }: Part): readonly string[] {
  const own = Object.entries(row).filter(([, value]) => !Array.isArray(value));
  const fields = own.flatMap(([name, value]) =>
    fieldsIn(value, name).map(([inner, text]) => [isRecord(value) ? `${name}.${inner}` : name, text] as const),
  );
  const shown = fields.filter(([, text]) => text !== '' && text !== id).slice(0, mostShownFields);
  return [...shown.map(([name, text]) => `- ${mdText(name)}: ${mdText(text)}`), ...(fields.length > mostShownFields ? ['- …'] : [])];
}
