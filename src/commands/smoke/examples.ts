// Examples of responses: a new embedded sandbox gets the reads of a smoke run.

import { rmSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import type { Context, Groups } from '../../cli/command/command.js';

import { run } from '../../cli/program.js';
import { RunContext } from '../../cli/run/run-context.js';
import type { World } from '../../cli/settings/world.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { makeTemporaryFolder } from '../../services/temporary-folder.js';
import { optionsOf } from './options.js';
import { planOf } from './plan.js';
import { runCases } from './run.js';

const mostItems = 2;
/** The time of the sandbox, epoch milliseconds: the same examples are printed at any time. */
const timeOfExamples = Date.UTC(2026, 0, 1);

/** The responses of a sandbox in a temporary folder, by `service call`. @throws {Failure} */
export async function sandboxExamples({ world }: Context, groups: Groups): Promise<ReadonlyMap<string, unknown>> {
  const home = makeTemporaryFolder('tuk-examples-');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { page: _, blocking: __, stopped: ___, inZone: ____, ...shared } = world;
  const sandboxWorld: World = {
    ...shared,
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: silent,
    stderr: silent,
    env: { TUK_HOME: home, TUK_NO_BANNER: '1' },
    clock: { now: () => timeOfExamples },
    home,
    cwd: home,
  };
  try {
    await run(['login', '--quiet'], sandboxWorld, {
      groups,
      openApp: async () => undefined,
      runWithProfiles: async () => 0,
    });
    const context = new RunContext(sandboxWorld, { quiet: true });
    try {
      const plan = await planOf(optionsOf({ positionals: [], options: {} }), context);
      const { responses } = await runCases(plan, context);
      return new Map([...responses].map(([key, data]) => [key, shortened(JSON.parse(stringifyLossless(data)))]));
    } finally {
      await context.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isRandom(key, inner) ? 'RANDOM' : shortened(inner)]),
  );
}

/** The parts of a public key, and nonces: a sandbox makes new ones, and examples are the same at any time. */
const isRandom = (key: string, value: unknown) =>
  typeof value === 'string' && /^(kid|x|y|authNonce)$/.test(key) && /^[\w-]{12,}$/.test(value);
