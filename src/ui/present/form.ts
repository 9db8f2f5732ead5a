// A command as a form: a line for each field, what is typed with its cursor, and what does it behind the last one.

import { beside, cut, type Line, line, span } from '../format/line.js';
import { pictureLines } from '../format/picture.js';
import { fit as cutEnd, width } from '../format/text.js';
import { spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { typed } from '../state/field.js';
import { missingIn } from '../state/form.js';
import type { Size } from '../state/page.js';
import type { FormField, FormScreen, Made } from '../state/screens.js';
import { absentLines } from './board.js';

/** The body of a form; the marked field is seen. */
export function formLines(form: FormScreen, api: string, size: Size, now: number): Line[] {
  const { made } = form;
  if (!made || size.columns < madeFrom) return fieldLines(form, api, size);
  const left = Math.min(80, Math.floor(size.columns * 0.55));
  const picture = madeLines(made, { rows: size.rows, columns: size.columns - left - 1 }, now);
  return beside([fieldLines(form, api, { ...size, columns: left }).map((one) => cut(one, left - 2)), left], [picture, size.columns - left]);
}
/** From how many columns on what was made stands beside the fields. */
const madeFrom = 60;

/** The file that was made last: its picture, or what is known of it. */
function madeLines({ path, facts, picture, at }: Made, { rows, columns }: Size, now: number): Line[] {
  const drawn = picture
    ? pictureLines(picture, { rows: Math.max(1, rows - 5), columns })
    : [line('Only a PNG of eight bits is drawn here.', 'muted')];
  return [
    [span('MADE  ', 'head'), span(escapeControls(path))],
    ...drawn,
    [],
    line(facts.join(' · '), 'muted'),
    line(`${spanOf(now - at)} ago`, 'muted'),
  ];
}

function fieldLines(form: FormScreen, api: string, { rows, columns }: Size): Line[] {
  const { fields, at, absent, line: command } = form;
  if (absent) return absentLines(command, api);
  if (!fields) return [];
  const label = Math.min(24, Math.max(8, ...fields.map((field) => width(field.label))) + 2);
  const lines = fields.map((field, nth) => fieldLine(field, { marked: nth === at, typing: form.typing && nth === at, label, columns }));
  const missing = missingIn(form);
  const does = form.spec.follows ? 'Watch' : form.spec.reads ? 'Ask' : 'Go on…';
  const is = form.spec.follows
    ? 'follows it to its end'
    : form.spec.reads
      ? 'opens the answer here'
      : (form.spec.submitLabel ?? 'leaves to the command, which asks before anything is sent');
  const last: Line = [
    span(at >= fields.length ? '▸ ' : '  ', 'accent'),
    span(does.padEnd(label), at >= fields.length ? 'select' : 'text'),
    span(missing.length > 0 ? `needs ${missing.join(', ')}` : is, missing.length > 0 ? 'need' : 'muted'),
  ];
  const all = [...lines, [], last];
  const marked = at >= fields.length ? all.length - 1 : at;
  const top = Math.max(0, Math.min(marked - Math.floor(rows / 2), all.length - rows));
  return all.slice(top, top + rows);
}

interface Drawn {
  readonly marked: boolean;
  readonly typing: boolean;
  readonly label: number;
  readonly columns: number;
}
const valueWide = 30;
function fieldLine(field: FormField, { marked, typing, label, columns }: Drawn): Line {
  const text = typed(field.text);
  const value: Line = typing
    ? [span(escapeControls(field.text.before)), span('▏', 'accent'), span(escapeControls(field.text.after))]
    : field.isSwitch
      ? [span(text === '' ? '[ ]' : '[x]', marked ? 'select' : 'text')]
      : [
          span(
            text === '' ? (field.words ? '‹ – ›' : '–') : field.words ? `‹ ${escapeControls(text)} ›` : escapeControls(text),
            marked ? 'select' : text === '' ? 'muted' : 'text',
          ),
        ];
  const taken = value.reduce((sum, one) => sum + width(one.text), 0);
  const room = columns - label - 2 - Math.max(taken, valueWide) - 2;
  return [
    span(marked ? '▸ ' : '  ', 'accent'),
    span(cutEnd(field.label, label - 1).padEnd(label), field.required && text === '' ? 'need' : 'muted'),
    ...value,
    ...(room > 8 ? [span(' '.repeat(Math.max(2, valueWide + 2 - taken))), span(cutEnd(escapeControls(field.is), room), 'muted')] : []),
  ];
}

/** What stands under a form. */
export const formMessage = ({ fields, at, typing }: FormScreen): Line => {
  if (!fields) return [];
  const field = fields[at];
  if (typing) return line('Every key is text here; esc leaves the field.', 'muted');
  return line(field ? escapeControls(field.is) : 'Nothing is sent from this screen by itself.', 'muted');
};
