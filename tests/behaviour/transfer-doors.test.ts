// One verdict at every door: a command, `tuk api` by name and by path, their dry runs, a batch and MCP refuse the same transfers for the same reasons.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { connect } from '../support/mcp-client.js';
import { mine, other, platformUser, usdc } from '../support/platform.js';
import { respond } from '../support/scripted-server.js';

/** A withdrawal, as every door takes it. */
interface Withdrawal {
  readonly to: string;
  readonly amount: string;
}
const tokens = [{ symbol: 'USDC', network: 'BASE', decimals: 6, contractAddress: usdc }];
const mvl = { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18, minAmount: '10' };
/** A user who has sent something to `mine`, and of whose withdrawal to `other` the outcome is not known. */
async function withHistory() {
  const user = await platformUser({
    limits: { transfer: '100 MVL' },
    reads: { '/v3/token': tokens, '/currencies/MVL': mvl },
    money: (socket: never, request: { readonly body: string }) => {
      const { toAddress, amount } = JSON.parse(request.body) as { readonly toAddress: string; readonly amount: string };
      const answer = { request: { id: 'w', status: 'INCOMING', amount, currencyId: 'MVL', address: toAddress } };
      (toAddress === other ? respond(502, '') : respond(201, JSON.stringify(answer)))(socket, request as never);
    },
  });
  const pay = (to: string) => user.run(`${command({ to, amount: '20' })} --new-recipient --yes`);
  expect([(await pay(mine)).code, (await pay(other)).code]).toEqual([exit.ok, exit.unknown]);
  return user;
}
type User = Awaited<ReturnType<typeof withHistory>>;

/** What a door says: its exit code, and the codes of its refusals. */
type Said = readonly [code: number, refusals: readonly string[]];
/** The refusals that a person at a terminal types away. */
const typedAway = ['NEW_RECIPIENT', 'OPEN_OPERATION'];
/** What a door says that asks a person, who types something else. */
const asking = ([code, refusals]: Said): Said => {
  const standing = refusals.filter((one) => !typedAway.includes(one));
  return [code, standing.length === 0 ? ['NOT_AGREED'] : standing];
};
function saidIn(text: string): Said {
  const { error } = JSON.parse(text.slice(text.lastIndexOf('{"error"'))) as {
    error: { code: string; exitCode: number; refusals?: readonly { readonly code: string }[] };
  };
  return [error.exitCode, (error.refusals ?? [error]).map(({ code }) => code).sort()];
}
const typed =
  (line: (one: Withdrawal) => string) =>
  async ({ run }: User, one: Withdrawal): Promise<Said> => {
    const { stdout, stderr, code } = await run(`${line(one)} --json --no-input`);
    if (stdout !== '') expect(JSON.parse(stdout)).toMatchObject({ method: 'POST' });
    expect(code).toBe(saidIn(stderr)[0]);
    return saidIn(stderr);
  };
const command = ({ to, amount }: Withdrawal) => `wallet withdraw create --currency MVL --amount ${amount} --to ${to}`;
const fields = ({ to, amount }: Withdrawal) => `-f currencyId=MVL -f amount=${amount} -f toAddress=${to}`;
const byName = (one: Withdrawal) => `api user create-withdrawal ${fields(one)}`;
const byPath = (one: Withdrawal) => `api POST user /balance/withdrawals ${fields(one)}`;

const doors: Readonly<Record<string, (user: User, one: Withdrawal) => Promise<Said>>> = {
  'a command': typed((one) => `${command(one)} --yes`),
  'a dry run': typed((one) => `${command(one)} --dry-run`),
  'tuk api by name': typed((one) => `${byName(one)} --yes`),
  'a dry run by name': typed((one) => `${byName(one)} --dry-run`),
  'tuk api by path': typed((one) => `${byPath(one)} --yes`),
  'a dry run by path': typed((one) => `${byPath(one)} --dry-run`),
  'a terminal': async ({ run }, one) => {
    const { stderr } = await run(`${command(one)} --yes --json`, { terminal: true, stdin: 'nothing\n' });
    return saidIn(stderr);
  },
  'a batch': async ({ run, home }, one) => {
    writeFileSync(path.join(home, 'rows.ndjson'), JSON.stringify({ command: command(one) }));
    const { stderr } = await run('batch rows.ndjson --client-ref b --yes --json');
    return saidIn(stderr);
  },
  MCP: async ({ home }, { to, amount }) => {
    const { call, close } = await connect(home, '--allow-writes', () => 'nothing');
    const { text } = await call('wallet_withdraw_create', { currency: 'MVL', amount, to });
    await close();
    return saidIn(text);
  },
};

const friend = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const refused: readonly (readonly [what: string, one: Withdrawal, said: Said])[] = [
  ['a new recipient', { to: friend, amount: '20' }, [exit.guarded, ['NEW_RECIPIENT']]],
  ['more than a limit', { to: mine, amount: '101' }, [exit.guarded, ['OVER_LIMIT_TRANSFER']]],
  ['less than the minimum', { to: mine, amount: '9' }, [exit.usage, ['BELOW_MINIMUM']]],
  ['a wrong checksum', { to: mine.replace('F', 'f'), amount: '20' }, [exit.guarded, ['BAD_CHECKSUM']]],
  ['the contract of a token', { to: usdc, amount: '20' }, [exit.guarded, ['NEW_RECIPIENT', 'TOKEN_CONTRACT']]],
  ['an outcome that is not known', { to: other, amount: '21' }, [exit.guarded, ['NEW_RECIPIENT', 'OPEN_OPERATION']]],
  ['several things at once', { to: other, amount: '101' }, [exit.guarded, [...typedAway, 'OVER_LIMIT_TRANSFER']]],
];

/** What a door says of a refused withdrawal. */
const expected = (name: string, said: Said): Said => (name === 'a terminal' || name === 'MCP' ? asking(said) : said);

describe.each(Object.entries(doors))('%s', (name, door) => {
  test('refuses what every door refuses, for the same reasons, and sends nothing', async () => {
    const user = await withHistory();
    const before = user.transfers().length;
    for (const [what, one, said] of refused)
      expect([what, ...(await door(user, one))]).toEqual([what, ...expected(name, said)]);
    expect(user.transfers()).toHaveLength(before);
  });
});
