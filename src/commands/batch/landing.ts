// The transactions of a batch that wait for their blocks: those of a key one after the other, beside the rows that are still to be sent.

import type { Context } from '../../cli/context.js';
import { dependenciesOf, refreshOnChain, senderOf } from '../../engine/chain/status.js';
import { resume } from '../../money/evm/earlier.js';
import { hasSucceeded } from '../../money/evm/observation.js';
import type { Operation } from '../../money/ledger.js';
import { Failure } from '../../services/http/errors.js';
import type { PlannedRow } from './plan.js';

/** What has become of a transaction; `sent`: it was in no block when the run was stopped, or its end could not be recorded. */
export type Landed = 'done' | 'reverted' | 'sent';

/** How many transactions of a key may wait for their blocks: nodes hold only so many. */
const mostInFlight = 32;

/** Waits for the blocks of transactions. */
export class Landings {
  readonly #context: Context;
  readonly #interval: number;
  readonly #landed: (row: PlannedRow, operation: string, end: Landed) => Promise<void>;
  readonly #lanes = new Map<string, Promise<void>[]>();

  /** @param interval the pause between two looks, milliseconds. @param landed called as each ends */
  constructor(context: Context, interval: number, landed: (row: PlannedRow, operation: string, end: Landed) => Promise<void>) {
    this.#context = context;
    this.#interval = interval;
    this.#landed = landed;
  }

  /** Adds the transaction of a row. @returns when its key may sign another one */
  async add(row: PlannedRow, operation: string): Promise<void> {
    const { lane = '' } = row;
    const own = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, own);
    const before = own.at(-1);
    const { followed } = this.#context.world;
    followed?.add(operation);
    const landing = (async () => {
      await before;
      const end = await awaitBlock(this.#context, operation, this.#interval);
      followed?.delete(operation);
      await this.#landed(row, operation, end);
    })();
    landing.catch(() => {}); // `all` reports it
    own.push(landing);
    if (own.length >= mostInFlight) await own.shift();
  }

  /** Resolves when all that were added have ended. */
  async all(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((own) => own.at(-1)));
  }
}

/** The first pause between two looks, milliseconds; each is half as long again as the one before. */
const quickPause = 250;

/** Sends the same bytes again that a node has lost. What fails now is tried again at the next look. */
async function sendAgain(context: Context, operation: Operation): Promise<void> {
  const deps = await dependenciesOf(context, operation);
  await resume(operation.id, senderOf(operation), { ...deps, confirm: async () => {} }).catch(() => {});
}

/** Waits for the block of a transaction, and records how it ended. Never throws for what it reads: a run that is stopped leaves it as it is. */
async function awaitBlock(context: Context, id: string, interval: number): Promise<Landed> {
  try {
    const found = context.world.ledger?.find(id);
    if (found === undefined) return 'sent';
    for (let pause = Math.min(interval, quickPause); ; pause = Math.min(interval, pause * 1.5)) {
      if (context.cancellation.isStopped()) return 'sent';
      const seen = await refreshOnChain(context, found).catch((error: unknown) => {
        if (error instanceof Failure) return undefined;
        throw error;
      });
      if (seen && 'block' in seen.state) return hasSucceeded(seen.state) && !seen.result?.isLess ? 'done' : 'reverted';
      if (seen?.state.kind === 'absent' && !seen.state.isNonceUsed) await sendAgain(context, found);
      await context.cancellation.sleep(pause).catch(() => {});
    }
  } catch (error) {
    if (error instanceof Failure) return 'sent';
    throw error;
  }
}
