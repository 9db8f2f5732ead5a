// Changes one field of a JSON answer, wherever it stands.
import type { Reply } from '../core/wire.js';

/** The names of a field's path: `name`, or `user.name` for a name below another. */
export const fieldPath = (text: string): readonly string[] | undefined =>
  /^[\w-]{1,60}(\.[\w-]{1,60}){0,9}$/.test(text) ? text.split('.') : undefined;

/** What a value becomes when its type is wrong: as like itself as can be. */
export const typed: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: (value) => (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : 1),
  text: (value) => (typeof value === 'object' ? 'text' : String(value)),
  boolean: () => true,
  list: (value) => [value],
  object: (value) => ({ value }),
};

/** Puts something in the place of every field whose path ends so; a field for which that is nothing goes. Lists count for nothing in a path. */
export const changeField =
  (path: readonly string[], change: (value: unknown) => unknown) =>
  (reply: Reply): Reply => {
    const text = reply.headers['content-type']?.startsWith('application/json') && typeof reply.body === 'string' ? reply.body : '';
    if (text === '') return reply;
    return { ...reply, body: JSON.stringify(walk(JSON.parse(text), [], path, change)) };
  };

function walk(value: unknown, at: readonly string[], path: readonly string[], change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, at, path, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]): [string, unknown] => {
    const here = [...at, name];
    const meant = path.every((part, index) => here[here.length - path.length + index] === part);
    return [name, meant ? change(one) : walk(one, here, path, change)];
  });
  return Object.fromEntries(fields); // what became nothing is left out when the answer is written
}
