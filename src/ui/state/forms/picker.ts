// The values of a field of a form: the words of its closed list, or the things of the lists that can fill it in. The
// text that is typed filters them; where the list is not closed, it is a value itself.

import { Fields } from '../../../services/decode/fields.js';
import { asText, isNothing, type Row, valueAt } from '../../../services/json-value.js';
import { firstChoices, unreadChoices } from '../../../text/job-choices.js';
import { cutMiddle } from '../../../text/text.js';
import { escapeControls } from '../../../text/visible.js';
import { allows } from '../../../things/action.js';
import type { Action } from '../../../things/thing.js';
import { fillingOf } from '../../../things/value-list.js';
import { nameOfRow } from '../boards/navigation.js';
import { statusIn } from '../boards/on-board.js';
import { type Choosable, type Chooser, chooserKeys, chosenBy } from '../core/chooser.js';
import { editedLine, emptyField, type Field, typed } from '../core/field.js';
import { actOf } from '../core/keymap.js';
import { clamped } from '../core/list.js';
import { beginsWords } from '../core/palette.js';
import { responseOf } from '../core/responses.js';
import type { FormField, FormScreen, ScreenSpec } from '../core/screens.js';
import { type Application, type Next, topOf, withNotice, withTop } from '../core/state.js';
import { holdsKey, isFilled, isNeeded, keyNotKept, onStep, onwards, stepped, withText } from './form.js';
import { answered, asTyped, knownLines, stepChoices, stepLines } from './job.js';

type PickerData = Pick<Application, 'groups' | 'responses' | 'reveal' | 'chooser'>;

/** A list whose rows have a value for a field: its command line, its name, the path of the value. */
interface Source {
  readonly line: string;
  readonly list: string;
  readonly spec: ScreenSpec;
  readonly path: string;
  /** The action that fills it in, with the statuses that allow it. */
  readonly action: Action;
}

/** The lists that can fill in a field: those whose rows open the command of the form, act by it, or fill it. */
function sourcesOf({ groups }: Pick<PickerData, 'groups'>, form: FormScreen, field: FormField): readonly Source[] {
  const place = (form.fields ?? []).filter(({ flag }) => flag === undefined).indexOf(field);
  return groups.flatMap(({ name, screens }) =>
    screens.flatMap((spec): Source[] => {
      if (spec.kind === 'form' || spec.kind === 'find') return [];
      const filling = fillingOf(spec, form.line, field.flag ?? place);
      return filling ? [{ line: spec.command, list: `${name} › ${spec.name}`, spec, ...filling }] : [];
    }),
  );
}
/** The command lines of the lists that the open picker offers. */
export function pickerLines(state: Application): readonly string[] {
  const top = topOf(state);
  const field = top.kind === 'form' && state.chooser?.of === 'word' ? top.fields?.[top.at] : undefined;
  if (top.kind !== 'form') return [];
  const text = typed(state.chooser?.typing ?? emptyField);
  const steps = [...stepLines(top, text), ...knownLines(state, top, text)];
  if (!field || (field.words && !field.step)) return steps;
  if (field.step && !field.step.isOpen) return steps;
  return [...new Set([...steps, ...sourcesOf(state, top, field).map(({ line }) => line)])];
}

/** Whether some list can fill in a field. */
export const isPicked = (state: Pick<PickerData, 'groups'>, form: FormScreen, field: FormField): boolean =>
  sourcesOf(state, form, field).length > 0;

/** The most rows that are searched and offered. */
const [mostSearched, mostOffered] = [10_000, 200] as const;
/** The things of the loaded lists that can fill in a field, each once, with the value as `value`. */
function thingsFor(state: PickerData, form: FormScreen, field: FormField): readonly Choosable[] {
  const things = new Map<string, Choosable>();
  const network = typed(form.fields?.find(({ flag }) => flag === '--network')?.text ?? emptyField);
  for (const { line, list, path, spec, action } of sourcesOf(state, form, field)) {
    const response = responseOf(state, line);
    const columns = [...(spec.columns ?? []), ...response.columns];
    const rows = (response.rows ?? []).slice(0, mostSearched);
    const fields = new Fields(rows, response.reads?.of);
    const [at, networkAt] = [path === 'id' ? response.id : fields.at(path), fields.at('network')];
    for (const row of rows) {
      const value = asText(valueAt(row, at));
      const isFit = value !== '' && !isNothing(value) && !value.startsWith('-');
      if (!isFit || things.has(value) || !isOn(network, valueAt(row, networkAt))) continue;
      if (!allows(action, ...statusIn(row, columns), row)) continue;
      things.set(value, { value, ...described(row, value, response.id, list, state.reveal) });
    }
  }
  return [...things.values()];
}
/** Whether a thing is on the network of the form, as far as both state one. */
const isOn = (network: string, rowNetwork: unknown): boolean =>
  network === '' || typeof rowNetwork !== 'string' || rowNetwork === network;
