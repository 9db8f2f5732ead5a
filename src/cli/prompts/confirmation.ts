// Confirms a call with an effect before it is made: by a flag, or by a word typed at a terminal.
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { present } from '../../text/present.js';
import type { ReceiptRole } from '../../text/receipt.js';
import { escapeControls } from '../../text/visible.js';
import type { Context } from '../command/command.js';
import { maskedLine } from '../output/masked-json.js';
import type { Settings } from '../settings/options.js';
import { canAsk, isUnderGrant, type World } from '../settings/world.js';
import type { ReceiptLine } from './receipt.js';

// What a question is about: the item by its name, state, amount, recipient and network, from the lines of a receipt.

/** The lines that name the item of a question. There is at least one: a question never has an unnamed item. */
export type Subject = readonly [ReceiptLine, ...ReceiptLine[]];

/** The most lines that are neither recipient nor amount, and the most characters of a text: more than an address has. */
const mostOthers = 5;
const longest = 120;
/** The roles that name the item beside its own lines; costs, limits and notes stand on the receipt alone. */
const naming: readonly (ReceiptRole | undefined)[] = ['recipient', 'amount', 'arrives', 'total'];

/**
 * The subject of a change, from the lines of its receipt: the first lines about the item itself, and all about
 * recipient and amount.
 * @param otherwise names the item if no line does
 */
export function subjectOf(lines: readonly ReceiptLine[], otherwise: ReceiptLine): Subject {
  // the id comes last: a person recognizes an item by its other fields
  const isId = ([, , role]: ReceiptLine) => role === 'id';
  const stated = lines.filter(([, text]) => text !== '').sort((a, b) => Number(isId(a)) - Number(isId(b)));
  const others = stated.filter((line) => line[2] === undefined || isId(line)).slice(0, mostOthers);
  const [first, ...rest] = stated.filter((line) => others.includes(line) || naming.includes(line[2]));
  return first === undefined ? [otherwise] : [first, ...rest];
}

/** A subject in a question: `status INUSE, from Royal Palace`. A label without a text of its own is left out. */
const subjectText = (subject: readonly ReceiptLine[]): string =>
  subject.map(([label, text]) => `${lowered(label)} ${shortened(text)}`.trim()).join(', ');
const lowered = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

/** A change without a call of a service, such as a local file's, as a call for its confirmation. */
export const ownChange = (
  change: Pick<Call, 'service' | 'name' | 'summary'> & Partial<Pick<Call, 'effect' | 'final' | 'warn'>>,
): Call => ({
  method: 'PUT',
  path: '/',
  auth: 'public',
  effect: 'service',
  as: 'nothing',
  words: {},
  ...change,
});

/**
 * Confirms a call with an effect, by a flag or by a person. The question names its subject. The word to type is `y` for a change, `yes` for value, the
 * name of the call if it is final, and the name of a protected profile. `--yes` confirms everything except the last.
 * @param subject the item that is changed, as the question names it
 * @param settings the settings of the changed profile, if it is not the one in use
 * @param nameReason why the profile's name is required, if it is
 * @throws {Guarded} in a read-only profile, for a wrong word, and without a terminal; {BadInput} for `--fields help`,
 * which needs a response
 */
export async function confirmCall(
  context: Context,
  call: Call,
  subject: Subject,
  settings: Settings = context.settings(),
  nameReason: string | undefined = settings.of.protected === true ? 'is protected' : undefined,
): Promise<void> {
  if (call.effect === 'none') return;
  const { world, flags, out } = context;
  const { yes, noInput, confirm: confirmedName } = flags;
  const name = kebab(call.name);
  const profile = settings.profile.value;
  const effect = effectText(call);
  const [refusal] = await refusedBefore(call, context, settings);
  if (refusal) throw refusal;
  if (isUnderGrant(world)) return; // it names the call, and a person has made it
  world.confirms?.(call.effect);
  const needsName = nameReason !== undefined;
  if (needsName ? confirmedName !== undefined : yes || confirmedName !== undefined) return;
  if (noInput || !canAsk(world)) {
    const why = needsName && yes ? `. The profile ${profile} ${nameReason}, so --yes is not enough.` : '.';
    throw new Guarded(
      'NEEDS_YES',
      `This needs your confirmation: ${call.service} ${name} ${effect}${why}`,
      needsName ? `Confirm with its name: --confirm ${profile}` : 'Add --yes to confirm, or run it on a terminal.',
    );
  }
  const expected = needsName ? profile : call.final ? name : call.effect === 'money' ? 'yes' : 'y';
  const warn = call.warn ? `${call.warn}. ` : '';
  const where = needsName ? `The profile ${profile} ${nameReason}. ` : '';
  const input = await promptLine(
    `${where}${call.summary} (${shownSubject(subject, context)}): it ${effect}. ${warn}Type ${expected} to go on: `,
    world,
    (text) => out.draw(text),
  );
  if (input.trim() !== expected) throw new Guarded('NOT_AGREED', 'Not confirmed.');
}

