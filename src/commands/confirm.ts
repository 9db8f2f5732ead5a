// Asks before a call with an effect is made. Never asks without a terminal: then a flag is required.
import { type Call, kebab } from '../services/define.js';
import { BadInput, Failure, Guarded } from '../services/http/failure.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

/**
 * Lets a call pass that has no effect or is agreed to; asks `y` for a change, `yes` where value moves, its name where it is final.
 * @throws {Guarded} in a read-only profile; {BadInput} where an answer is needed and nobody can give one.
 */
export async function confirm(call: Call, settings: Settings, world: World, agreed: boolean, mayAsk: boolean): Promise<void> {
  if (call.effect === 'none') return;
  const name = kebab(call.name);
  if (settings.readOnly.value)
    throw new Guarded('READ_ONLY', `${call.service} ${name} changes something, and this is read-only (${settings.readOnly.origin}).`);
  if (agreed) return;
  const what = whatItDoes(call);
  if (!mayAsk || !world.stdin.isTTY || !world.stderr.isTTY) {
    throw new BadInput(
      'NEEDS_YES',
      `${call.service} ${name} ${what}, and there is no terminal to ask on; nothing was sent.`,
      'Add --yes to agree.',
    );
  }
  const word = call.final ? name : call.effect === 'money' ? 'yes' : 'y';
  const warn = call.warn ? `${call.warn}. ` : '';
  const typed = await ask(`${call.is}: it ${what}. ${warn}Type ${word} to go on: `, world);
  if (typed.trim() !== word) throw new Failure('guarded', 'NOT_AGREED', 'Not agreed; nothing was sent.');
}

function whatItDoes({ final, session, effect }: Call): string {
  if (final) return 'cannot be undone';
  if (session) return 'renews or ends a session, and what it answers is not stored';
  return effect === 'money' ? 'moves value' : 'changes something';
}

/** One question on stderr, one line from the terminal; the end of input is an empty answer. */
async function ask(question: string, world: World): Promise<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: world.stdin, output: world.stderr, terminal: false });
  const interrupted = () => lines.close();
  world.signal?.addEventListener('abort', interrupted, { once: true });
  try {
    world.stderr.write(question);
    for await (const line of lines) return line;
    return '';
  } finally {
    world.signal?.removeEventListener('abort', interrupted);
    lines.close();
    (world.stdin as NodeJS.ReadStream).unref?.();
  }
}
