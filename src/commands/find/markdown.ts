// A dossier as Markdown for a ticket (GitHub Flavored). The texts of a service are escaped.

import { cellText, mdTable, mdText } from '../../cli/output/formats/markdown.js';
import { counted } from '../../services/counted.js';
import { fieldsIn } from '../../services/json-fields.js';
import { moneyText } from '../../text/money-place.js';
import type { Dossier } from './dossier.js';
import type { Part } from './results.js';
import { eventText } from './show.js';
import { joinedEvents } from './timeline.js';

/** Writes the dossier. Each field has its whole path, as in the JSON. */
export function dossierMarkdown({ text, mayBe, parts, money, unasked, failed, unknowable, asked }: Dossier): string {
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
    ...headed('Money', money === undefined ? [] : [mdText(moneyText(money))]),
    ...headed('Time line', table(['Time (UTC)', 'What', 'Id'], times).slice(1)), // the heading ends with an empty line
    ...headed('Not asked', unasked.map(callsItem)),
    ...headed('Asked, and failed', failed.map(callsItem)),
    ...headed(
      'What no call knows',
      unknowable.map((sentence) => `- ${sentence}`),
    ),
    '',
  ].join('\n');
}
const callsItem = ({ why, calls }: Dossier['failed'][number]) => `- ${mdText(why)}: ${calls.join(', ')}`;
const headed = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines];
const table = (heads: readonly string[], lines: readonly (readonly string[])[]) =>
  lines.length === 0 ? [] : ['', ...mdTable(heads, lines)];

/** The most parts with fields, the most fields of each, and the most levels of nested objects. */
const mostDetailed = 5;
const mostFields = 24;
const mostDepth = 8;
function detailsOf({ row, shown = {}, matches = [] }: Part) {
  const rank = ({ path }: { readonly path: string }) => (matches.includes(path) ? 0 : 1);
  const fields = fieldsIn(row, '', '', mostDepth)
    .filter(({ text }) => text !== '')
    .sort((a, b) => rank(a) - rank(b));
  const more = fields.length - mostFields;
  return [
    ...fields
      .slice(0, mostFields)
      .map(({ path, text }) => `- ${mdText(path)}: ${mdText(valueText(text, shown[path]))}`),
    ...(more > 0 ? [`- ${more} more: -o json`] : []),
  ];
}
/** A value with all its digits, base units with the amount for people, and HTML as text. */
const valueText = (text: string, amount: string | undefined) =>
  amount === undefined || amount === `${text} base units` ? cellText(text) : `${text} (${amount})`;
