// Reads the fixtures of a smoke run: the values that `--values` names, by service and call.

import type { Context } from '../../cli/command/command.js';
import { inputName, readJsonText } from '../../cli/files/input-file.js';
import { type Call, callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { LosslessNumber, parseLossless } from '../../services/lossless-number.js';

type Plain = string | number | boolean;
/** Fixture values by `name`, by `service name` and by `service call name`. */
export type Fixtures = ReadonlyMap<string, Plain>;

/** Reads the values of a file; empty without a file. @throws {BadInput} for an invalid file */
export async function readFixtures(file: string | undefined, context: Context): Promise<Fixtures> {
  if (file === undefined) return new Map();
  const text = await readJsonText(context.world, file);
  const source = inputName(file);
  const values = new Map<string, Plain>();
  const put = (names: readonly string[], value: unknown): void => {
    if (value instanceof LosslessNumber) values.set(names.join(' '), value.digits);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.set(names.join(' '), value);
    else if (names.length > 2 || !isRecord(value)) throw unfit(names, source);
    else for (const [name, inner] of Object.entries(value)) put([...names, name], inner);
  };
  const document = parseLossless(text);
  if (!isRecord(document)) throw unfit([], source);
  for (const [name, value] of Object.entries(document)) put(name.split(' '), value);
  return withCallNames(values, source);
}

const unfit = (names: readonly string[], source: string) =>
  new BadInput(
    'BAD_VALUES',
    `${source} has no plain value at ${names.length > 0 ? JSON.stringify(names.join(' ')) : 'its top'}.`,
    'Names stand under a service, a call of it, or at the top: {"sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}}',
  );

/** Replaces call names by the names of the catalogue. @throws {BadInput} for an unknown service or call */
async function withCallNames(values: Fixtures, source: string): Promise<Fixtures> {
  const renamed = [...values].map(async ([key, value]): Promise<[string, Plain]> => {
    const [service = '', callName = '', ...rest] = key.split(' ');
    if (callName === '') return [key, value];
    if (!isService(service))
      throw new BadInput('UNKNOWN_SERVICE', `${source} names an unknown service: ${JSON.stringify(service)}.`);
    if (rest.length === 0) return [key, value];
    const call = callTyped((await catalogue(service)).calls, callName);
    if (!call)
      throw new BadInput(
        'UNKNOWN_CALL',
        `${source} names a call that ${service} does not have: ${JSON.stringify(callName)}.`,
      );
    return [[service, call.name, ...rest].join(' '), value];
  });
  return new Map(await Promise.all(renamed));
}

/** The nearest value for a name of a call. */
export const fixtureFor = (fixtures: Fixtures, { service, name: call }: Call, name: string): Plain | undefined =>
  [`${service} ${call} ${name}`, `${service} ${name}`, name]
    .map((key) => fixtures.get(key))
    .find((value) => value !== undefined);

/** The names under a call itself. They are sent even if the catalogue does not have them. */
export const fixtureNames = (fixtures: Fixtures, { service, name: call }: Call): string[] =>
  [...fixtures.keys()]
    .filter((key) => key.startsWith(`${service} ${call} `))
    .map((key) => key.slice(`${service} ${call} `.length));
