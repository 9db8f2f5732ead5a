// What a command leaves behind for the screen that it was begun on: an order that can be followed, a picture that can be looked at.
import path from 'node:path';
import type { Context } from '../../cli/context.js';
import { Ledger } from '../../money/ledger.js';
import { isRecord } from '../../services/json-value.js';
import { filledLine, optionIn } from '../../ui/format/command-line.js';
import type { Made } from '../../ui/models/screens.js';
import { madeAt } from '../image/look.js';

interface Ran {
  readonly line: string;
  readonly code: number;
  /** When it began, epoch milliseconds. */
  readonly since: number;
}

/** What a command that ran has left; nothing of what cannot be found again. */
export async function leftBy(ran: Ran, context: Context): Promise<{ readonly follows?: string; readonly made?: Made }> {
  const follows = begunBy(ran.line, ran.since, context);
  if (follows !== undefined) return { follows };
  const out = ran.code === 0 && ran.line.startsWith('image create ') ? optionIn(ran.line, '--out') : undefined;
  const made = out === undefined ? undefined : madeAt(path.resolve(context.world.cwd, out), context.world.clock.now());
  return made ? { made } : {};
}

/** Commands that begin what is followed then: the call whose answer names it, and the line that waits for it. */
const beginnings = [{ command: 'store buy', service: 'sale', call: 'createOrder', follows: 'store order wait {id}' }] as const;

/** What a command that ran since then has begun, by the ledger; nothing where it began none. @param since epoch milliseconds */
function begunBy(line: string, since: number, { paths, settings }: Context): string | undefined {
  const one = beginnings.find(({ command }) => line === command || line.startsWith(`${command} `));
  if (!one) return undefined;
  const ledger = new Ledger(paths.ledger);
  try {
    const [last] = ledger.list({ profile: settings.profile.value, call: one.call });
    if (!last || last.service !== one.service || Date.parse(last.at) < since) return undefined;
    const answer: unknown = JSON.parse(last.answer ?? 'null');
    return isRecord(answer) ? filledLine(one.follows, answer, 'id') : undefined;
  } catch {
    return undefined; // an answer that is no JSON names nothing
  } finally {
    ledger.close();
  }
}
