// A run under a grant (TUK_GRANT): which commands and calls it may make. Every door passes here: a line before its
// command runs, a call before it is confirmed, a request before it is sent. What the grant does not name is refused.

import type { GrantUse } from '../../money/ledger/grants.js';
import { otherAccount, unnamed, ended as whyEnded } from '../../money/policy/grant-check.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { Guarded } from '../../services/http/errors.js';
import { grantToken } from '../../session/grant-token.js';
import type { Arguments, Command, Context } from './command.js';
import { refusedPart } from './effects.js';
import { readLedger } from './read-ledger.js';
import { isReadOnly } from './read-only.js';

type Surroundings = Pick<Context, 'world' | 'out'>;

/** The grant of a run, with what it has spent. @throws {Guarded} GRANT_UNKNOWN, GRANT_EXPIRED, GRANT_REVOKED */
export async function grantInUse(context: Surroundings): Promise<GrantUse> {
  const use = await readLedger(context, (ledger) => ledger.grants.inUse(context.world.clock.now()));
  const ended = whyEnded(use);
  if (ended) throw ended;
  return use!;
}

/** The calls of a command that change something, as `service call`; transactions that it signs are of the service chain. */
export async function changesOf({ uses = {}, signs }: Pick<Command, 'uses' | 'signs'>): Promise<{
  readonly calls: readonly string[];
  readonly beside: readonly string[];
}> {
  const changing: string[] = [];
  for (const [service, names] of Object.entries(uses)) {
    const calls = (await catalogue(service as ServiceName)).calls as Readonly<Record<string, Call>>;
    for (const name of names) if (calls[name]!.effect !== 'none') changing.push(`${service} ${name}`);
  }
  return signs === undefined ? { calls: changing, beside: [] } : { calls: [`chain ${signs}`], beside: changing };
}

/** Whether a grant names a call of a command. */
export const isNamed = async ({ grant }: GrantUse, command: Command): Promise<boolean> =>
  (await changesOf(command)).calls.some((call) => grant.calls.includes(call));

/**
 * Checks a line of a run under a grant: a read runs, and so does a command that makes a call that the grant names. No
 * option that lifts a check is taken.
 * @throws {Guarded} NOT_GRANTED; as `grantInUse` and `grantToken`
 */
export async function checkGrantedLine(command: Command, args: Arguments, context: Context): Promise<void> {
  grantToken(context.world); // a text that is none is refused by a read, too
  const { options = [], values, effects } = command;
  const lifting = refusedPart('granted', args, { options, values, effects });
  if (lifting)
    throw new Guarded('NOT_GRANTED', `This run is under a grant (TUK_GRANT), and ${lifting.part} ${lifting.why}.`);
  if (command.changesNothing || command.wait || (await isReadOnly(command))) return;
  if (command.uses && (await changesOf(command)).calls.length === 0) return;
  const use = await grantInUse(context);
  if (await isNamed(use, command)) return;
  throw new Guarded(
    'NOT_GRANTED',
    `The grant ${use.grant.id} of this run does not name this: ${command.summary}.`,
    'See what it names: tuk grant list',
  );
}

/**
 * Checks a call before its confirmation, for which the grant stands; and before it is sent, with the account of its
 * request. Whatever moves value is also compared in the write of the ledger.
 * @throws {Guarded} NOT_GRANTED; as `grantInUse`
 */
export async function requireNamed(
  context: Surroundings,
  call: Pick<Call, 'service' | 'name'>,
  of?: Parameters<typeof otherAccount>[1],
): Promise<void> {
  const use = await grantInUse(context);
  const refused = unnamed(use, call) ?? (of && otherAccount(use, of));
  if (refused) throw refused;
}