function described(row: Row, value: string, id: string, list: string, reveal: boolean) {
  const name = nameOfRow({ reveal }, row, id);
  const short = cutMiddle(escapeControls(value), 20);
  return name === short ? { label: name, is: list } : { label: name, is: `${short}  ${list}` };
}

const fits = ({ label, value }: Choosable, text: string): boolean => hasLetters(`${label} ${value}`, text);
function hasLetters(of: string, text: string): boolean {
  const [words, query] = [of.toLowerCase(), text.trim().toLowerCase()];
  return query === '' || words.includes(query) || beginsWords(query, words);
}
/**
 * The items for the typed text: what is equal to it, what is like it, then the text itself where a list is not closed.
 * Enter takes the marked one, which the picker names.
 */
function itemsFor(state: PickerData, form: FormScreen, field: FormField, text: string): readonly Choosable[] {
  const none: Choosable[] =
    (field.step ? !field.step.isOptional : isNeeded(field)) || text !== ''
      ? []
      : [{ value: '', label: '–', is: field.step?.none ?? 'none' }];
  if (field.words && !field.step)
    return [...none, ...field.words.map((word) => ({ value: word, label: word })).filter((item) => fits(item, text))];
  const { step } = field;
  const isOwn = step !== undefined && !step.isOpen;
  const read = isOwn ? stepChoices(state, form, field, text) : undefined;
  const isReading = isOwn && read === undefined;
  const isClosed = step?.isClosed && read?.unread === undefined;
  // while a search is read, what was offered stays, and nothing is taken as typed
  const earlier = state.chooser?.items.filter(({ is }) => is !== asTyped) ?? [];
  const things = isOwn ? (read?.choices ?? earlier) : thingsFor(state, form, field);
  const same = things.filter(({ value, label }) => value === text || label === text);
  const typedItem: Choosable[] =
    text === '' || isReading || isClosed || field.words || same.length === 1
      ? []
      : [{ value: text, label: text, is: asTyped }];
  const isSearched = !isReading && step?.choices?.line.includes('{text}');
  const others = things.filter((item) => !same.includes(item) && (isSearched || fits(item, text)));
  const isNamed = ({ label }: Choosable) => isSearched || hasLetters(label, text);
  // what has the letters only in its value, such as an address, is no better guess than the text itself
  const all = [...same, ...others.filter(isNamed), ...typedItem, ...others.filter((one) => !isNamed(one))].slice(
    0,
    mostOffered,
  );
  return step ? [...all, ...none] : [...none, ...all];
}

/** The picker of the selected field, with what is typed in it. */
function pickerOf(state: Application, form: FormScreen, field: FormField, typing: Field, marked = 0): Chooser {
  const text = typed(typing).trim();
  const items = itemsFor(state, form, field, text);
  return {
    of: 'word',
    title: field.label,
    typing,
    items,
    marked: clamped(marked, items.length - 1),
    isStep: field.step !== undefined || undefined,
    note: field.words && !field.step ? undefined : noteOf(state, form, field, text),
  };
}
/** The lists of a picker in a sentence each: those that were read, are being read, or cannot be. */
function noteOf(state: Application, form: FormScreen, field: FormField, text: string): string {
  if (field.step && !field.step.isOpen) return stepNote(state, form, field, text);
  return sourcesOf(state, form, field)
    .map(({ line, list }) => {
      const { rows, trouble } = responseOf(state, line);
      if (trouble && !rows) return `${list} cannot be read: ${trouble.text}`;
      return rows ? `${list}: ${rows.length}` : `${list}: reading…`;
    })
    .join('  ');
}

