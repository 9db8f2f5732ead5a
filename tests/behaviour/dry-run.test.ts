// `--dry-run` of transfers: one request on stdout, the verdict and exit code of the same line, and nothing is sent.
import { beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../src/services/catalogue/words.js';
import { callReader } from '../support/calls-made.js';
import { allCalls } from '../support/catalogue.js';
import { chainProfile } from '../support/chain.js';
import { exit } from '../support/exit.js';
import { prepared, transferCommands } from '../support/money-commands.js';
import type { User } from '../support/tuk.js';

let callsIn: (stderr: string) => string[];
/** The calls that change something, `user POST /v1/x`. */
let changes: ReadonlySet<string>;
/** A user of a profile with limits, at a served sandbox. */
let box: User;
beforeAll(async () => {
  box = await chainProfile();
  callsIn = await callReader();
  changes = new Set(
    (await allCalls())
      .filter(({ effect }) => effect !== 'none')
      .map((call) => `${call.service} ${call.method} ${call.path}`),
  );
});

/** What a pause lets pass. */
const takesBack = new Set(['wallet allowance revoke']);
const tokens = ['MVP', 'MVL', 'bMVL', 'USDC', 'BNB', 'TADAP', 'POINT', 'KHR'];
type Prepared = Awaited<ReturnType<typeof prepared>>;
const changesOf = (stderr: string) => [
  ...callsIn(stderr).filter((call) => changes.has(call)),
  ...(stderr.match(/eth_sendRawTransaction/g) ?? []),
];
const operations = async ({ json }: Prepared): Promise<{ id: string }[]> => json('ops list');
/** The code of each refusal that a line prints as JSON, sorted. */
function refusalsIn(stderr: string): string[] {
  const { error } = JSON.parse(stderr.slice(stderr.lastIndexOf('{"error"'))) as {
    error: { code: string; refusals?: readonly { readonly code: string }[] };
  };
  return (error.refusals ?? [error]).map(({ code }) => code).sort();
}

describe.each(Object.entries(transferCommands).map(([name, [move]]) => [name, move!] as const))('%s', (name, move) => {
  test('that is let pass is exit 0, with one JSON for each request, and nothing sent', async () => {
    const user = await prepared(move);
    const before = await operations(user);
    const { code, stdout, stderr } = await user.move('--dry-run -v');
    expect([code, changesOf(stderr)]).toEqual([exit.ok, []]);
    const requests = stdout.trim().split(/\n(?=\{)/);
    for (const request of requests) expect(JSON.parse(request)).toEqual(expect.objectContaining({}));
    expect(await operations(user)).toEqual(before);
  });

  test('that is refused has the exit code and every refusal of the line itself', async () => {
    const limit = async (isStrict: boolean) => {
      for (const [key, value] of [
        ['pause', String(isStrict)],
        ['networks', isStrict ? 'XTZ' : Network.join(',')],
        ['transfer', tokens.map((token) => `${isStrict ? '0.001' : '1000000'} ${token}`).join(',')],
      ])
        expect((await box.run(['profile', 'set', 'box', `limits.${key}`, value!])).code).toBe(exit.ok);
    };
    await limit(false);
    await box.run(`login --as ${move.as ?? 'mina'}`);
    const user = await prepared(move, box);
    await limit(true);
    const before = await operations(user);
    const [dry, real] = [
      await user.move('--dry-run -v --json', ['--new-recipient']),
      await user.move('--yes --no-input -v --json', ['--new-recipient']),
    ];
    expect([dry.code, changesOf(dry.stderr)]).toEqual([exit.guarded, []]);
    expect([real.code, changesOf(real.stderr), real.stdout]).toEqual([exit.guarded, [], '']);
    expect(JSON.parse(dry.stdout.trim().split(/\n(?=\{)/)[0]!)).toEqual(expect.objectContaining({})); // the request, all the same
    const [said, ofLine] = [refusalsIn(dry.stderr), refusalsIn(real.stderr)];
    expect(said).toEqual(ofLine);
    expect(refusalsIn(dry.stderr).includes('PAUSED')).toBe(!takesBack.has(name)); // a pause lets pass what only takes back
    expect(await operations(user)).toEqual(before);
  });
});
