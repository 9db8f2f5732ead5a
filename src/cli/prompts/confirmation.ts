// Asks before a call with an effect is made. Never asks without a terminal: then a flag is required.
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import type { Flags, Settings } from '../settings.js';
import type { World } from '../world.js';

/**
 * Lets a call pass that has no effect or is agreed to: asks `y` for a change, `yes` where value moves, the call's own name where it
 * cannot be undone, and for whatever changes something in a protected profile, that profile's name. `--yes` agrees to all but the last.
 * @param named why the profile's name is needed, where it is
 * @throws {Guarded} in a read-only profile, where the answer is no, and where an answer is needed and nobody can give one; {BadInput} where only the
 * fields of the answer were asked for.
 */
export async function confirm(
  call: Call,
  settings: Settings,
  world: World,
  { yes, noInput, confirm: agreed, fields }: Flags,
  tell: (text: string) => void,
  named: string | undefined = settings.of.protected === true ? 'is protected' : undefined,
): Promise<void> {
  if (call.effect === 'none') return;
  const name = kebab(call.name);
  const profile = settings.profile.value;
  const what = whatItDoes(call);
  if (fields?.trim() === 'help')
    throw new BadInput(
      'FIELDS_OF_CHANGE',
      `--fields help lists the fields of an answer, and this ${what}; nothing was sent.`,
      `See what is known of the answer: tuk api show ${call.service} ${name}`,
    );
  if (settings.readOnly.value)
    throw new Guarded('READ_ONLY', `${call.service} ${name} changes something, and this is read-only (${settings.readOnly.origin}).`);
  const guarded = named !== undefined;
  if (agreed !== undefined) checkName(agreed, profile);
  if (guarded ? agreed !== undefined : yes || agreed !== undefined) return;
  if (noInput || !world.stdin.isTTY || !world.stderr.isTTY) {
    const why = guarded && yes ? `the profile ${profile} ${named}, so --yes is not enough` : 'there is no terminal to ask on';
    throw new Guarded(
      'NEEDS_YES',
      `${call.service} ${name} ${what}, and ${why}; nothing was sent.`,
      guarded ? `Agree with its name: --confirm ${profile}` : 'Add --yes to agree.',
    );
  }
  const word = guarded ? profile : call.final ? name : call.effect === 'money' ? 'yes' : 'y';
  const warn = call.warn ? `${call.warn}. ` : '';
  const where = guarded ? `The profile ${profile} ${named}. ` : '';
  const typed = await typedAnswer(`${where}${call.summary}: it ${what}. ${warn}Type ${word} to go on: `, world, tell);
  if (typed.trim() !== word) throw new Failure('guarded', 'NOT_AGREED', 'Not agreed; nothing was sent.');
}

/** A name that agrees has to be that of the profile in use: it was typed for one, and must not reach another. */
function checkName(agreed: string, profile: string): void {
  if (agreed !== profile)
    throw new Guarded(
      'OTHER_PROFILE',
      `--confirm names ${JSON.stringify(agreed)}, and the profile in use is ${profile}; nothing was sent.`,
    );
}

function whatItDoes({ final, session, effect }: Call): string {
  if (final) return 'cannot be undone';
  if (session) return 'renews or ends a session, and what it answers is not stored';
  return effect === 'money' ? 'moves value' : 'changes something';
}

const toRead = 300; // milliseconds: what was typed before the question could be read, or is pasted, is no answer to it

/** One question on stderr, one line typed; the end of input is an empty answer, what is pasted none. @throws {Failure} where the person leaves */
export async function typedAnswer(question: string, { stdin, stderr, env, signal }: World, tell: (text: string) => void): Promise<string> {
  const { keyLine } = await import('../../ui/key-line.js');
  const people = (stdin as { setRawMode?: unknown }).setRawMode !== undefined; // a stream of a test answers at once
  const stage = { stdin, stdout: stderr, env, ...(signal ? { signal } : {}) };
  const answer = await keyLine(stage, { prompt: () => tell(question), echo: true, typed: true, unread: people ? toRead : 0 });
  tell('\n');
  if ('left' in answer) throw new Failure('interrupted', 'INTERRUPTED', 'Nothing was sent: the question was left.');
  return 'line' in answer ? answer.line : '';
}
