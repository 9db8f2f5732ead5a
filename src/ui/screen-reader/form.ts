// Screen reader form of a form: asks for its fields one by one, then runs its command.

import { counted } from '../../services/counted.js';
import type { Stage } from '../../text/dialogue.js';
import { chooseByNumber, typePlainly } from '../plain-dialogue.js';
import { commandOf } from '../state/actions.js';
import type { Choosable } from '../state/chooser.js';
import { typed } from '../state/field.js';
import { expertsFrom, formLine, holdsKey, isFilled, keyNotKept, missingIn, onField, withText } from '../state/form.js';
import { thingsFor } from '../state/picker.js';
import type { FormField, FormScreen } from '../state/screens.js';
import { act, run } from './act.js';
import { printScreen } from './screen.js';
import type { Conversation } from './session.js';

const none = '-';
/** The places of the fields that are not for experts; all of a form of nothing else. */
const usual = (form: FormScreen): readonly number[] => [...(form.fields ?? []).keys()].slice(0, expertsFrom(form));

/** Submits a form, after asking for its missing fields; on any other screen runs its command. */
export async function go(conversation: Conversation): Promise<void> {
  const { top } = conversation;
  if (top.kind !== 'form')
    return run(conversation, commandOf(conversation.state).replace(/^tuk /, '').replace(conversation.state.suffix, ''));
  const { fields = [], spec } = top;
  const shownHere = spec.reads === true;
  // the command itself asks for missing values
  if (missingIn(top).length > 0 && !shownHere) return run(conversation, formLine(top));
  const lacking = shownHere ? lackingIn(top) : [];
  if (lacking.length > 0 && !(await asksFor(conversation, lacking))) return;
  const form = conversation.top;
  if (form.kind !== 'form') return;
  conversation.top = onField(form, fields.length);
  return act(conversation, 'open');
}

/** Asks for fields one by one, and prints the form. @param places default: all but those for experts */
export async function fill(conversation: Conversation, places?: readonly number[]): Promise<void> {
  const { top } = conversation;
  await asksFor(conversation, places ?? (top.kind === 'form' ? usual(top) : []));
  if (!conversation.stopped) printScreen(conversation);
}

/** Whether all required fields are filled now. */
async function asksFor(conversation: Conversation, places: readonly number[]): Promise<boolean> {
  const form = conversation.top;
  if (form.kind !== 'form') return false;
  const { state } = conversation;
  const known = (shownForm: FormScreen, field: FormField) => (field.words ? [] : thingsFor(state, shownForm, field));
  const now = await conversation.asked((stage) =>
    filled(form, places, { stage, known, print: (line) => conversation.print([line]) }),
  );
  if (now) conversation.top = now;
  return now !== undefined && !conversation.stopped && missingIn(now).length === 0;
}

/** The places of the fields to ask for: the required empty ones, or all of an empty form. */
function lackingIn({ fields = [] }: FormScreen): readonly number[] {
  const untouched = !fields.some(isFilled);
  return fields.flatMap((field, at) =>
    !isFilled(field) && (field.required || (untouched && field.group !== 'expert')) ? [at] : [],
  );
}

interface Asking {
  readonly stage: Stage;
  /** The things of the loaded lists that can fill in a field. */
  known(form: FormScreen, field: FormField): readonly Choosable[];
  print(line: string): void;
}
/** The most things that are said before a question. */
const mostSaid = 8;
/** Says what can be typed next: the value of a thing, then its name. */
function sayKnown(things: readonly Choosable[], print: Asking['print']): void {
  if (things.length === 0) return;
  print(counted(things.length, 'thing can be typed here:', 'things can be typed here:'));
  for (const { value, label } of things.slice(0, mostSaid)) print(label === value ? value : `${value}: ${label}`);
  if (things.length > mostSaid) print(`And ${things.length - mostSaid} more.`);
}

/**
 * The form with the replies to the fields at these places. An empty reply keeps a field; leaving a question ends the
 * questions.
 */
async function filled(
  form: FormScreen,
  places: readonly number[],
  { stage, known, print }: Asking,
): Promise<FormScreen> {
  let now = form;
  for (const at of places) {
    const field = now.fields?.[at];
    if (field) sayKnown(known(now, field), print);
    const reply = field && (await askField(field, stage));
    if (reply === undefined) return now;
    if (reply === '') continue;
    const filledIn = withText(onField(now, at), reply === none ? '' : reply);
    if (holdsKey(filledIn.fields![at]!, now.line)) print(keyNotKept);
    else now = filledIn;
  }
  return now;
}

/** Asks by number if the field has words, else for a line. */
function askField(
  { label, is, required, words, isSwitch, text }: FormField,
  stage: Stage,
): Promise<string | undefined> {
  const before = typed(text);
  const empty =
    before === '' ? (required ? 'needed' : 'may be left empty') : `an empty line keeps ${before}; ${none} clears it`;
  const choices = isSwitch ? ['yes'] : words;
  if (!choices) return typePlainly(label, { hint: [is, empty].filter(Boolean).join('; ') }, stage);
  const rows = choices.map((word) => ({ key: word, label: word }));
  return chooseByNumber(
    is === '' ? label : `${label}: ${is}`,
    required ? rows : [...rows, { key: none, label: 'none' }],
    stage,
  );
}
