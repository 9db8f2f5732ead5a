// The embedded sandbox of a run, opened by the first request that needs it.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxChains } from '../../../sandbox/chains.js';
import { quoted } from '../../services/command-line.js';
import { LocalFailure } from '../../services/http/errors.js';
import type { Transport } from '../../services/http/transport.js';
import { writeRemedy } from '../../session/write-remedy.js';
import type { World } from '../settings/world.js';
import type { Note } from './notes.js';

/** A sandbox in this process: requests to its address use its transport. */
export interface Embedded {
  readonly url: string;
  readonly exchange: Transport;
  close(): void;
}

/**
 * Opens the sandbox of a state file, which keeps the world between runs. Notes that one of another version was moved aside.
 * @throws {LocalFailure} for an unusable state file
 */
export async function openEmbedded(
  world: Pick<World, 'clock'>,
  state: string,
  note: (note: Note) => void,
): Promise<Embedded> {
  const [{ openSandbox, closeSandbox }, { sandboxTransport, embeddedUrl }] = await Promise.all([
    import('../../../sandbox/sandbox.js'),
    import('../../../sandbox/transport.js'),
  ]);
  try {
    // every request writes: SQLite would open a file that cannot be written, and fail then
    for (const needed of [state, dirname(state)]) if (existsSync(needed)) accessSync(needed, constants.W_OK);
    const runtime = await openSandbox({ state, wall: () => world.clock.now() }, embeddedUrl);
    const old = runtime.state.setAside;
    if (old !== undefined)
      note({
        is: 'warning',
        text: `Another version of tuk wrote the sandbox, so it was moved to ${old}, and a new sandbox begins. That version uses it again after: mv ${quoted(old)} ${quoted(state)}`,
      });
    return { url: embeddedUrl, exchange: sandboxTransport(runtime), close: () => closeSandbox(runtime) };
  } catch (error) {
    const sentence = `The sandbox cannot use its state file ${state}: ${(error as Error).message}.`;
    throw new LocalFailure(
      'SANDBOX_STATE',
      sentence,
      writeRemedy(error, 'Set the file aside and create a new one: tuk sandbox reset'),
      error,
    );
  }
}

/**
 * The live chains and the tokens of the sandbox as pins of a profile.
 * @param origin the address of the served sandbox
 */
export const sandboxChains = async (origin: string): Promise<SandboxChains> =>
  (await import('../../../sandbox/chains.js')).sandboxChains(origin);

/**
 * Renames a state file that SQLite cannot use; the next start creates a new one.
 * @returns the new name; undefined for a sound or missing file
 * @throws {LocalFailure} if it cannot be renamed
 */
export async function setBrokenStateAside(world: Pick<World, 'clock'>, state: string): Promise<string | undefined> {
  const { setBrokenAside } = await import('../../../sandbox/sandbox.js');
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
