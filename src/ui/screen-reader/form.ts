// Screen reader form of a form: prompts for its fields one by one in plain lines, then runs its command.

import type { Stage } from '../../text/dialogue.js';
import { chooseByNumber, typePlainly } from '../../text/plain-dialogue.js';
import { commandOf } from '../state/actions.js';
import { typed } from '../state/field.js';
import { formLine, holdsKey, keyNotKept, missingIn, onField, withText } from '../state/form.js';
import type { FormField, FormScreen } from '../state/screens.js';
import { act, run } from './act.js';
import { printScreen } from './screen.js';
import type { Conversation } from './session.js';

const none = '-';
const isEmpty = ({ text }: FormField): boolean => typed(text).trim() === '';

/** Does what a form is for: its command, once all that it lacks is there; of a screen that has no form, the command itself. */
export async function go(conversation: Conversation): Promise<void> {
  const { top } = conversation;
  if (top.kind !== 'form')
    return run(conversation, commandOf(conversation.state).replace(/^tuk /, '').replace(conversation.state.suffix, ''));
  const { fields = [], spec } = top;
  const shownHere = spec.reads === true || spec.watches !== undefined;
  if (missingIn(top).length > 0 && !shownHere) return run(conversation, formLine(top)); // the command itself asks for what it lacks
  const lacking = shownHere ? lackingIn(top) : [];
  if (lacking.length > 0 && !(await asksFor(conversation, lacking))) return;
  const form = conversation.top;
  if (form.kind !== 'form') return;
  conversation.top = onField(form, fields.length);
  return act(conversation, 'open');
}

/** Asks for fields one by one, and then says the form. @param places all of them where nothing is said */
export async function fill(conversation: Conversation, places?: readonly number[]): Promise<void> {
  const { top } = conversation;
  await asksFor(conversation, places ?? (top.kind === 'form' ? (top.fields ?? []).map((_, at) => at) : []));
  if (!conversation.stopped) printScreen(conversation);
}

/** Whether everything that is needed is there now. */
async function asksFor(conversation: Conversation, places: readonly number[]): Promise<boolean> {
  const form = conversation.top;
  if (form.kind !== 'form') return false;
  const now = await conversation.asked((stage) => filled(form, places, stage, (line) => conversation.print([line])));
  if (now) conversation.top = now;
  return now !== undefined && !conversation.stopped && missingIn(now).length === 0;
}

/** The places of what has to be asked for before a form that is replied here can be: what is needed, or all of it where nothing is there yet. */
function lackingIn({ fields = [] }: FormScreen): readonly number[] {
  const untouched = fields.every(isEmpty);
  return fields.flatMap((field, at) => (isEmpty(field) && (field.required || untouched) ? [at] : []));
}

/** The form with the replies to the fields at these places; an empty reply leaves a field as it is, and whoever leaves a question leaves the others. */
async function filled(form: FormScreen, places: readonly number[], stage: Stage, print: (line: string) => void): Promise<FormScreen> {
  let now = form;
  for (const at of places) {
    const field = now.fields?.[at];
    const reply = field && (await askField(field, stage));
    if (reply === undefined) return now;
    if (reply === '') continue;
    const filledIn = withText(onField(now, at), reply === none ? '' : reply);
    if (holdsKey(filledIn.fields![at]!, now.line)) print(keyNotKept);
    else now = filledIn;
  }
  return now;
}

/** By number where there are words, else a line. */
function askField({ label, is, required, words, isSwitch, text }: FormField, stage: Stage): Promise<string | undefined> {
  const before = typed(text);
  const empty = before === '' ? (required ? 'needed' : 'may be left empty') : `an empty line keeps ${before}; ${none} clears it`;
  const choices = isSwitch ? ['yes'] : words;
  if (!choices) return typePlainly(label, { hint: [is, empty].filter(Boolean).join('; ') }, stage);
  const rows = choices.map((word) => ({ key: word, label: word }));
  return chooseByNumber(is === '' ? label : `${label}: ${is}`, required ? rows : [...rows, { key: none, label: 'none' }], stage);
}
