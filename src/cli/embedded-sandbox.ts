// The embedded back end of a run: started when the first call needs it, ended with the run.
import { LocalFailure } from '../services/http/errors.js';
import type { World } from './world.js';

export class Embedded {
  readonly #world: World;
  readonly #state: string;
  #running: Promise<{ readonly url: string; close(): Promise<void> }> | undefined;

  /** `state` is the file that holds its world between runs. */
  constructor(world: World, state: string) {
    this.#world = world;
    this.#state = state;
  }

  /** Whether it has been started. */
  get started(): boolean {
    return this.#running !== undefined;
  }

  /** Its address, for which it is started. @throws {LocalFailure} where its state file cannot be used. */
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
      throw new LocalFailure('SANDBOX_STATE', sentence, 'Move the file away; a new one is made.', error);
    }
  }

  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    await running?.close();
  }
}
