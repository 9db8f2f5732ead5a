// The values of a field of a form: the words of its closed list, or the things of the lists that can fill it in. The
// text that is typed filters them; where the list is not closed, it is a value itself.

import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { cutMiddle } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { allows } from '../../things/action.js';
import type { Action } from '../../things/thing.js';
import { fillingOf } from '../../things/value-list.js';
import { type Choosable, type Chooser, chosenBy } from './chooser.js';
import { editedLine, emptyField, type Field, typed } from './field.js';
import { holdsKey, isNeeded, keyNotKept, onwards, stepped, withText } from './form.js';
import { clamped } from './list.js';
import { nameOfRow } from './navigation.js';
import { statusIn } from './on-board.js';
import { beginsWords } from './palette.js';
import { maskedUnless, responseOf } from './responses.js';

import type { FormField, FormScreen, ScreenSpec } from './screens.js';
import { type Application, type Next, topOf, withNotice, withTop } from './state.js';

type PickerData = Pick<Application, 'groups' | 'responses' | 'reveal'>;

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
  if (top.kind !== 'form' || !field || field.words) return [];
  return [...new Set(sourcesOf(state, top, field).map(({ line }) => line))];
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
    for (const row of (response.rows ?? []).slice(0, mostSearched)) {
      const value = asText(valueAt(row, path === 'id' ? response.id : path));
      const isFit = value !== '' && !isNothing(value) && !value.startsWith('-');
      if (!isFit || things.has(value) || !isOn(network, row)) continue;
      if (!allows(action, ...statusIn(row, columns), row)) continue;
      things.set(value, { value, ...described(row, value, response.id, list, state.reveal) });
    }
  }
  return [...things.values()];
}
/** Whether a thing is on the network of the form, as far as both state one. */
const isOn = (network: string, { network: rowNetwork }: Row): boolean =>
  network === '' || typeof rowNetwork !== 'string' || rowNetwork === network;
function described(row: Row, value: string, id: string, list: string, reveal: boolean) {
  const name = nameOfRow(maskedUnless(reveal, row) as Row, id);
  const short = cutMiddle(escapeControls(value), 20);
  return name === short ? { label: name, is: list } : { label: name, is: `${short}  ${list}` };
}

const fits = ({ label, value }: Choosable, text: string): boolean => {
  const query = text.trim().toLowerCase();
  const words = `${label} ${value}`.toLowerCase();
  return query === '' || words.includes(query) || beginsWords(query, words);
};
/** The items for the typed text. What is typed comes before the things: enter takes what was typed, nothing like it. */
function itemsFor(state: PickerData, form: FormScreen, field: FormField, text: string): readonly Choosable[] {
  const none: Choosable[] = isNeeded(field) || text !== '' ? [] : [{ value: '', label: '–', is: 'none' }];
  if (field.words)
    return [...none, ...field.words.map((word) => ({ value: word, label: word })).filter((item) => fits(item, text))];
  const things = thingsFor(state, form, field);
  const same = things.filter(({ value, label }) => value === text || label === text);
  const typedItem: Choosable[] = text === '' || same.length === 1 ? [] : [{ value: text, label: text, is: 'as typed' }];
  const others = things.filter((item) => !same.includes(item) && fits(item, text));
  return [...none, ...typedItem, ...same, ...others].slice(0, mostOffered);
}

/** The picker of the selected field, with what is typed in it. */
function pickerOf(state: Application, form: FormScreen, field: FormField, typing: Field, marked = 0): Chooser {
  const items = itemsFor(state, form, field, typed(typing).trim());
  return {
    of: 'word',
    title: field.label,
    typing,
    items,
    marked: clamped(marked, items.length - 1),
    note: field.words ? undefined : noteOf(state, form, field),
  };
}
/** The lists of a picker in a sentence each: those that were read, are being read, or cannot be. */
function noteOf(state: Application, form: FormScreen, field: FormField): string {
  return sourcesOf(state, form, field)
    .map(({ line, list }) => {
      const { rows, trouble } = responseOf(state, line);
      if (trouble && !rows) return `${list} cannot be read: ${trouble.text}`;
      return rows ? `${list}: ${rows.length}` : `${list}: reading…`;
    })
    .join('  ');
}

/** Opens the picker of the selected field of a form; its own value is selected, or stands in it. */
export function pickerOpened(state: Application, form: FormScreen, field: FormField): Application {
  const chooser = pickerOf(state, form, field, field.words ? emptyField : field.text);
  const index = chooser.items.findIndex(({ value }) => value === typed(field.text));
  return { ...state, chooser: { ...chooser, marked: Math.max(0, index) } };
}

/** Runs after each event: the items of an open picker follow the responses of its lists. */
export function withPicks(state: Application): Application {
  const { chooser } = state;
  const top = topOf(state);
  const field = top.kind === 'form' ? top.fields?.[top.at] : undefined;
  if (!chooser?.typing || top.kind !== 'form' || !field || field.words) return state;
  const selected = chooser.items[chooser.marked]?.value;
  const fresh = pickerOf(state, top, field, chooser.typing, chooser.marked);
  const same = fresh.items.findIndex(({ value }) => value === selected);
  return { ...state, chooser: { ...fresh, marked: same < 0 ? fresh.marked : same } };
}

/** Handles a key in a picker: it moves, takes the marked item, or is text. A possible key or phrase is not kept. */
export function inPicker(state: Application, chooser: Chooser, form: FormScreen, key: string): Next {
  const field = form.fields?.[form.at];
  if (!field) return [{ ...state, chooser: undefined }];
  const { stays, chosen } = chosenBy(chooser, key);
  if (chosen !== undefined) {
    const filled = withText(form, chosen);
    return [withTop({ ...state, chooser: undefined }, key === 'tab' ? stepped(filled, 1) : onwards(filled))];
  }
  if (!stays) return [{ ...state, chooser: undefined }];
  if (stays !== chooser) return [{ ...state, chooser: stays }];
  if (key === 'enter' || key === 'tab')
    return [withNotice(state, `No value of ${field.label} has these letters.`, 'needs-you')];
  const typing = editedLine(chooser.typing ?? emptyField, key);
  if (holdsKey({ ...field, text: typing }, form.line))
    return [withNotice({ ...state, chooser: pickerOf(state, form, field, emptyField) }, keyNotKept, 'needs-you')];
  return [{ ...state, chooser: pickerOf(state, form, field, typing) }];
}
