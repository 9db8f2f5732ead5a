// Whether a command only reads: it may then be a row of any batch, run with several profiles, and be shown on a screen.

import { catalogue } from '../services/catalogue/index.js';
import type { Arguments, Command } from './command.js';
import { endpointLines } from './endpoint-lines.js';
import type { Found } from './find-command.js';
import { callNamed, serviceNamed } from './resolve-call.js';

/** Whether a command reads the state of something once: a read, a command that says so, or one with GET calls only that ends by itself. */
export async function isReadOnly(command: Command): Promise<boolean> {
  if (command.read || command.readOnly) return true;
  if (command.prompts || /watch|wait/.test(command.name)) return false;
  const found = known.get(command) ?? hasGetCallsOnly(command);
  known.set(command, found);
  return found;
}
/** What was found of a command: a batch asks for thousands of rows. */
const known = new WeakMap<Command, Promise<boolean>>();
async function hasGetCallsOnly(command: Command): Promise<boolean> {
  const lines = await endpointLines(command);
  return lines.length > 0 && lines.every((line) => / GET /.test(line));
}

/** Whether a command line only reads; that of `tuk api` by its call, or by its method. @throws {BadInput} for an unknown service or call */
export async function isReadOnlyLine({ groupName, command }: Pick<Found, 'groupName' | 'command'>, args: Arguments): Promise<boolean> {
  if (groupName !== 'api' || command.name !== '') return isReadOnly(command);
  const [first = '', second = ''] = args.positionals;
  if (/^[A-Z]+$/.test(first)) return first === 'GET';
  return callNamed(await catalogue(serviceNamed(first)), second).effect === 'none';
}
