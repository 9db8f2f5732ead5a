// Faults on demand: what one request asks to go wrong in the header `X-Sandbox-Fault`, or what was planned beforehand. This file is what every
// start loads; reading faults and making them stands behind it.
import type { Call } from '../../services/catalogue/define.js';
import type { Running } from '../core/dispatch.js';
import type { Ask, Reply } from '../core/wire.js';
import type { Rotation } from '../core/world.js';

/** How an answer is put on the wire. Times in milliseconds. */
export interface Manner {
  /** Held back so long. */
  readonly latency?: number;
  /** Never answered; the connection ends after ten minutes. */
  readonly hang?: true;
  /** The connection is reset before anything of the answer is sent, after its head, or after so many bytes of its body. */
  readonly reset?: 'before' | 'headers' | number;
  /** So many bytes of the body are sent under the length of the whole. */
  readonly truncate?: number;
  /** Bytes a second. */
  readonly bandwidth?: number;
  /** The body goes out in ten pieces, with such a pause before each. */
  readonly pause?: number;
}

/** What goes wrong with one request. */
export interface Faults {
  /** As they were asked for. */
  readonly specs: readonly string[];
  /** Answered in the place of the call, which is not done. */
  readonly stop?: Reply;
  /** The access token counts as expired. */
  readonly expired?: true;
  readonly rotation?: Rotation;
  /** What is done to the answer of the call, which has been done, in this order. */
  readonly spoil: readonly ((reply: Reply) => Reply)[];
  readonly manner?: Manner;
}

const none: Faults = { specs: [], spoil: [] };

/** What goes wrong with a request to a call. @throws {Refusal} for a fault that there is not. */
export async function faultsOf(running: Running, ask: Ask, call: Call): Promise<Faults> {
  const header = ask.headers['x-sandbox-fault'];
  if (ask.own || (header === undefined && running.state.meta('faults') === undefined)) return none;
  const [{ readFaults }, { dueFaults }] = await Promise.all([import('./read.js'), import('./plan.js')]);
  return readFaults([...dueFaults(running, ask, call), ...(header ?? '').split(',')]);
}

/** An answer with its faults. */
export function spoiled(reply: Reply, { specs, spoil, manner }: Faults): Reply {
  if (specs.length === 0) return reply;
  const made = spoil.reduce((so, work) => work(so), reply);
  return manner ? { ...made, manner } : made;
}
