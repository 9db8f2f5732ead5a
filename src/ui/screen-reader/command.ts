// Screen reader form: a whole command line. A read is printed here; any other command runs with its own prompts.
import { lineWithoutKeys } from '../../money/line-without-keys.js';
import { counted } from '../../services/counted.js';
import type { Stage } from '../../text/dialogue.js';
import { escapeControls } from '../../text/visible.js';
import { chooseByNumber, typePlainly } from '../plain-dialogue.js';
import { commandOf } from '../state/actions.js';
import type { Choosable } from '../state/chooser.js';
import { typed } from '../state/field.js';
import { expertsFrom, formLine, holdsKey, isFilled, keyNotKept, missingIn, onField, withText } from '../state/form.js';
import { firstOf } from '../state/navigation.js';
import { commanded } from '../state/overlays.js';
import type { CommandLine } from '../state/palette.js';
import { paletteFound } from '../state/palette-entries.js';
import { thingsFor } from '../state/picker.js';
import { requestsSpec } from '../state/requests-screen.js';
import { sentence } from '../state/responses.js';
import type { FormField, FormScreen } from '../state/screens.js';
import { topOf } from '../state/state.js';
import { act, performed, run } from './act.js';
import { printChoices, printScreen, show } from './screen.js';
import type { Conversation } from './session.js';

// Screen reader form of a form: asks for its fields one by one, then runs its command.

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

/** Opens or runs a command line, with `tuk` or without. @returns false if it names no command and no group */
export async function typedCommand(conversation: Conversation, typed: string): Promise<boolean> {
  const line = typed.trim().replace(/^(?:: *)?(?:tuk +)?/, '');
  const group = conversation.state.groups.find(
    ({ name, screens }) => screens.length > 0 && name.toLowerCase() === line.toLowerCase(),
  );
  if (group) {
    [conversation.at, conversation.group] = ['group', group.name];
    await show(conversation);
    return true;
  }
  const commands = await commandsOf(conversation);
  if (conversation.stopped) return true;
  if (line === 'ctx') {
    await findTyped(conversation, line);
    return true;
  }
  const commandLine = commandIn(line, commands) ?? entryIn(conversation, line);
  if (commandLine) await open(conversation, line, commandLine);
  else {
    const holding = foundBy(conversation, line).filter(({ entry }) => entry === 'row');
    if (holding.length === 0) return false;
    await (holding.length === 1 ? open(conversation, line, holding[0]!) : chosenOf(conversation, line, holding));
  }
  return true;
}

async function open(conversation: Conversation, line: string, entry: CommandLine): Promise<void> {
  const from =
    conversation.at === 'screen'
      ? conversation.state
      : { ...conversation.state, stack: [firstOf(conversation.state, 'Home')] };
  const next = commanded(from, line, entry);
  if (next[0].stack !== from.stack) {
    conversation.at = 'screen';
    conversation.state = from;
    conversation.group = topOf(next[0]).group;
  }
  await performed(conversation, next);
}

const mostFound = 12;
/** Offers by number the entries of the palette for a text. */
export async function findTyped(conversation: Conversation, text: string): Promise<void> {
  await commandsOf(conversation);
  if (conversation.stopped) return;
  if (text === '') return conversation.print(['Type the text to find behind the colon, such as :rides.']);
  return chosenOf(conversation, text, foundBy(conversation, text));
}
async function chosenOf(conversation: Conversation, text: string, candidates: readonly CommandLine[]): Promise<void> {
  if (candidates.length === 0)
    return conversation.print([`Nothing is found by ${escapeControls(lineWithoutKeys(text))}.`]);
  const some = candidates.slice(0, mostFound);
  const rows = some.map(({ name, values = '', is }, at) => ({
    key: String(at),
    label: `${name} ${values}`.trim(),
    is,
  }));
  const title = `${candidates.length} found${candidates.length > some.length ? `, the best ${some.length}` : ''}:`;
  const response = await conversation.asked((stage) =>
    chooseByNumber(title, [...rows, { key: '', label: 'none of these' }], stage),
  );
  const chosenLine = response === undefined || response === '' ? undefined : some[Number(response)];
  if (!chosenLine) return conversation.stopped ? undefined : printChoices(conversation);
  return open(conversation, chosenLine.entry === 'row' ? text : chosenLine.name, chosenLine);
}
/** The entries of the palette for a text. */
const foundBy = (conversation: Conversation, text: string): readonly CommandLine[] =>
  paletteFound({ ...conversation.state, palette: { field: { before: text, after: '' }, marked: 0 } });
/** A screen, an alias, a profile or a thing that was opened, by its whole name. */
const entryIn = (conversation: Conversation, line: string): CommandLine | undefined =>
  foundBy(conversation, line).find(
    ({ entry, name }) => entry !== undefined && entry !== 'row' && name.toLowerCase() === line.toLowerCase(),
  );
/** The request log, which no command lists. */
const requests: CommandLine = { name: requestsSpec.command, is: '' };

/** The longest command that a line begins with. */
const commandIn = (line: string, commands: readonly CommandLine[]): CommandLine | undefined =>
  [...commands, requests]
    .filter(({ name, entry }) => entry === undefined && (line === name || line.startsWith(`${name} `)))
    .sort((one, other) => other.name.length - one.name.length)[0];

async function commandsOf(conversation: Conversation): Promise<readonly CommandLine[]> {
  if (conversation.state.commands) return conversation.state.commands;
  try {
    const commands = await conversation.dependencies.commands();
    conversation.dispatch({ what: 'commands', commands });
    return commands;
  } catch (error) {
    conversation.print([escapeControls(sentence(error))]);
    return [];
  }
}
