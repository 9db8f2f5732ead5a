// The file of values: names, by service and call where they stand under them.

import type { Context } from '../../cli/context.js';
import { type Call, callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';

type Plain = string | number | boolean;
/** Values by name, by `service name` and by `service call name`. */
export type Given = ReadonlyMap<string, Plain>;

/** The values of a file; none where there is no file. Secrets among them are known for it. @throws {BadInput} for what is no such file */
export async function givenIn(file: string | undefined, context: Context): Promise<Given> {
  if (file === undefined) return new Map();
  const { parseInput, readInput } = await import('../../cli/input-file.js');
  const { parseLossless, LosslessNumber } = await import('../../services/lossless-number.js');
  const text = await readInput(context.world, file);
  const from = file === '-' ? 'Standard input' : file;
  parseInput(text, from);
  const values = new Map<string, Plain>();
  const put = (names: readonly string[], value: unknown): void => {
    if (value instanceof LosslessNumber) values.set(names.join(' '), value.digits);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') values.set(names.join(' '), value);
    else if (names.length > 2 || typeof value !== 'object' || value === null || Array.isArray(value)) throw unfit(names, from);
    else for (const [name, inner] of Object.entries(value)) put([...names, name], inner);
  };
  const whole = parseLossless(text);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) throw unfit([], from);
  for (const [name, value] of Object.entries(whole)) put(name.split(' '), value);
  return spelt(values, from);
}

const unfit = (names: readonly string[], from: string) =>
  new BadInput(
    'BAD_VALUES',
    `${from} holds no plain value at ${names.length > 0 ? JSON.stringify(names.join(' ')) : 'its top'}.`,
    'Names stand under a service, a call of it, or at the top: {"sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}}',
  );

/** The values with their calls named as the catalogue does. @throws {BadInput} for a service or call that there is not */
async function spelt(values: Given, from: string): Promise<Given> {
  const named = [...values].map(async ([key, value]): Promise<[string, Plain]> => {
    const [service = '', typed = '', ...rest] = key.split(' ');
    if (typed === '') return [key, value];
    if (!isService(service))
      throw new BadInput('UNKNOWN_SERVICE', `${from} names a service that there is not: ${JSON.stringify(service)}.`);
    if (rest.length === 0) return [key, value];
    const call = callTyped((await catalogue(service)).calls, typed);
    if (!call) throw new BadInput('UNKNOWN_CALL', `${from} names a call that ${service} does not have: ${JSON.stringify(typed)}.`);
    return [[service, call.name, ...rest].join(' '), value];
  });
  return new Map(await Promise.all(named));
}

/** The nearest value for a name of a call. */
export const givenFor = (given: Given, { service, name: call }: Call, name: string): Plain | undefined =>
  [`${service} ${call} ${name}`, `${service} ${name}`, name].map((key) => given.get(key)).find((value) => value !== undefined);

/** The names that stand under a call itself: they are sent, whether the catalogue knows them or not. */
export const namesUnder = (given: Given, { service, name: call }: Call): string[] =>
  [...given.keys()].filter((key) => key.startsWith(`${service} ${call} `)).map((key) => key.slice(`${service} ${call} `.length));
