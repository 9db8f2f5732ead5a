// Whether a command only reads: it may then be a row of any batch, run with several profiles, and be shown on a screen.
import type { Command } from './command.js';
import { endpointLines } from './endpoint-lines.js';

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
