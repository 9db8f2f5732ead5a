// Whether a command only reads: it may then be a row of any batch, run with several profiles, and be shown on a screen.

import { catalogue } from '../services/catalogue/index.js';
import { BadInput } from '../services/http/errors.js';
import type { Arguments, Command } from './command.js';
import { endpointLines } from './endpoint-lines.js';
import type { CommandMatch } from './find-command.js';
import { callNamed, serviceNamed } from './resolve-call.js';
import { refuseBaseUnits } from './sum-units.js';

/**
 * Whether a command reads a state once: a read, a command marked as read-only, or one with only GET calls that ends by
 * itself.
 */
export async function isReadOnly(command: Command): Promise<boolean> {
  if (command.read || command.readOnly) return true;
  if (command.prompts || /watch|wait/.test(command.name)) return false;
  const result = results.get(command) ?? hasGetCallsOnly(command);
  results.set(command, result);
  return result;
}
/** Cached results: a batch has thousands of rows. */
const results = new WeakMap<Command, Promise<boolean>>();
async function hasGetCallsOnly(command: Command): Promise<boolean> {
  const lines = await endpointLines(command);
  return lines.length > 0 && lines.every((line) => / GET /.test(line));
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
  throw new BadInput('CONFLICT', `--sum is for the rows of a list, and ${line} prints none. Nothing was sent.`);
}
