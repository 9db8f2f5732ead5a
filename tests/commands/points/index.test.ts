// The points group: transfers, deposits, withdrawals, missions, rankings, earn events, apps.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { reset, respond } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const ownWallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const participate = 'points earn participate --app 1 --event tada-mvp --identifier mina --request-id 1';
const tada = '3d100001-ffff-4000-a000-000000000000';

describe('on the sandbox', () => {
  test('points are sent with the fee on the receipt, and appear in the history', async () => {
    const { run, json } = await signedIn();
    expect((await json('points balance')).amount).toBe('3200');
    const line = 'points transfer --to dara --amount 50 --client-ref march --new-recipient --yes';
    const [sent, second] = [await run(line), await run(line)];
    const whose = /You have +3,200 MVP\n.*Who gets them +Dara Sok\n/;
    const costs = /Fee +0.5 MVP\n[\s\S]*Costs in all +50.5 MVP\n[\s\S]*Next: tuk points history/;
    for (const part of [whose, costs]) expect(sent).toMatchObject(ends(exit.ok, part));
    expect(second).toMatchObject({ code: exit.ok, stdout: sent.stdout });
    expect((await json('points balance')).amount).toBe('3149.5');
    expect(await json('points history')).toMatchObject({ 0: { amount: '-50.5', description: 'Sent to Dara Sok' } });
    expect((await json('points balance --referral PASSIVE')).amount).toBe(10);
    expect((await json('points quote -f type=DEPOSIT -f amount=7')).receiveAmount).toBe('7');
  });

  test("deposits and withdrawals have the service's figures on the receipt", async () => {
    const { run, json } = await signedIn();
    const where = `-f currencyId=MVL -f address=${ownWallet}`;
    const created = await run(`points deposit --amount 50 ${where} --yes`);
    expect([created.code, JSON.parse(created.stdout).balanceDepositRequest.status]).toEqual([exit.ok, 'INCOMING']);
    expect(created.stderr).toMatch(/address +0xf39Fd6e5[\s\S]*Daily left amount/);
    const less = ends(exit.refused, 'The deposit is not available: BELOW_MINIMUM', '');
    expect(await run(`points deposit --amount 5 ${where} --yes`)).toMatchObject(less);
    const out = await run(`points withdraw --amount 50 ${where} --new-recipient --yes`);
    expect(JSON.parse(out.stdout).request).toMatchObject({ status: 'INCOMING', amount: '50' });
    expect(out.stderr).toMatch(/Arrives +49 MVL; less if the fee is higher\n *Fee +1 MVP\n/);
    const calls = (await json('ops list')).map(({ call }: { call: string }) => call);
    expect(calls).toEqual(['withdrawPoints', 'depositPoints']);
  });

  test('a mission is completed and claimed; an impossible claim is not sent', async () => {
    const { run, json } = await signedIn();
    const daily = await json('points missions list -f missionGroupId=daily --type USER_ACTIVITY');
    expect(daily).toHaveLength(5);
    const claimable = await json('points missions list -f missionGroupId=daily -f excludeAutoClaimable=true');
    expect(claimable).toHaveLength(daily.length);
    expect(await run('points missions claim --every --yes')).toMatchObject({ code: exit.ok, stdout: '[]\n' });
    expect((await run('api activity report-activity open_telegram_miniapp --yes')).code).toBe(exit.ok);
    const claimed = await json('points missions claim --every --yes');
    const opened = { name: 'Open the mini app', missionPointTransactions: [{ amount: 10 }] };
    expect(claimed).toMatchObject([{ ...opened, outcome: 'claimed' }]);
    const mixed = await run('points missions claim daily-open none first-ride first-ride --yes');
    expect(mixed.code).toBe(exit.refused);
    const outcomes = JSON.parse(mixed.stdout).map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(['not claimable', 'refused', 'not claimable']);
    expect(await json('points missions show daily-open')).toMatchObject({ id: claimed[0].id, userClaimedCount: 1 });
    expect((await run('points missions show none')).code).toBe(exit.notFound);
    expect((await json('api activity run-after-action daily-open --yes')).status).toBe('ok');
    expect((await json('points missions groups welcome')).title).toBe('Welcome');
  });

  test('a ranking is claimed once', async () => {
    const { run, json } = await signedIn();
    expect((await json('points rank show season-ranking')).rank).toBeGreaterThan(1);
    expect(await json('points rank board season-ranking')).toHaveLength(100);
    expect((await run('points rank show season-ranking --claim')).stderr).toContain('Never claimed');
    const to = '-f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
    const line = `points rank claim season-ranking ${to} --new-recipient --yes`;
    expect(await json(line)).toEqual({ result: 'SUCCESS' });
    const twice = /DUPLICATED.*was carried out before; .*\n.*tuk points rank show season-ranking --claim/;
    expect(await run(line)).toMatchObject(ends(exit.refused, twice, ''));
    expect((await json('points rank show season-ranking --claim')).status).toBe('REQUESTED');
    expect((await json('ops list')).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'done']);
  });

  test('an earn event is joined and claimed; the claim shows its progress', async () => {
    const { run, json } = await signedIn();
    const phases = (await json('points earn list')).map(({ phase }: { phase: string }) => phase);
    expect(phases.slice(0, 6)).toEqual(['earn and claim', 'soon', 'claim', 'earn and claim', 'earn', 'over']);
    const event = { phase: 'earn and claim', points: [{ amount: '25' }], claim: { isClaimable: true } };
    expect(await json('points earn show 1')).toMatchObject(event);
    expect((await run('points earn status 1')).stderr).toContain('Never claimed');
    const claimed = /Arrives +1 MVL;[\s\S]*Fee +0.1 MVL\n[\s\S]*Next: tuk points earn status 1/;
    const first = await run(`points earn claim 1 --to ${ownWallet} --new-recipient --yes`);
    expect(first).toMatchObject(ends(exit.ok, claimed, '{"status":"INCOMING"}\n'));
    await run('sandbox advance 5m');
    expect((await json('points earn status 1')).status).toBe('COMPLETED');
    const none = await run(`points earn claim 2 --to ${ownWallet} --new-recipient --yes`);
    expect([none.code, (await json('ops list')).length]).toEqual([exit.refused, 1]);
  });

  test('the calls of an app for its users: pages, entries, cancelled ones, balance', async () => {
    const { run, json } = await signedIn('partner');
    const all = await json(`points earn list --app ${tada} --all`);
    expect(all.map(({ app }: { app: { name: string } }) => app.name)).toEqual(Array(all.length).fill('TADA'));
    const of = `--app ${tada} --event tada-daily --identifier dara`;
    const enter = (nth: number) => run(`points earn participate ${of} --key k0 --value 1.5 --request-id r${nth} --yes`);
    for (let nth = 1; nth <= 21; nth++) expect((await enter(nth)).code).toBe(exit.ok);
    expect((await json(`points earn participate ${of} --request-id r1 --cancel --yes`)).status).toBe('ok');
    expect((await json(`points earn participations ${of}`)).list).toHaveLength(20);
    expect((await json(`points earn participations ${of} -f isContainCanceled=true --all`)).list).toHaveLength(21);
    expect((await json(`points earn participations ${of} --request-id r1`)).status).toBe('CANCELED');
    const fields = `-f appId=${tada} -f currency=TADAP -f identifier=dara`;
    const ofDara = `points apps balance --users --currency TADAP -f appId=${tada} -f identifier=dara`;
    const { amount: before } = await json(ofDara);
    const line = `points apps transfer ${fields} -f timestamp=1 -f requestId=a -F amount=5 --new-recipient --yes`;
    const sent = await run(line);
    expect(sent.stderr).toMatch(/identifier +dara\n.*timestamp +1\n.*requestId +a\n.*amount +5\n/);
    expect(sent.stderr).toMatch(new RegExp(`The user has +${before}\\n`));
    expect(JSON.parse(sent.stdout).amount).toBe(before + 5);
    expect((await json(`points apps balance --currency TADAP -f appId=${tada}`)).amount).toBe(999_995);
  });

  test('an app is connected with a hidden token, and disconnected', async () => {
    const { run, json } = await signedIn();
    const token = `partner:mina:${tada}`;
    const connected = await run(`points apps connect ${tada} --token-file - --yes -vv`, { stdin: `${token}\n` });
    expect(connected).toMatchObject({ code: exit.ok, stdout: '{"status":"ok"}\n' });
    expect(connected.stderr).toMatch(/Known there +no/);
    expect(connected.stderr).not.toContain(token);
    expect((await run(`points apps connect ${tada} --token-file - --dry-run`)).stdout).toContain('[redacted]');
    const refused = await run(`points apps connect ${tada} --token-file - --yes`, { stdin: 'a-token-of-another-app' });
    expect([refused.code, refused.stderr.includes('Invalied JWT token')]).toEqual([exit.refused, true]); // sic; the service repeats the token
    expect(refused.stderr).not.toContain('a-token-of');
    expect((await json(`points apps status ${tada} --identifier mina`)).status).toBe('CONNECTED');
    expect(await json(`points apps balance ${tada} --currency TADAP`)).toEqual({ amount: 1_000_000 });
    expect(await json(`points apps balance ${tada}`)).toEqual({ amount: 480 });
    expect((await run(`points apps disconnect ${tada} --yes`)).code).toBe(exit.ok);
    expect((await json('points apps list'))[0].status).toBe('DISCONNECTED');
  });

  test.each([
    ['points transfer --to dara --new-recipient --yes', exit.usage, '--amount or --raw-amount is needed'],
    ['points transfer --to dara --amount 0 --new-recipient --yes', exit.usage, '--amount is not a valid amount'],
    ['points transfer --to dara --amount 50 --new-recipient', exit.guarded, 'Add --yes to confirm'],
    ['points transfer --to nobody --amount 50 --new-recipient --yes', exit.notFound, 'nobody'],
    ['points missions claim', exit.usage, '<id> or --every is needed'],
    [`points earn claim 1 --to ${ownWallet.replace('6e5', '6E5')} --new-recipient --yes`, exit.guarded, 'checksum'],
    ['points earn participations --identifier mina', exit.usage, '--app and --event are needed'],
    [`${participate} --yes`, exit.usage, '--key or --cancel is needed, and --value or --cancel is needed'],
    [`${participate} --cancel --key k0 --yes`, exit.usage, 'not known to take key'],
    ['points apps connect 1 --yes', exit.usage, '--token-file is needed'],
    ['points apps connect 1 --token-file - --yes', exit.usage, 'is empty'],
    ['points apps balance 1 --users', exit.usage, 'Give an app or --users'],
    ['points games --show board', exit.usage, 'needs an id'],
    ['points games 1 --show past', exit.usage, 'takes no id'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const { run, json } = await signedIn();
    expect(await run(line)).toMatchObject(ends(code, output, ''));
    expect(await json('ops list')).toEqual([]);
  });

  test('on a terminal: lists, a detail with the pay-out of a claim, a game as one object', async () => {
    const { table } = await signedIn();
    const runOnTerminal = async (line: string) => (await table(line)).stdout;
    expect(await runOnTerminal('points missions list')).toMatch(/^NAME +STATE +CLAIMED +ID\n/);
    const apps = await runOnTerminal('points apps list');
    expect(apps).toMatch(/^STATUS +NAME .*\n○ DISCONNECTED +TADA[\s\S]*● CONNECTED +ONION/);
    expect(await runOnTerminal('points earn list')).toMatch(/^TITLE +PHASE +APP +ID\n/);
    const event = await runOnTerminal('points earn show 1');
    expect(event).toMatch(/^Ride and earn\n[\s\S]*\nCLAIM\n[\s\S]*Current point +25\n/);
    expect(await runOnTerminal('points games 5')).toMatch(/Prize +115 MVP\n[\s\S]*\nGAME RESULTS {2}3\n/);
  });
});

