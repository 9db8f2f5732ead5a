// Waits for the blocks of transactions while further lines are sent. Those of one key land one after the other.

import type { Context } from '../../cli/command.js';
import { resume } from '../../money/chain/earlier.js';
import { hasSucceeded } from '../../money/chain/observation.js';
import type { Operation } from '../../money/operation.js';
import { Failure } from '../../services/http/errors.js';
import { dependenciesOf, refreshOnChain, senderOf } from '../chain/status.js';
import type { PlannedLine } from './plan.js';

/** The end of a transaction. `sent`: it was in no block when the run was stopped, or its end could not be recorded. */
export type Landed = 'done' | 'reverted' | 'sent';
type OnLanded = (line: PlannedLine, operation: string, end: Landed) => Promise<void>;

/** The most transactions of a key that may wait: nodes hold only so many. */
const mostInFlight = 32;

export class Landings {
  readonly #context: Context;
  readonly #interval: number;
  readonly #onLanded: OnLanded;
  readonly #lanes = new Map<string, Promise<void>[]>();

  /** @param interval the longest pause between two reads, milliseconds */
  constructor(context: Context, interval: number, onLanded: OnLanded) {
    this.#context = context;
    this.#interval = interval;
    this.#onLanded = onLanded;
  }

  /** Adds the transaction of a line. Resolves when its key may sign another one. */
  async add(line: PlannedLine, operation: string): Promise<void> {
    const { lane = '' } = line;
    const inFlight = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, inFlight);
    const before = inFlight.at(-1);
    const { followed } = this.#context.world;
    followed?.add(operation);
    const landing = (async () => {
      await before;
      const end = await awaitBlock(this.#context, operation, this.#interval);
      followed?.delete(operation);
      await this.#onLanded(line, operation, end);
    })();
    landing.catch(() => {}); // `all` reports it
    inFlight.push(landing);
    if (inFlight.length >= mostInFlight) await inFlight.shift();
  }

  async all(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((inFlight) => inFlight.at(-1)));
  }
}

/** The first pause between two reads, milliseconds. Each pause is half as long again. */
const quickPause = 250;

/** Waits for the block of a transaction, and records its end. A failed read throws nothing. */
async function awaitBlock(context: Context, id: string, interval: number): Promise<Landed> {
  try {
    const operation = context.world.ledger?.find(id);
    if (operation === undefined) return 'sent';
    for (let pause = Math.min(interval, quickPause); ; pause = Math.min(interval, pause * 1.5)) {
      if (context.cancellation.isStopped()) return 'sent';
      const seen = await refreshOnChain(context, operation).catch((error: unknown) => {
        if (error instanceof Failure) return undefined;
        throw error;
      });
      if (seen && 'block' in seen.state) return hasSucceeded(seen.state) && !seen.result?.isLess ? 'done' : 'reverted';
      if (seen?.state.kind === 'absent' && !seen.state.isPast) await sendAgain(context, operation);
      await context.cancellation.sleep(pause).catch(() => {});
    }
  } catch (error) {
    if (error instanceof Failure) return 'sent';
    throw error;
  }
}

/** Sends the bytes again that a node has lost. The next read repeats what fails here. */
async function sendAgain(context: Context, operation: Operation) {
  const deps = await dependenciesOf(context, operation);
  await resume(operation.id, senderOf(operation), { ...deps, confirm: async () => {} }).catch(() => {});
}
