// Which fields of a call of `tuk api` are in base units: its rows are as the service states them, without decimals, so
// that a sum of them means nothing.

import { catalogue } from '../services/catalogue/index.js';
import { BadInput } from '../services/http/errors.js';
import { router } from '../services/http/path.js';
import { things } from '../things/index.js';
import type { Thing } from '../things/thing.js';
import { callNamed, serviceNamed } from './resolve-call.js';

const isUnit = (units: Thing['units'], field: string): boolean => units?.amounts.includes(field) === true;

/**
 * Refuses the sum of base units, before anything is sent.
 * @param words the words after `api`
 * @throws {BadInput} BASE_UNITS, and for an unknown service or call
 */
export async function refuseBaseUnits(
  [first = '', second = '', path = '']: readonly string[],
  sum: string,
): Promise<void> {
  const isPath = /^[A-Z]+$/.test(first);
  const { name: service, calls } = await catalogue(serviceNamed(isPath ? second : first));
  const call = isPath
    ? router(calls).matchLoosely('GET', path.split('?', 1)[0]!)?.name
    : callNamed({ name: service, calls }, second).name;
  const field = sum.replace(/^\./, '');
  const has = ({ units, fields = [] }: Thing) =>
    isUnit(units, field) || fields.some(({ path: fieldPath }) => fieldPath === field);
  const ofCall = things.filter(({ reads }) => reads.some((read) => read.call === `${service} ${call}`));
  // no thing has another version of a call: then all things of its service with such a field count
  const ofService = things.filter(({ reads }) => reads.some((read) => read.call.startsWith(`${service} `)));
  const having = (ofCall.length > 0 ? ofCall : ofService).filter(has);
  if (having.length === 0 || !having.every(({ units }) => isUnit(units, field))) return;
  throw new BadInput(
    'BASE_UNITS',
    `${field} is in base units there, whose decimals differ by token: they have no sum. Nothing was sent.`,
    'An everyday command adds whole tokens, such as tuk wallet history or tuk swap bridge list.',
  );
}
