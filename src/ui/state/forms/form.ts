// A command as a form: its values and options as fields, the resulting command line, the missing fields.

import { wordlist } from '@scure/bip39/wordlists/english.js';
import { quoted } from '../../../services/command-line.js';
import {
  hashName,
  hasKeyForm,
  phraseLengths,
  shortestPhrase,
  unmistakable,
  withoutUuids,
  wordsIn,
} from '../../../services/key-forms.js';
import { edited, type Field, typed } from '../core/field.js';
import { clamped } from '../core/list.js';
import type { FormField, FormScreen } from '../core/screens.js';
import { isJob, isShownStep, withGiven, withSteps } from './job.js';

// Recognises a private key or a recovery phrase while a person types it: a form must not keep it. Pure.

const englishWords = new Set(wordlist);
/** The beginning of a raw TON address, which has as many digits as a key. */
const rawTonStart = /^\s*(0|-1):[0-9a-f]{0,64}\s*$/i;

/**
 * Whether the text of a field may be a key: a form of keys, twelve English words of BIP-39 in a row, or only a phrase's
 * number of words in another script.
 * @param names the names of the field: a field for a hash may have as many digits as a key
 */
function mayBeTypedKey(text: string, names: string): boolean {
  if (text.length < 24 || rawTonStart.test(text)) return false;
  const isHash = hashName.test(names) && !unmistakable.some((form) => form.test(text));
  return (!isHash && hasKeyForm(withoutUuids(text).replace(/^[\s[{]+/, ''))) || hasPhrase(text);
}

function hasPhrase(text: string): boolean {
  const words = wordsIn(text);
  let inRow = 0;
  const isEnglish = words.some((word) => {
    inRow = englishWords.has(word.toLowerCase()) ? inRow + 1 : 0;
    return inRow >= shortestPhrase;
  });
  return (
    isEnglish ||
    (phraseLengths.includes(words.length) &&
      /^[\p{L}\p{M}\s]+$/u.test(text) &&
      /[^\p{ASCII}\s]/u.test(text) &&
      words.every((word) => word.length <= 12))
  );
}

const fieldOf = (text: string): Field => ({ before: text, after: '' });

/** The command line of a form. */
export function formLine({ line, fields = [] }: FormScreen): string {
  const values = fields.filter(({ flag }) => flag === undefined).map(({ text }) => typed(text).trim());
  while (values.at(-1) === '') values.pop();
  const options = fields.flatMap(({ flag, field, text, isSwitch }) => {
    const word = typed(text).trim();
    return flag === undefined || word === ''
      ? []
      : isSwitch
        ? [flag]
        : [flag, quoted(field === undefined ? word : `${field}=${word}`)];
  });
  return [line, ...values.map((word) => (word === '' ? "''" : quoted(word))), ...options].join(' ');
}

/** A form with its fields, and with its given values in them. */
export function withFormFields(form: FormScreen, fields: readonly FormField[]): FormScreen {
  const texts = new Map<FormField, string>();
  const values = fields.filter(({ flag }) => flag === undefined);
  const words = [...(form.given ?? [])];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = word.startsWith('--') ? fields.find(({ flag }) => flag === word) : undefined;
    const field = option ?? values.shift();
    if (field) texts.set(field, option ? (words.shift() ?? '') : word);
  }
  const filled = {
    ...form,
    fields: withSteps(
      form.line,
      fields.map((field) => (texts.has(field) ? { ...field, text: fieldOf(texts.get(field)!) } : field)),
    ),
  };
  return form.asks && isJob(form) ? onStep(withGiven(filled), 0) : filled;
}

/** Whether a field has a value. */
export const isFilled = ({ text }: FormField): boolean => typed(text).trim() !== '';
/** Whether the command cannot do without a field, or asks for it. */
export const isNeeded = ({ required, group }: FormField): boolean => required || group === 'needed';
/** The fields of which one is enough; none for a field that is needed by itself. */
const insteadOf = ({ oneOf = [] }: FormField, { fields = [] }: FormScreen): readonly FormField[] =>
  fields.filter(({ flag, key = '' }) => oneOf.includes(flag ?? key));
/** Whether a needed field is empty, and no other field stands in for it. */
export const isOpen = (field: FormField, form: FormScreen): boolean =>
  isNeeded(field) && !isFilled(field) && !insteadOf(field, form).some(isFilled);
/** Whether a field must be filled, by itself or another one in its place, and is not. */
export const isMissing = (field: FormField, form: FormScreen): boolean =>
  (field.required || field.oneOf !== undefined) && isOpen(field, form);
const labelsOf = (field: FormField, form: FormScreen): string =>
  field.oneOf
    ? insteadOf(field, form)
        .map(({ label }) => label)
        .join(' or ')
    : field.label;
/** The labels of the fields that are missing; several of which one is enough have one label. */
export const missingIn = (form: FormScreen): readonly string[] => [
  ...new Set(form.fields?.filter((field) => isMissing(field, form)).map((field) => labelsOf(field, form))),
];

/** Replaces the text of the selected field. */
export const withText = (form: FormScreen, text: string): FormScreen => withField(form, fieldOf(text));

/** Applies a key to the selected field. */
export const typedIn = (form: FormScreen, key: string): FormScreen => {
  const field = form.fields?.[form.at];
  return field ? withField(form, edited(field.text, key)) : form;
};
function withField(form: FormScreen, text: Field): FormScreen {
  const fields = form.fields?.map((field, at) => (at === form.at ? { ...field, text } : field));
  return fields ? { ...form, fields } : form;
}

/** Whether the text of a field may be a key, which a form neither draws nor keeps. */
export const holdsKey = ({ text, flag = '', label, is }: FormField, line: string): boolean =>
  mayBeTypedKey(typed(text), `${line} ${flag} ${label} ${is}`);
/** The message about a key that was typed into a form. */
export const keyNotKept = 'This may be a key; it was not kept.';

/** The place of the first expert field; undefined if there is none, or nothing else. */
function expertsFrom({ fields = [] }: FormScreen): number | undefined {
  const first = fields.findIndex(({ group }) => group === 'expert');
  return first < 1 ? undefined : first;
}
/**
 * The index of the line that replaces the expert fields: the index of the first of them; undefined if none is folded.
 */
export const foldOf = (form: FormScreen): number | undefined => (form.isUnfolded ? undefined : expertsFrom(form));
/** The places that can be selected: those of the shown fields, of the folded ones, of submit. */
const placesOf = (form: FormScreen): readonly number[] => {
  const { fields = [] } = form;
  const count = (foldOf(form) ?? fields.length - 1) + 1;
  return [...[...Array(count).keys()].filter((at) => isShownStep(form, fields[at]!)), fields.length];
};
/** Selects the next or the previous place. @param cycles whether the first follows the last one */
export function stepped(form: FormScreen, by: 1 | -1, cycles = false): FormScreen {
  const places = placesOf(form);
  const at = Math.max(0, places.indexOf(form.at)) + by;
  return onField(form, cycles ? places.at(at % places.length)! : places[clamped(at, places.length - 1)]!);
}

/** After enter has filled a field: the next place; after the last needed field the one that submits. */
export function onwards(form: FormScreen): FormScreen {
  const { fields = [], at } = form;
  if (fields[at]?.step) return onStep(form, at + 1);
  const needed = fields.filter(isNeeded);
  const isLast = needed.includes(fields[at]!) && !needed.some((field) => isOpen(field, form));
  return isLast ? onField(form, fields.length) : stepped(form, 1);
}

/** Selects the first step from a place on that is asked and has no answer; else what is missing, else submit. */
export function onStep(form: FormScreen, from: number): FormScreen {
  const { fields = [] } = form;
  const isAsked = (field: FormField) =>
    !isFilled(field) && isShownStep(form, field) && (field.step || isMissing(field, form));
  const next = fields.findIndex((field, at) => at >= from && isAsked(field));
  const missing = fields.findIndex((field) => isAsked(field) && !field.step?.isOptional);
  return { ...onField(form, next >= 0 ? next : missing >= 0 ? missing : fields.length), asks: true };
}

/** Selects another field, or the submit row after the last one. */
export const onField = (form: FormScreen, at: number): FormScreen => ({
  ...form,
  at: clamped(at, form.fields?.length ?? 0),
  typing: false,
});
