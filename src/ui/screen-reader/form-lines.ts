// Screen reader form of a form: its fields by number, with their values.

import { counted } from '../../services/counted.js';
import { numberOf } from '../../text/spoken-value.js';
import { escapeControls } from '../../text/visible.js';
import { typed } from '../state/field.js';
import { missingIn } from '../state/form.js';
import type { FormScreen } from '../state/screens.js';
import { placeText } from './wording.js';

/** A form: its place and missing fields, and its fields by number. */
export function formLines(form: FormScreen): { readonly head: readonly string[]; readonly fields: readonly string[] } {
  const { group, spec, fields = [], line } = form;
  const missing = missingIn(form);
  const lines = fields.map((field, at) => {
    const text = typed(field.text);
    const is = field.isSwitch ? (text === '' ? 'off' : 'on') : text === '' ? 'empty' : escapeControls(text);
    const words = field.words ? `, ${counted(field.words.length, 'word')} to choose from` : '';
    const about = field.is === '' ? '' : `. ${escapeControls(field.is)}`;
    return `${numberOf(at + 1, fields.length)}${escapeControls(field.label)}: ${is}${field.required && text.trim() === '' ? ', needed' : ''}${words}${about}`;
  });
  const head = [
    `${placeText({ group, name: spec.name })} A form for tuk ${escapeControls(line)}, ${counted(fields.length, 'field')}.`,
    missing.length > 0 ? `Still needed: ${escapeControls(missing.join(', '))}.` : 'Nothing more is needed.',
    ...(spec.reads || spec.watches ? [] : ['g asks for what is empty and cannot be done without.']),
  ];
  return { head, fields: lines };
}