/** The subject as a receipt shows it: without secrets, and with personal data masked on a terminal. */
const shownSubject = (subject: Subject, { out }: Pick<Context, 'out'>): string =>
  subjectText(
    subject.map(([label, text]) => {
      const clean = out.redact.clean(text);
      return [label, out.isMasked('stderr') ? maskedLine(label, clean) : clean];
    }),
  );

/**
 * The refusals of a call before a person confirms it, also of one that the grant of the run does not name. A dry run
 * reports them too.
 * @throws {LocalFailure} if the ledger cannot be read that has the grant
 */
export async function refusedBefore(
  call: Call,
  context: Context,
  settings: Settings = context.settings(),
): Promise<readonly Failure[]> {
  if (call.effect === 'none') return [];
  const { confirm: confirmedName, fields } = context.flags;
  const name = kebab(call.name);
  const { requireNamed } = isUnderGrant(context.world) ? await import('../command/granted.js') : {};
  const refused = await requireNamed?.(context, call).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Guarded) return error;
      throw error;
    },
  );
  return present([
    refused,
    fields?.trim() === 'help' &&
      new BadInput(
        'FIELDS_OF_CHANGE',
        `--fields help lists the fields of a response, and this ${effectText(call)}.`,
        `See what is known of the response: tuk api show ${call.service} ${name}`,
      ),
    settings.readOnly.value &&
      new Guarded(
        'READ_ONLY',
        `${call.service} ${name} ${effectText(call)}, and ${settings.readOnly.origin} allows only reads.`,
        'See where the setting comes from: tuk config show --origin',
      ),
    confirmedName !== undefined &&
      confirmedName !== settings.profile.value &&
      otherProfile(confirmedName, settings.profile.value),
  ]);
}

/** A confirmation names one profile and holds for no other. */
const otherProfile = (confirmedName: string, profile: string): Guarded =>
  new Guarded(
    'OTHER_PROFILE',
    `--confirm names ${JSON.stringify(confirmedName)}, and the profile in use is ${profile}.`,
  );

function effectText({ final, session, effect }: Call): string {
  if (final) return 'cannot be undone';
  if (session) return 'renews or ends a session, and its response is not stored';
  return effect === 'money' ? 'is a transfer' : 'changes something';
}

const minReadTime = 300; // milliseconds: earlier keys are ignored, because nobody could have read the question

/**
 * Prints a question on stderr and reads one line; empty at the end of input. Ignores pasted text.
 * @throws {Failure} if the person leaves
 */
export async function promptLine(question: string, world: World, write: (text: string) => void): Promise<string> {
  const { stdin, stderr, env, signal } = world;
  if (world.ask) {
    const input = await world.ask(question);
    if (input === undefined) throw cancelled();
    return input;
  }
  const { keyLine } = await import('../../ui/key-line.js');
  // streams of tests need no reading time
  const isTerminal = (stdin as { setRawMode?: unknown }).setRawMode !== undefined;
  const stage = { stdin, stdout: stderr, env, signal };
  const entry = await keyLine(stage, {
    prompt: () => write(escapeControls(question)),
    echo: true,
    typed: true,
    unread: isTerminal ? minReadTime : 0,
  });
  write('\n');
  if ('left' in entry) throw cancelled();
  return 'line' in entry ? entry.line : '';
}
const cancelled = () =>
  new Failure('interrupted', 'INTERRUPTED', 'The prompt was cancelled.', undefined, { unsent: true });
