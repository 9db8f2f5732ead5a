// Every call of the catalogue responds, and every response matches its published shape.

import { describe, expect, it } from 'vitest';
import { endpointModules } from '../../sandbox/service/endpoints/index.js';
import { sandboxOfTheFile, startTestSandbox } from '../../sandbox/tests/support.js';
import type { Call, Fields } from '../../src/services/catalogue/define.js';
import { catalogues } from '../../src/services/catalogue/index.js';

const sandbox = sandboxOfTheFile();

const services = await catalogues();
const calls = services.flatMap((service) => Object.values(service.calls));

/** Calls that end sessions or accounts, which must run last. */
const last = (call: Call) =>
  call.session === true || call.name === 'deleteUser' || call.name.startsWith('deleteAccount');
const ordered = [...calls.filter((call) => !last(call)), ...calls.filter(last)];

const fill = (call: Call, ids: Record<string, string>) =>
  `${call.service}${call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[`${call.service} ${call.name} ${name}`]!))}`;

describe('every call of the catalogue', () => {
  it('has a handler', async () => {
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls)
      expect(
        (await endpointModules[call.service as keyof typeof endpointModules]()).default.has(call.name),
        call.name,
      ).toBe(true);
  });

  it.each(['nobody', 'mina'])('returns a documented status for %s without a body', async (who) => {
    const ids = await sandbox.control('ids');
    for (const call of ordered) {
      const token = who === 'nobody' ? undefined : (await sandbox.signIn(who)).accessToken;
      const { status, body, text } = await sandbox.send(call.method, fill(call, ids), { token });
      const summary = `${call.service} ${call.name}: ${status} ${text.slice(0, 200)}`;
      expect([200, 201, 302, 400, 401, 403, 404, 409, 422, 426], summary).toContain(status);
      expect(['NOT_FOUND_ROUTE', 'SANDBOX_FAILED'], summary).not.toContain(body?.code);
      if (status >= 400) expect(typeof body.message, summary).toBe('string');
      if (who === 'nobody' && call.auth !== 'public') expect(status, summary).toBe(401);
    }
  });
});

/** Valid parameter values, if not every text is accepted. */
const mina = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const sampleValues: Readonly<Record<string, string>> = {
  ...{ token: 'sns:GOOGLE:mina@sandbox.invalid', address: mina, walletAddress: mina, walletAddress0: mina },
  share: '{"share":{"share":"a1","shareIndex":"1"},"polynomialID":"b2"}',
};
const pair = {
  fromTokenAddress: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  toTokenAddress: '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d',
  ...{ amount: '1000000000000000000', fromAddress: mina },
};
const partner = { token: 'partner:mina:3d100001-ffff-4000-a000-000000000000' };
const social = { idtoken: 'sns:GOOGLE:mina@sandbox.invalid' };
const sampleTransaction = { network: 'BSC_TEST', hash: `0x${'ab'.repeat(32)}` };
/** Valid values of single calls, if they differ from other calls. */
const soundFor: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  getBalanceAccount: { currencyId: 'MVL' },
  createWithdrawal: { currencyId: 'MVL', amount: '100', toAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  createWalletV2: { network: 'BASE_SEPOLIA', address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
  ...{ checkAccountV1: social, getAccountStateV1: social, connectAppV1: partner, checkAppConnectionV1: partner },
  ...{ connectApp: partner, checkAppConnection: partner, submitForm: { data: { message: 'hello' } } },
  ...{ quoteSwapV1: pair, buildSwapV1: pair, quoteSwap: pair, buildSwap: pair },
  ...{ recordTransactionV1: sampleTransaction, recordTransaction: sampleTransaction },
};
const sampleOf = (call: Call, fields: Fields | 'open' | undefined): Record<string, unknown> =>
  fields === undefined || fields === 'open'
    ? {}
    : Object.fromEntries(
        Object.entries(fields)
          .filter(([name, field]) => field.required || soundFor[call.name]?.[name] !== undefined)
          .map(([name, field]) => {
            const one =
              soundFor[call.name]?.[name] ??
              field.words?.[0] ??
              sampleValues[name] ??
              { text: '1', number: 1, boolean: true, json: {}, word: '' }[field.kind];
            return [name, field.many ? [one] : one];
          }),
      );
const queryOf = (call: Call) => new URLSearchParams(sampleOf(call, call.query) as Record<string, string>).toString();

it.each([
  ['standard', '0s'],
  ['standard', '400d'],
  ['large', '0s'],
  ['hostile', '1h'],
] as const)('every call of a %s world after %s has its published shape, and none fails', async (size, by) => {
  const own = await startTestSandbox({ size });
  await own.advance(by);
  const ids = await own.control('ids');
  const { accessToken, refreshToken } = await own.signIn('mina');
  let held = 0;
  for (const call of calls.filter((call) => !last(call))) {
    const token = call.auth === 'refresh' ? refreshToken : accessToken;
    const path = `${fill(call, ids)}?${queryOf(call)}`;
    const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : sampleOf(call, call.body);
    const headers = { 'x-auth-client-id': 'MusubiWeb' };
    const { status, text } = await own.send(call.method, path, { token, headers, body });
    expect(status, `${path} ${text.slice(0, 200)}`).toBeLessThan(500);
    if (status < 400 && call.response !== undefined) held++; // the client has checked its shape
  }
  expect(held).toBeGreaterThan(85);
  await own.close();
});
