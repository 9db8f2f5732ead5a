// Shared parts of the second back end: state machines, responses, and request bodies with unknown field names.
import { type BackendRequest, type BackendResponse, Refusal } from './http.js';

export const ok200 = (body: unknown): BackendResponse => ({ status: 200, body });
/** Every POST answers 201 (CONTRACT.md 1.3). */
export const created201 = (body: unknown): BackendResponse => ({ status: 201, body });

/** Objects by id, each with a sequence of statuses. */
interface StateMachine<Thing> {
  start(id: string, thing: Thing, words: readonly string[]): Thing & { readonly word: string };
  /** Reads the current status and advances by one. */
  next(id: string): Thing & { readonly word: string };
  /** Replaces the remaining statuses. */
  setWords(id: string, words: readonly string[]): void;
}

export function stateMachine<Thing extends object>(what: string): StateMachine<Thing> {
  const things = new Map<string, { readonly thing: Thing; words: readonly string[] }>();
  const find = (id: string) => {
    const one = things.get(id);
    if (!one) throw new Refusal(404, `There is no ${what} ${id}`);
    return one;
  };
  return {
    start(id, thing, words) {
      things.set(id, { thing, words: words.length > 1 ? words.slice(1) : words });
      return { ...thing, word: words[0]! };
    },
    next(id) {
      const one = find(id);
      const word = one.words[0]!;
      if (one.words.length > 1) one.words = one.words.slice(1);
      return { ...one.thing, word };
    },
    setWords(id, words) {
      find(id).words = words;
    },
  };
}

/** A segment of the path: `/user/v2/accounts` at 1 is `v2`. */
export const pathSegment = ({ route }: BackendRequest, at: number): string =>
  decodeURIComponent(route.slice(route.indexOf('/') + 1).split('/')[at] ?? '');

/** Every string and number of a body with unknown field names; 400 if there is none. */
export function valuesIn(body: unknown): readonly string[] {
  const words = Object(body) === body ? Object.values(Object(body)).flatMap(flatten) : [];
  if (words.length === 0) throw new Refusal(400, 'the body should not be empty');
  return words;
}
const flatten = (value: unknown): string[] =>
  Object(value) === value ? Object.values(Object(value)).flatMap(flatten) : value === null || value === undefined ? [] : [String(value)];

export const isAmount = (word: string) => /^\d+(\.\d+)?$/.test(word);
