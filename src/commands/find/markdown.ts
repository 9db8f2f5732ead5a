// A dossier as Markdown for a ticket (GitHub Flavored): what a service says is escaped, so that it is text and no markup.

import { mdText } from '../../cli/output/formats/markdown.js';
import { counted } from '../../services/counted.js';
import { fieldsIn } from '../../services/json-fields.js';
import { isHtml, plainOf } from '../../text/html.js';
import type { Dossier } from './dossier.js';
import type { Part } from './part.js';
import { eventText } from './show.js';
import { joinedEvents } from './timeline.js';

/** Writes the dossier. Every field stands under its whole path, by which it is found in the JSON. */
export function dossierMarkdown({ text, mayBe, parts, unasked, failed, unknowable, asked }: Dossier): string {
  const events = joinedEvents(parts);
  const things = parts.map(({ what, status = '', id, from, links }, at) => [
    String(at + 1),
    what,
    status,
    id,
    from,
    links.map((other) => String(other + 1)).join(', '),
  ]);
  const times = events.map((event) => [new Date(event.at).toISOString(), eventText(event), event.id]);
  return [
    `## ${mdText(text)}`,
    '',
    `May be ${mayBe.join(', ')}. ${counted(parts.length, 'thing')} found by ${counted(asked, 'request')}.`,
    ...table(['#', 'What', 'Status', 'Id', 'From', 'With'], things),
    ...parts.slice(0, mostDetailed).flatMap((part, at) => ['', `### ${at + 1} ${part.what}`, '', ...detailsOf(part)]),
    ...headed(
      'Time line',
      table(['Time (UTC)', 'What', 'Id'], times).slice(1), // its heading has an empty line already
    ),
    ...headed(
      'Not asked',
      unasked.map(({ why, calls }) => `- ${mdText(why)}: ${calls.join(', ')}`),
    ),
    ...headed(
      'Asked, and failed',
      failed.map(({ why, calls }) => `- ${mdText(why)}: ${calls.join(', ')}`),
    ),
    ...headed(
      'What no call knows',
      unknowable.map((sentence) => `- ${sentence}`),
    ),
    '',
  ].join('\n');
}
const headed = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines];
const table = (heads: readonly string[], lines: readonly (readonly string[])[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `| ${heads.join(' | ')} |`,
        `| ${heads.map(() => '---').join(' | ')} |`,
        ...lines.map((cells) => `| ${cells.map(mdText).join(' | ')} |`),
      ];

/** How many parts have their fields, and how many fields of each. */
const mostDetailed = 5;
const mostFields = 24;
/** The most objects in objects whose fields are shown. */
const mostDepth = 8;
function detailsOf({ row, shown = {}, matches = [] }: Part): readonly string[] {
  const all = fieldsIn(row, '', '', mostDepth).filter(({ text }) => text !== '');
  const fields = [...all.filter(({ path }) => matches.includes(path)), ...all.filter(({ path }) => !matches.includes(path))];
  const left = fields.length - mostFields;
  return [
    ...fields.slice(0, mostFields).map(({ path, text }) => `- ${mdText(path)}: ${mdText(valueText(text, shown[path]))}`),
    ...(left > 0 ? [`- ${left} more: -o json`] : []),
  ];
}
/** A value digit for digit, with the amount for people beside base units; HTML as its text. */
const valueText = (text: string, amount: string | undefined): string =>
  amount === undefined || amount === `${text} base units`
    ? isHtml(text)
      ? plainOf(text).replaceAll('\n', ' · ')
      : text
    : `${text} (${amount})`;
