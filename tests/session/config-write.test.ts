// Changes of the configuration: under a lock and from the current file, so two processes keep each other's settings;
// protected profiles.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Deadline } from '../../src/services/http/deadline.js';
import { changeConfig } from '../../src/session/config-write.js';
import type { Config } from '../../src/session/profile.js';
import { exit } from '../support/exit.js';
import { now } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';

const base = 'https://h.example/{service}';
const box = (more: object = {}): Config => ({ profiles: { box: { base, ...more } } });
function at(config: Config) {
  const file = path.join(newHome('empty'), 'config.json');
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const change = (before: Config, after: Config) => changeConfig(file, before, after, () => now, new Deadline());
  return { change, stored: () => JSON.parse(readFileSync(file, 'utf8')) as Config };
}

test.each<[string, Config, Config, Config, Config]>([
  ['another setting', box(), box({ timeout: '5s' }), box({ output: 'csv' }), box({ output: 'csv', timeout: '5s' })],
  [
    'another limit',
    box(),
    box({ limits: { day: '5' } }),
    box({ limits: { pause: 'true' } }),
    box({ limits: { pause: 'true', day: '5' } }),
  ],
  ['a removed setting', box({ timeout: '5s' }), box(), box({ timeout: '5s', output: 'csv' }), box({ output: 'csv' })],
  ['the same value', box(), box({ timeout: '5s' }), box({ timeout: '5s' }), box({ timeout: '5s' })],
])('keeps what another process has written meanwhile: %s', async (_, before, after, meanwhile, stored) => {
  const config = at(meanwhile);
  await config.change(before, after);
  expect(config.stored()).toEqual(stored);
});

test.each<[string, Config, Config, Config]>([
  ['another value of the same setting', box({ timeout: '1s' }), box({ timeout: '5s' }), box({ timeout: '9s' })],
  ['a profile that is gone', box(), box({ timeout: '5s' }), { profiles: {} }],
  ['a profile that has changed before its removal', box(), { profiles: {} }, box({ limits: { day: '5' } })],
  ['a profile that is protected now', box(), box({ limits: { day: '5' } }), box({ protected: true })],
])('saves nothing for %s', async (_, before, after, meanwhile) => {
  const config = at(meanwhile);
  await expect(config.change(before, after)).rejects.toMatchObject({ code: 'CONFIG_CHANGED', kind: 'local' });
  expect(config.stored()).toEqual(meanwhile);
});

test('what a newer version has written stays, in the file and in a profile', async () => {
  const newer = { ...box({ future: { a: [1] } }), later: [1, 2] } as Config;
  const config = at(newer);
  await config.change(box({ future: { a: [1] } }), box({ future: { a: [1] }, timeout: '5s' }));
  expect(config.stored()).toEqual({ ...box({ future: { a: [1] }, timeout: '5s' }), later: [1, 2] });
  const user = newUser();
  writeFileSync(path.join(user.home, 'config.json'), JSON.stringify(newer), { mode: 0o600 });
  expect((await user.run('profile set box timeout 9s')).code).toBe(exit.ok);
  expect((await user.run('profile set box future 9s')).code).toBe(exit.usage);
  expect(JSON.parse(readFileSync(path.join(user.home, 'config.json'), 'utf8'))).toEqual({
    ...box({ future: { a: [1] }, timeout: '9s' }),
    later: [1, 2],
  });
});

test('many changes at once are all kept', async () => {
  const { run, json } = newUser(newHome('empty'));
  await run(['profile', 'add', 'box', '--base', base]);
  const settings = {
    ...{ timeout: '5s', output: 'csv', 'limits.day': '5', 'limits.fee': '1', 'chain.BSC': '97', clientVersion: '2' },
    'service.user': base,
  };
  const results = await Promise.all(
    Object.entries(settings).map(([key, value]) => run(['profile', 'set', 'box', key, value])),
  );
  expect(results.map(({ code }) => code)).toEqual(results.map(() => exit.ok));
  expect(await json('profile show box -o json')).toMatchObject({
    ...{ timeout: '5s', output: 'csv', limits: { day: '5', fee: '1' }, chains: { BSC: '97' }, clientVersion: '2' },
    services: { user: base },
  });
});

test('every setting of a protected profile but language, output and timeout needs its name', async () => {
  const { run } = newUser(newHome('empty'));
  await run(['profile', 'add', 'box', '--base', base, '--protected']);
  const guarded = {
    ...{ base: 'https://other.example/{service}', clientId: 'WorkspaceWeb', readOnly: 'true', protected: 'false' },
    ...{ secureStorage: 'auto', confirmRenewal: 'false', web3Domain: 'h.example' },
    ...{ basicUser: 'u', 'service.user': base },
    ...{ 'limits.day': '5', 'limits.pause': 'true', 'rpc.BSC': 'https://rpc.example/', 'chain.BSC': '97' },
    'name.sale.pay-order': 'confirmed',
  };
  for (const [key, value] of Object.entries(guarded)) {
    const result = await run(['profile', 'set', 'box', key, value, '--yes']);
    expect(result, key).toMatchObject({ code: exit.guarded, stdout: '' });
    expect((await run(['profile', 'set', 'box', key, value, '--confirm', 'box'])).code, key).toBe(exit.ok);
    await run('profile set box protected true');
  }
  for (const [key, value] of Object.entries({ language: 'en', output: 'csv', timeout: '5s' }))
    expect((await run(['profile', 'set', 'box', key, value])).code).toBe(exit.ok);
});
