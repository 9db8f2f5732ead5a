// The mark of a profile in the header: sandbox, protected, live; a server of this machine proves neither.
import { expect, test } from 'vitest';
import type { Settings } from '../../../src/cli/settings/options.js';
import { markOf } from '../../../src/commands/app/screen-stage.js';

test.each<[string, object, string | undefined]>([
  ['sandbox', {}, 'sandbox'],
  ['main', { base: 'https://{service}.example' }, 'live'],
  ['main', { base: 'https://{service}.example', protected: true }, 'protected'],
  ['mixed', { base: 'http://127.0.0.1:4510/{service}', services: { sale: 'https://sale.example' } }, 'live'],
  ['box', { base: 'http://127.0.0.1:4510/{service}' }, undefined],
  ['box', { base: 'http://localhost:4510/{service}', services: { sale: 'http://[::1]:4511' } }, undefined],
  ['empty', {}, undefined],
])('%s with %j', (profile, of, mark) => {
  expect(markOf({ profile: { value: profile, origin: '' }, of } as unknown as Settings)).toBe(mark);
});
