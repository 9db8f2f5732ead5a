// The links on the screen: every id, hash, address, plate and URL in view gets letters; the letters open or copy it.

import { forms, isId } from '../../../services/forms.js';
import type { Line, Span } from '../../../text/line.js';
import { things } from '../../../things/index.js';
import { caseScreen, findLine } from '../boards/navigation.js';
import type { Keymap, KeyPress } from '../core/keymap.js';
import { type AppEvent, type Application, copying, type Next, withNotice, withScreen } from '../core/state.js';

/** A span with the whole text of the link that it shows, if it is one. */
export interface LinkedSpan extends Span {
  readonly link?: string;
}

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/.test(text);
/**
 * The names of fields with ids, and the paths of findable texts. Made on first use: the first screen needs no things.
 */
let names: { readonly ids: readonly RegExp[]; readonly findable: ReadonlySet<string> } | undefined;
const fieldNames = () => {
  names ??= {
    ids: things.flatMap(({ reads }) => reads.flatMap(({ namedBy }) => namedBy ?? [])),
    findable: new Set(
      things.flatMap(({ fields = [] }) => fields.flatMap(({ path, isFindable }) => (isFindable ? path : []))),
    ),
  };
  return names;
};

/** Whether a field names a thing: by the form of its text, or by the name of the field. */
function isLink({ path, text }: NonNullable<Span['field']>): boolean {
  if (text === '' || text.includes('•')) return false; // a masked text finds nothing
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (isId(text) || isUrl(text)) return true;
  const { ids, findable } = fieldNames();
  return findable.has(path) || (/^\S+$/.test(text) && ids.some((form) => form.test(name)));
}

/** A whole id within a text: a UUID, a hash or an address, an operation of the ledger, a URL. */
const inText = new RegExp(
  `\\b(?:${forms.hash}|${forms.evmAddress}|${forms.uuid}|op-\\d{4}-\\d+)\\b|https?://\\S+`,
  'gi',
);

/** The spans of a line, split at the links in their texts. */
export const linkedSpans = (of: Line): readonly LinkedSpan[] =>
  of.flatMap((piece): readonly LinkedSpan[] => {
    if (piece.field) return [isLink(piece.field) ? { ...piece, link: piece.field.text } : piece];
    const spans: LinkedSpan[] = [];
    let end = 0;
    for (const match of piece.text.matchAll(inText)) {
      if (match.index > end) spans.push({ ...piece, text: piece.text.slice(end, match.index) });
      spans.push({ ...piece, text: match[0], link: match[0] });
      end = match.index + match[0].length;
    }
    return end === 0
      ? [piece]
      : end < piece.text.length
        ? [...spans, { ...piece, text: piece.text.slice(end) }]
        : spans;
  });

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** The number of labels of one letter; the other letters begin labels of two, so that none begins another. */
const single = 20;
const mostLabels = single + (letters.length - single) * letters.length;
function labelAt(place: number): string {
  if (place < single) return letters[place]!;
  const rest = place - single;
  return letters[single + Math.floor(rest / letters.length)]! + letters[rest % letters.length]!;
}

/** The labels of one frame, in the order in which it is drawn. */
export class LinkLabels {
  readonly #labels = new Map<string, string>();

  /** The label of a link, the same wherever it is shown; undefined if all labels are taken. */
  labelOf(link: string): string | undefined {
    const label = this.#labels.get(link) ?? (this.#labels.size < mostLabels ? labelAt(this.#labels.size) : undefined);
    if (label !== undefined) this.#labels.set(link, label);
    return label;
  }
  /** The link with this label. `begins`: it is the beginning of a label. */
  find(typed: string): { readonly link?: string; readonly begins: boolean } {
    for (const [link, label] of this.#labels) if (label === typed) return { link, begins: false };
    return { begins: [...this.#labels.values()].some((label) => label.startsWith(typed)) };
  }
  get size(): number {
    return this.#labels.size;
  }
}

/** A key with the link that its letters name, while letters open links. */
export const withTypedLink = (
  { linking }: Pick<Application, 'linking'>,
  event: AppEvent | KeyPress,
  labels: LinkLabels | undefined,
): AppEvent | KeyPress =>
  linking !== undefined && labels && event.what === 'key' && /^[a-z]$/i.test(event.key)
    ? { ...event, typedLink: labels.find(linking + event.key.toLowerCase()) }
    : event;

/** The keys while letters open the links; every letter is a label. */
export const linkKeys: Keymap<'close'> = [
  { keys: ['a…z'], act: 'close', label: 'open' },
  { keys: ['A…Z'], act: 'close', label: 'copy' },
  { keys: ['esc'], act: 'close', label: 'leave it' },
];

/**
 * Handles a key while letters open links: a letter opens the link, shift and a letter copies it; any other key ends it.
 */
export function inLinks(state: Application, linking: string, { key, typedLink }: KeyPress): Next {
  const closed = { ...state, linking: undefined };
  if (!/^[a-z]$/i.test(key)) return [closed];
  const typed = linking + key.toLowerCase();
  if (typedLink?.begins) return [{ ...state, linking: typed }];
  const link = typedLink?.link;
  if (link === undefined) return [withNotice(closed, `No link has the letters ${typed}.`)];
  const line = findLine(link);
  if (key !== key.toLowerCase() || isUrl(link) || line === undefined)
    return copying(closed, link, isUrl(link) ? `${link}. No call opens it or checks it.` : undefined);
  return [withScreen(closed, caseScreen(line, link))];
}

/** A line with its labels over the first characters of its links. */
export const labelled = (of: Line, labels: LinkLabels): Line =>
  linkedSpans(of).flatMap((piece): readonly Span[] => {
    const label = piece.link === undefined ? undefined : labels.labelOf(piece.link);
    const from = piece.text.search(/\S/);
    if (label === undefined || from < 0 || piece.text.length < from + label.length) return [piece];
    const { text } = piece;
    return [
      { ...piece, text: text.slice(0, from) },
      { ...piece, text: label, role: 'sandbox' },
      { ...piece, text: text.slice(from + label.length) },
    ];
  });
