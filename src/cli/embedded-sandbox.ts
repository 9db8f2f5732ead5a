// The embedded sandbox of a run: started by the first request that needs it, stopped at the end of the run.
import { LocalFailure } from '../services/http/errors.js';
import type { World } from './world.js';

export class Embedded {
  readonly #world: World;
  readonly #state: string;
  #running: Promise<{ readonly url: string; close(): Promise<void> }> | undefined;

  /** @param state the state file, which keeps the world between runs */
  constructor(world: World, state: string) {
    this.#world = world;
    this.#state = state;
  }

  /** Whether it is running. */
  get started(): boolean {
    return this.#running !== undefined;
  }

  /** The address; starts the sandbox. @throws {LocalFailure} where the state file cannot be used. */
  async url(): Promise<string> {
    this.#running ??= this.#start();
    return (await this.#running).url;
  }

  async #start() {
    const { startSandbox } = await import('../sandbox/core/server.js');
    try {
      return await startSandbox({ state: this.#state, wall: () => this.#world.clock.now() });
    } catch (error) {
      const sentence = `The sandbox cannot use its state file ${this.#state}: ${(error as Error).message}.`;
      throw new LocalFailure('SANDBOX_STATE', sentence, 'Set the file aside and create a new one: tuk sandbox reset', error);
    }
  }

  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    await running?.close();
  }
}

/** The chains of the sandbox, in the form of a profile's pins: those that are live, also under the names of the main networks that mirror them. */
export async function sandboxChains(origin: string): Promise<Record<'chains' | 'rpcs' | 'routers', Readonly<Record<string, string>>>> {
  const [{ networks, stateNetwork }, { router }] = await Promise.all([
    import('../sandbox/chain/networks.js'),
    import('../sandbox/chain/contracts.js'),
  ]);
  const live = (Object.keys(networks) as (keyof typeof networks)[]).filter((word) => networks[stateNetwork(word)].nature === 'live here');
  return {
    chains: Object.fromEntries(live.map((word) => [word, String(networks[stateNetwork(word)].chainId)])),
    rpcs: Object.fromEntries(live.map((word) => [word, `${origin}/rpc/${stateNetwork(word)}`])),
    routers: { BSC: router, BSC_TEST: router },
  };
}

/**
 * Renames a state file that SQLite cannot use, so that the next start creates a new one.
 * @returns the new name; nothing where the file is sound, or missing
 * @throws {LocalFailure} where it cannot be renamed
 */
export async function setBrokenStateAside(world: Pick<World, 'clock'>, state: string): Promise<string | undefined> {
  const { setBrokenAside } = await import('../sandbox/core/state.js');
  try {
    return setBrokenAside(state, world.clock.now());
  } catch (error) {
    throw new LocalFailure(
      'SANDBOX_STATE',
      `The broken state file ${state} cannot be renamed: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}
