// The lines that --sum is not for: it adds the rows of a list, in whole tokens.
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { things } from '../../things/index.js';
import type { Thing } from '../../things/thing.js';
import type { Arguments } from '../command/command.js';
import { isReadOnly } from '../command/read-only.js';
import { type CommandMatch, callNamed, serviceNamed } from './find-command.js';

// Which fields of a call of `tuk api` are in base units: its rows are as the service states them, without decimals, so
// that a sum of them means nothing.

const isUnit = (units: Thing['units'], field: string): boolean => units?.amounts.includes(field) === true;

/**
 * Refuses the sum of base units, before anything is sent.
 * @param words the words after `api`
 * @throws {BadInput} BASE_UNITS, and for an unknown service or call
 */
async function refuseBaseUnits([first = '', second = '', path = '']: readonly string[], sum: string): Promise<void> {
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
    `${field} is in base units, and the decimals differ by token, so they have no sum.`,
    'An everyday command adds whole tokens, such as tuk wallet history or tuk swap bridge list.',
  );
}

/**
 * Whether a command line only reads. For `tuk api` the call or the method decides.
 * @throws {BadInput} for an unknown service or call
 */
export async function isReadOnlyLine(
  { groupName, command }: Pick<CommandMatch, 'groupName' | 'command'>,
  args: Arguments,
): Promise<boolean> {
  if (groupName !== 'api' || command.name !== '') return isReadOnly(command);
  const [first = '', second = ''] = args.positionals;
  if (/^[A-Z]+$/.test(first)) return first === 'GET';
  return callNamed(await catalogue(serviceNamed(first)), second).effect === 'none';
}

/**
 * Refuses sums of base units, and sums for commands without a list, before a change is made.
 * @throws {BadInput} CONFLICT, BASE_UNITS
 */
export async function refuseSum(args: Arguments, target: CommandMatch): Promise<void> {
  const { groupName, command } = target;
  if ((command.uses === undefined && groupName !== 'api') || (await isReadOnlyLine(target, args))) {
    if (groupName === 'api' && command.name === '')
      await refuseBaseUnits(args.positionals, String(args.options.sum ?? ''));
    return;
  }
  const line = `tuk ${groupName} ${command.name}`.trim();
  throw new BadInput('CONFLICT', `--sum is for the rows of a list, and ${line} prints none.`);
}
