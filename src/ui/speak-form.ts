// A form in its linear form: its fields are asked for one by one, by the questions that dialogues ask in plain lines.
import { chooseByNumber, typePlainly } from './linear.js';
import type { Stage } from './models/dialogue.js';
import { typed } from './models/field.js';
import { onField, withText } from './models/form.js';
import type { FormField, FormScreen } from './models/screens.js';

const none = '-';
const isEmpty = ({ text }: FormField): boolean => typed(text).trim() === '';

/** The places of what has to be asked for before a form that is answered here can be: what is needed, or all of it where nothing is there yet. */
export function lackingIn({ fields = [] }: FormScreen): readonly number[] {
  const untouched = fields.every(isEmpty);
  return fields.flatMap((field, at) => (isEmpty(field) && (field.needed || untouched) ? [at] : []));
}

/** The form with the answers to the fields at these places; an empty answer leaves a field as it is, and whoever leaves a question leaves the others. */
export async function filled(form: FormScreen, places: readonly number[], stage: Stage): Promise<FormScreen> {
  let now = form;
  for (const at of places) {
    const field = now.fields?.[at];
    const answer = field && (await askField(field, stage));
    if (answer === undefined) return now;
    if (answer !== '') now = withText(onField(now, at), answer === none ? '' : answer);
  }
  return now;
}

/** By number where there are words, else a line. */
function askField({ label, is, needed, words, isSwitch, text }: FormField, stage: Stage): Promise<string | undefined> {
  const before = typed(text);
  const empty = before === '' ? (needed ? 'needed' : 'may be left empty') : `empty: ${before}; ${none} clears it`;
  const choices = isSwitch ? ['yes'] : words;
  if (!choices) return typePlainly(label, { hint: [is, empty].filter(Boolean).join('; ') }, stage);
  const rows = choices.map((word) => ({ key: word, label: word }));
  return chooseByNumber(is === '' ? label : `${label}: ${is}`, [...rows, { key: none, label: 'none' }], stage);
}
