// What a question is about: the item by its name, state, amount, recipient and network, from the lines of a receipt.

import { partOf, type ReceiptPart } from '../../text/receipt.js';
import type { ReceiptLine } from './receipt.js';

/** The lines that name the item of a question. There is at least one: a question never has an unnamed item. */
export type Subject = readonly [ReceiptLine, ...ReceiptLine[]];

/** The most lines that are neither recipient nor amount, and the most characters of a text: more than an address has. */
const mostOthers = 5;
const longest = 120;
/** The parts that name the item; costs, limits and notes stand on the receipt alone. */
const naming: readonly ReceiptPart[] = ['recipient', 'amount', 'total'];
/** Lines that repeat others, or say how sure they are. */
const leftOut = ['In base units', 'Recipient is', 'New recipient', 'Nonce', 'Valid until'];

/**
 * The subject of a change, from the lines of its receipt: the first lines about the item itself, and all about
 * recipient and amount.
 * @param otherwise names the item if no line does
 */
export function subjectOf(lines: readonly ReceiptLine[], otherwise: ReceiptLine): Subject {
  const stated = idsLast(
    lines.filter(([label, text]) => text !== '' && !label.startsWith('▲') && !leftOut.includes(label)),
  );
  const others = stated.filter((line) => partOf(line) === undefined).slice(0, mostOthers);
  const [first, ...rest] = stated.filter((line) => others.includes(line) || isNaming(line));
  return first === undefined ? [otherwise] : [first, ...rest];
}
/** The id comes last: a person recognizes an item by its other fields. */
const idsLast = (lines: readonly ReceiptLine[]): readonly ReceiptLine[] => {
  const isId = ([label]: ReceiptLine) => /(^|\s)id$/i.test(label);
  return [...lines.filter((line) => !isId(line)), ...lines.filter(isId)];
};
const isNaming = (line: ReceiptLine): boolean => {
  const part = partOf(line);
  return part !== undefined && naming.includes(part);
};

/** A subject in a question: `status INUSE, from Royal Palace`. A label without a text of its own is left out. */
export const subjectText = (subject: readonly ReceiptLine[]): string =>
  subject.map(([label, text]) => `${lowered(label)} ${shortened(text)}`.trim()).join(', ');
const lowered = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