/** What a step says of its choices while they are read, if they cannot be, or if there are none. */
function stepNote(state: Application, form: FormScreen, field: FormField, text: string): string {
  const [line] = field.step?.choices ? stepLines(form, text) : [];
  if (line === undefined) return '';
  const { value, trouble } = responseOf(state, line);
  if (value === undefined) return trouble ? `Not read: ${trouble.text}` : 'Reading…';
  const { unread } = stepChoices(state, form, field, text) ?? {};
  if (unread !== undefined) return unreadChoices(line, unread);
  // what is not on this page can be typed
  return responseOf(state, line).cut === undefined ? '' : firstChoices(line);
}

/** Opens the picker of the selected field of a form; its own value is selected, or stands in it. */
export function pickerOpened(state: Application, form: FormScreen, field: FormField): Application {
  const isListed = field.words || field.said !== undefined;
  const chooser = pickerOf({ ...state, chooser: undefined }, form, field, isListed ? emptyField : field.text);
  const index = chooser.items.findIndex(({ value }) => value === typed(field.text));
  const marked = field.step && !isFilled(field) ? 0 : Math.max(0, index);
  return { ...state, chooser: { ...chooser, marked } };
}

/** Runs after each event: the items of an open picker follow the responses of its lists. */
export function withPicks(state: Application): Application {
  const { chooser } = state;
  const top = topOf(state);
  const field = top.kind === 'form' ? top.fields?.[top.at] : undefined;
  const isFree = !state.running && !state.palette && !state.help;
  if (!chooser && top.kind === 'form' && top.asks && field?.step && isFree)
    return withPicks(pickerOpened(state, top, field));
  if (!chooser?.typing || top.kind !== 'form' || !field || (field.words && !field.step)) return state;
  const only = field.step?.isAutomatic && typed(chooser.typing) === '' ? stepChoices(state, top, field, '') : undefined;
  const [first, second] = only?.choices ?? [];
  // without a choice it is left out, if it may be, and if they are read: no step asks for nothing
  const isEmpty =
    only && field.step?.isOptional && stepLines(top, '').length > 0 && stepNote(state, top, field, '') === '';
  if ((first || isEmpty) && !second && !isFilled(field)) {
    const next = first ? answered(top, first) : top;
    return withPicks(withTop({ ...state, chooser: undefined }, onStep(next, top.at + 1)));
  }
  const selected = chooser.items[chooser.marked];
  const fresh = pickerOf(state, top, field, chooser.typing, chooser.marked);
  const same = fresh.items.findIndex(({ value, is }) => value === selected?.value && is === selected.is);
  return { ...state, chooser: { ...fresh, marked: same < 0 ? fresh.marked : same } };
}

/** Handles a key in a picker: it moves, takes the marked item, or is text. A possible key or phrase is not kept. */
export function inPicker(state: Application, chooser: Chooser, form: FormScreen, key: string): Next {
  const field = form.fields?.[form.at];
  if (!field) return [{ ...state, chooser: undefined }];
  const { stays, chosen } = chosenBy(chooser, key);
  if (actOf(chooserKeys(chooser), key) === 'back')
    return [withTop({ ...state, chooser: undefined }, { ...stepped(form, -1), asks: true })];
  if (chosen !== undefined && field.step) {
    const next = onStep(answered(form, chooser.items[chooser.marked]!), form.at + 1);
    return [withTop({ ...state, chooser: undefined }, next)];
  }
  if (chosen !== undefined) {
    const filled = withText(form, chosen);
    return [withTop({ ...state, chooser: undefined }, key === 'tab' ? stepped(filled, 1) : onwards(filled))];
  }
  if (!stays) return [withTop({ ...state, chooser: undefined }, { ...form, asks: false })];
  if (stays !== chooser) return [{ ...state, chooser: stays }];
  if (key === 'enter' || key === 'tab')
    return [
      withNotice(
        state,
        typed(chooser.typing ?? emptyField) === ''
          ? `${field.label} is needed.`
          : `No value of ${field.label} has these letters.`,
        'needs-you',
      ),
    ];
  const typing = editedLine(chooser.typing ?? emptyField, key);
  if (holdsKey({ ...field, text: typing }, form.line))
    return [withNotice({ ...state, chooser: pickerOf(state, form, field, emptyField) }, keyNotKept, 'needs-you')];
  return [{ ...state, chooser: pickerOf(state, form, field, typing) }];
}
