// What was confirmed is what is sent: each write compares the signed-in account and the limits of that moment, by every door.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { chainProfile, friend, router } from '../support/chain.js';
import { conversation } from '../support/conversation.js';
import { ends, exit } from '../support/exit.js';
import { tokenOf } from '../support/jwt.js';
import { connect } from '../support/mcp-client.js';
import { platformUser } from '../support/platform.js';
import { respondJson, type Script } from '../support/scripted-server.js';
import { solanaKey, solanaProfile } from '../support/solana.js';
import { argvOf, type User } from '../support/tuk.js';

const signIn = (subject: string, signature?: string) => async (user: User) => {
  const stdin = JSON.stringify({ accessToken: tokenOf(subject, signature), refreshToken: 'r' });
  expect(await user.run('login --tokens-stdin', { stdin })).toMatchObject({ code: exit.ok });
};
const setting = (key: string, value: string) => async (user: User) =>
  expect(await user.run(['profile', 'set', 'box', key, value])).toMatchObject({ code: exit.ok });
const removeProfile = async ({ home }: User) => {
  const file = path.join(home, 'config.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), profiles: {} }));
};
const logout = async (user: User) => void (await user.run('logout'));

/** What happens while a run goes on, and its exit code afterwards. */
type Event = readonly [what: string, happens: (user: User) => Promise<void>, code: number, said: RegExp];
const refused: readonly Event[] = [
  ['another person signs in', signIn('dara'), exit.guarded, /Another account signed in/],
  ['limits.pause is set', setting('limits.pause', 'true'), exit.guarded, /is paused/],
  ['limits.transfer is lowered', setting('limits.transfer', '1 MVP'), exit.guarded, /over the limit/],
  ['limits.day is lowered', setting('limits.day', '1 MVP'), exit.guarded, /within 24 hours is over the limit/],
  ['limits.recipients leaves the recipient out', setting('limits.recipients', 'u-9'), exit.guarded, /not among/],
  ['limits.fee is lowered', setting('limits.fee', '0.1 MVP'), exit.guarded, /as a fee is over the limit/],
  ['the profile is made read-only', setting('readOnly', 'true'), exit.guarded, /read-only/],
  ['the profile is removed', removeProfile, exit.guarded, /was removed/],
  ['the person signs out', logout, exit.signIn, /signed out|not signed in/i],
];
const harmless: readonly Event[] = [
  ['the session is renewed', signIn('mina', 'renewed'), exit.ok, /^/],
  ['a limit is raised', setting('limits.transfer', '1000 MVP'), exit.ok, /^/],
  ['another profile is chosen', async (user) => void (await user.run('profile use sandbox')), exit.ok, /^/],
];
const events = [...refused, ...harmless];

const isTransfer = ({ path: at }: { readonly path: string }) => at.endsWith('/transfer');

/** A user of a platform, signed in as mina; `during` runs when the second transfer has arrived. */
async function payer(during: (user: User) => Promise<void> = async () => {}) {
  let count = 0;
  const money: Script = async (socket, request) => {
    if (isTransfer(request)) count += 1;
    if (isTransfer(request) && count === 2) await during(user);
    const { amount } = JSON.parse(request.body || '{}') as { amount?: unknown };
    respondJson({ id: `t-${count}`, status: 'ok', amount })(socket, request);
  };
  const user = await platformUser({ money });
  await signIn('mina')(user);
  return user;
}
const payers = (user: Awaited<ReturnType<typeof payer>>) =>
  user
    .transfers()
    .filter(isTransfer)
    .map(({ headers }) => {
      const [, claims = ''] = (headers.authorization ?? '').split('.');
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
    });
const amounts = [5, 6, 7, 8];
const line = (amount: number) => `points transfer --to u-1 --amount ${amount}`;
/** Writes a batch of these amounts. @returns its line */
function batch({ home }: User, rows: readonly (number | string)[] = amounts) {
  writeFileSync(path.join(home, 'pay.csv'), `amount\n${rows.join('\n')}\n`);
  return "batch pay.csv --client-ref p --template 'points transfer --to u-1 --amount {amount}' --new-recipient --yes";
}
/** Writes a flow of these lines. @returns its line */
function flow({ home }: User, lines: readonly string[]) {
  writeFileSync(path.join(home, 'f.yaml'), JSON.stringify({ steps: lines.map((run, i) => ({ name: `s${i}`, run })) }));
  return 'flow run f.yaml --yes';
}

/** Runs a line in which something happens while it asks for a yes. @returns its exit code, and what it says after the yes */
async function atPrompt<On extends User>(user: On, line: string, happens: (user: On) => unknown) {
  const { opening, type, exitCode } = conversation(line.split(' '), { home: user.home });
  expect(await opening).toMatch(/yes/);
  await happens(user);
  const end = await type('yes');
  return [await exitCode, end];
}

describe.each(events)('%s', (_, happens, code, said) => {
  const all = code === exit.ok;

  test.each(['', '--keep-going'])('in a batch %s', async (more) => {
    const user = await payer(happens);
    const end = await user.run(`${batch(user)} ${more}`);
    // a run that did a part of it and met an error of another kind says partial
    expect(code === exit.signIn ? [code, exit.partial] : [code]).toContain(end.code);
    expect(end.stdout + end.stderr).toMatch(said);
    expect(payers(user)).toEqual(all ? amounts.map(() => 'mina') : ['mina', 'mina']);
  });

  test.each(['', '--keep-going'])('in a flow %s', async (more) => {
    const user = await payer(happens);
    const end = await user.run(`${flow(user, amounts.map(line))} --client-ref p --new-recipient ${more}`);
    expect(end.code).toBe(code === exit.signIn ? exit.failed : code);
    expect(end.stdout + end.stderr).toMatch(said);
    expect(payers(user)).toEqual(all ? amounts.map(() => 'mina') : ['mina', 'mina']);
  });

  test('at an open prompt', async () => {
    const user = await payer();
    const end = await atPrompt(user, `${line(5)} --new-recipient`, happens);
    expect(end).toEqual([code, expect.stringMatching(said)]);
    expect(payers(user)).toEqual(all ? ['mina'] : []);
    expect(await user.lines()).toHaveLength(all ? 1 : 0);
  });
});

test('a run that was refused for it says so, and is resumed by the account that began it', async () => {
  const user = await payer(signIn('dara'));
  const run = () => user.run(`${batch(user)} --json`);
  const { stderr } = await run();
  expect(stderr).toContain('"code":"NOT_AS_CONFIRMED"');
  await signIn('mina')(user);
  expect((await run()).code).toBe(exit.ok);
  expect(payers(user)).toEqual(amounts.map(() => 'mina'));
});

test('a change that moves no value is not made by another account either', async () => {
  let changes = 0;
  const money: Script = async (socket, request) => {
    changes += 1;
    await signIn('dara')(user);
    respondJson({ id: 'o-1' })(socket, request);
  };
  const user = await platformUser({ money });
  await signIn('mina')(user);
  const cancels = [1, 2].map((n) => `store order cancel o-${n}`);
  expect(await user.run(flow(user, cancels))).toMatchObject({ code: exit.guarded });
  expect(changes).toBe(1);
});

test('an MCP call whose person is still asked is refused', async () => {
  const user = await payer();
  expect(await user.run(`${line(5)} --new-recipient --yes`)).toMatchObject({ code: exit.ok });
  const file = path.join(user.home, 'config.json');
  const { call, asked, close } = await connect(user.home, '--allow-writes', () => {
    const config = JSON.parse(readFileSync(file, 'utf8'));
    config.profiles.box.limits = { pause: true };
    writeFileSync(file, JSON.stringify(config));
    return 'yes';
  });
  const { text, isError } = await call('points_transfer', { to: 'u-1', amount: '6' });
  await close();
  expect([isError, asked.length, text]).toEqual([true, 1, expect.stringContaining('PAUSED')]);
  expect(payers(user)).toEqual(['mina']);
});

describe('what the rows of a batch were checked for', () => {
  const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const edited = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  type Bench = Awaited<ReturnType<typeof chainProfile>>;
  const contacts = ({ home }: Bench) => path.join(home, 'contacts', 'box.json');
  const swapped = (file: string, change: (text: string) => string) => {
    const text = change(readFileSync(file, 'utf8'));
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const contact = (change: (text: string) => string) => (bench: Bench) => edited(contacts(bench), change);
  const other = (text: string) => text.replace(friend, third);
  const eve = (text: string) => text.replace(/\[/, `[{"name":"eve","address":"${third}","network":"BSC"},`);
  const alias = (to: string) =>
    `alias set --replace pay 'wallet send --network BSC --token BNB --to ${to} --amount {1}'`;
  const events: readonly (readonly [what: string, happens: (bench: Bench) => unknown, said: RegExp | undefined])[] = [
    ['the contact is edited', contact(other), /contact bob is 0x3C44/],
    ['the contact is removed', contact(() => '{"contacts":[]}'), /contact bob is removed/],
    ['the file of the key is replaced', ({ keyFile }) => swapped(keyFile, (text) => text), /file of the key/],
    ['the node is another one', setting('rpc.BSC', 'http://127.0.0.1:9'), /other settings .*rpcs/],
    ['the alias is another line', (bench) => bench.run(argvOf(alias(third))), /alias is not the one/],
    ['another contact is added', contact(eve), undefined],
    ['the limit is raised', setting('limits.transfer', '1000 BNB'), undefined],
  ];

  test.each(events)('%s: nothing else is signed', async (_, happens, said) => {
    const bench = await chainProfile();
    await bench.run(['wallet', 'contacts', 'add', 'bob', friend, '--network', 'BSC', '--yes']);
    await bench.run(argvOf(alias('bob').replace(' --replace', '')));
    let count = 0;
    bench.node.rules.eth_sendRawTransaction = async (_request, { forward }) => {
      count += 1;
      if (count === 2) await happens(bench);
      forward();
    };
    writeFileSync(path.join(bench.home, 'pay.csv'), 'amount\n0.01\n0.02\n0.03\n0.04\n');
    const { code, stdout, stderr } = await bench.run([
      ...['batch', 'pay.csv', '--client-ref', 'p', '--template', 'pay {amount} --key-file phrase.txt'],
      ...['--new-recipient', '--yes', '--interval', '10ms', '--keep-going', '--parallel', '1'],
    ]);
    expect([code, bench.broadcasts().length]).toEqual(said ? [exit.guarded, 2] : [exit.ok, 4]);
    if (said) expect(stdout + stderr).toMatch(said);
  });

  test.each(['90', '70'])('what an order costs is by now %s MVP, and was 80', async (total) => {
    let cost = '80';
    const money: Script = (socket, request) => {
      cost = total;
      respondJson({ id: 't-1', amount: JSON.parse(request.body || '{}').amount })(socket, request);
    };
    const order: Script = (...on) => respondJson({ id: 'o-1', totalPrice: cost, currencyId: 'MVP' })(...on);
    const user = await platformUser({ reads: { '/orders/o-1': order }, money });
    const run = `${flow(user, [line(5), 'store order pay o-1'])} --client-ref p --new-recipient`;
    const { code, stdout } = await user.run(run);
    const isMore = total === '90';
    expect([user.transfers().length, code === exit.guarded]).toEqual(isMore ? [1, true] : [2, false]);
    if (isMore) expect(stdout).toContain('the amount is 90 MVP, and was 80 MVP');
  });

  test('equal rows are said by their numbers', async () => {
    const user = await platformUser();
    const typed = batch(user, [5, 6, '5.0', 7, 5]);
    const dry = await user.run(typed.replace('--yes', '--dry-run'));
    expect(JSON.parse(dry.stdout).equal).toEqual([[1, 3, 5]]);
    expect(dry).toMatchObject(ends(exit.ok, 'The rows 1, 3, 5 are equal'));
    expect((await user.run(typed)).stderr).toContain('The rows 1, 3, 5 are equal');
  });
});

describe('a transaction that is signed here', () => {
  const keyed = '--key-file phrase.txt';
  const send = `wallet send --network BSC --token BNB --to ${friend} --amount 0.1 ${keyed} --new-recipient`;
  const allow = `wallet allowance set --network BSC --token bMVL --spender ${router} --amount 1 ${keyed}`;
  const more = allow.replace('--amount 1 ', '--amount 10 ');
  const chainEvents = refused.filter(([what]) => !/fee|lowered|recipients/.test(what));

  test.each(
    chainEvents.flatMap(([what, happens, code, said]) =>
      [send, allow].map((one) => [what, one.slice(0, 20), one, happens, code, said] as const),
    ),
  )('is not signed if meanwhile %s: %s', async (_, __, one, happens, code, said) => {
    const bench = await chainProfile();
    await signIn('mina')(bench);
    expect(await atPrompt(bench, one, happens)).toEqual([code, expect.stringMatching(said)]);
    expect(bench.broadcasts()).toEqual([]);
  });

  test('is not signed if meanwhile limits.transfer is lowered', async () => {
    const bench = await chainProfile();
    const end = await atPrompt(bench, send, setting('limits.transfer', '0.05 BNB'));
    expect(end).toEqual([exit.guarded, expect.stringMatching(/over the limit/)]);
    expect(bench.broadcasts()).toEqual([]);
  });

  test.each(chainEvents)('is not signed on Solana if meanwhile %s', async (_, happens, code, said) => {
    const bench = await solanaProfile();
    await signIn('mina')(bench);
    const { address } = solanaKey();
    const one = bench.sending('SOL', '1', address).replace(' --yes', '');
    expect(await atPrompt(bench, one, happens)).toEqual([code, expect.stringMatching(said)]);
    expect(bench.node.lamports(address)).toBe(0n);
  });

  test('is taken back under a pause, and neither sped up nor sent again', async () => {
    const bench = await chainProfile();
    expect(await bench.run(`${allow} --yes --interval 10ms`)).toMatchObject({ code: exit.ok });
    bench.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
    expect(await bench.run(`${send} --yes`)).toMatchObject({ code: exit.unknown });
    bench.node.rules.eth_sendRawTransaction = undefined;
    const [{ id }] = await bench.json('ops list --json');
    await setting('limits.pause', 'true')(bench);
    bench.node.requests.length = 0;
    const yes = '--yes --interval 10ms';
    for (const one of [`wallet tx resume ${id} --yes`, `wallet tx speed-up ${id} ${keyed} ${yes}`])
      expect(await bench.run(one)).toMatchObject({ code: exit.guarded, stderr: expect.stringContaining('is paused') });
    expect(bench.broadcasts()).toEqual([]);
    expect(await bench.run(`wallet tx cancel ${id} --fee high ${keyed} ${yes}`)).toMatchObject({ code: exit.ok });
    const revoke = allow.replace('set', 'revoke').replace(' --amount 1', '');
    expect(await bench.run(`${revoke} ${yes}`)).toMatchObject({ code: exit.ok });
    for (const one of [`${more} ${yes}`, `${send} --yes`])
      expect(await bench.run(one)).toMatchObject({ code: exit.guarded, stderr: expect.stringContaining('is paused') });
    expect(bench.broadcasts()).toHaveLength(2);
  });

  test.each(['wallet tx resume', 'wallet tx speed-up'])(
    '%s at an open prompt is refused by a pause that is set meanwhile',
    async (command) => {
      const bench = await chainProfile();
      bench.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
      expect(await bench.run(`${send} --yes`)).toMatchObject({ code: exit.unknown });
      bench.node.rules.eth_sendRawTransaction = undefined;
      bench.node.requests.length = 0;
      const [{ id }] = await bench.json('ops list --json');
      const key = command.endsWith('up') ? ` ${keyed}` : '';
      const end = await atPrompt(bench, `${command} ${id}${key}`, setting('limits.pause', 'true'));
      expect(end).toEqual([exit.guarded, expect.stringMatching(/is paused/)]);
      expect(bench.broadcasts()).toEqual([]);
    },
  );

  test('the reset before a new allowance does not pass a pause by itself', async () => {
    const bench = await chainProfile();
    expect(await bench.run(`${allow} --yes --interval 10ms`)).toMatchObject({ code: exit.ok });
    bench.node.rules.eth_call = (
      { params: [call] },
      { forward, refuse }, // a token that takes a new allowance after a reset alone
    ) =>
      /^0x095ea7b3/.test(call.data) && !/0{64}$/.test(call.data) ? refuse('execution reverted', 3, '0x') : forward();
    await setting('limits.pause', 'true')(bench);
    bench.node.requests.length = 0;
    expect(await bench.run(`${more} --yes --interval 10ms`)).toMatchObject({ code: exit.guarded });
    expect(bench.broadcasts()).toEqual([]);
  });
});