describe('with a scripted server', () => {
  test('the precheck of a deposit has the same fields', async () => {
    const { run, changes } = await stubUser(respond(200, '{}'));
    expect((await run('points deposit --amount 5 -f to=x -F n=1.50 --yes')).code).toBe(exit.ok);
    const deposit = '/user/v3/balance/mvp/swap/deposit-requests';
    expect(changes().map(({ path }) => path)).toEqual([`${deposit}/precheck`, deposit]);
    const bodies = ['{"to":"x","n":1.50,"amount":"5"}', '{"amount":"5","to":"x","n":1.50}'];
    expect(changes().map(({ body }) => body)).toEqual(bodies);
  });

  test('of several missions, those claimed before a failure are printed', async () => {
    const points = '"missionPointTransactions":[{"amount":12345678901234567890}]';
    const { run, sent } = await stubUser((socket, request) => {
      const claim = request.path.includes('/b/') ? reset : respond(200, `{${points}}`);
      (request.method === 'GET' ? respond(200, '[]') : claim)(socket, request);
    });
    const stdout = `[{"id":"a","outcome":"claimed",${points}}]\n`;
    expect(await run('points missions claim a b c --yes')).toMatchObject({ code: exit.unknown, stdout });
    expect(sent()).toHaveLength(2);
    const idle = await stubUser(respond(200, '[]'));
    expect((await idle.run('points missions claim a b --dry-run')).stdout.match(/"url"/g)).toHaveLength(2);
    expect((await idle.run('points missions claim a b')).code).toBe(exit.guarded);
    expect(idle.sent()).toEqual([]);
  });

  test('a change never falls back, and a game of another type is found', async () => {
    const { run, server } = await stubUser(respond(404, '{"message":"None","code":"NOT_FOUND_GAME"}'));
    expect((await run('points referral register a --yes')).code).toBe(exit.notFound);
    expect(server.requests).toHaveLength(1);
    expect((await run('points games 7')).code).toBe(exit.notFound);
    expect(server.requests.slice(1).map(({ path }) => path)).toEqual(['/user/games/democopter/7', '/user/games/7']);
  });
});
