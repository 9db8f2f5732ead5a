// Changes fields of a JSON response.
import type { SandboxResponse } from '../core/http-messages.js';

/** Parses the path of a field: `name`, or `user.name` for a nested one. */
export const fieldPath = (text: string): readonly string[] | undefined =>
  /^[\w-]{1,60}(\.[\w-]{1,60}){0,9}$/.test(text) ? text.split('.') : undefined;

/** Converts a value to another type, as like itself as possible. */
export const typeConversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: (value) => (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : 1),
  text: (value) => (typeof value === 'object' ? 'text' : String(value)),
  boolean: () => true,
  list: (value) => [value],
  object: (value) => ({ value }),
};

/** Changes every field whose path ends with `path`; a field that becomes undefined is dropped. Lists add nothing to a path. */
export const changeField =
  (path: readonly string[], change: (value: unknown) => unknown) =>
  (response: SandboxResponse): SandboxResponse => {
    const text = response.headers['content-type']?.startsWith('application/json') && typeof response.body === 'string' ? response.body : '';
    if (text === '') return response;
    return { ...response, body: JSON.stringify(walk(JSON.parse(text), [], path, change)) };
  };

function walk(value: unknown, at: readonly string[], path: readonly string[], change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, at, path, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]): [string, unknown] => {
    const here = [...at, name];
    const matches = path.every((part, index) => here[here.length - path.length + index] === part);
    return [name, matches ? change(one) : walk(one, here, path, change)];
  });
  return Object.fromEntries(fields); // JSON.stringify drops undefined fields
}
