// The catalogue equals the fixture taken from the specification, in both directions, and keeps its invariants.
import { expect, test } from 'vitest';
import { globalFlags } from '../../../src/cli/settings/options.js';
import {
  type Call,
  callTyped,
  type Fields,
  kebab,
  open,
  pathNames,
  pinnedName,
  type Service,
} from '../../../src/services/catalogue/define.js';
import { catalogue, catalogues, serviceNames } from '../../../src/services/catalogue/index.js';
import { knownFields } from '../../../src/services/http/params.js';
import { router } from '../../../src/services/http/path.js';
import { allCalls, effectFixture, endpointFixture } from '../../support/catalogue.js';

const all: Service[] = await catalogues();
const calls = await allCalls();
const id = (call: Call) => `${call.service} ${call.method} ${call.path}`;
const fieldsOf = (call: Call): Fields => ({ ...knownFields(call.query), ...knownFields(call.body) });

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('the catalogue holds every row of endpoints.tsv and no other', () => {
  const held = calls.map((call) => ({
    ...{ id: id(call), service: call.service, auth: call.auth, query: call.query !== undefined },
    body: call.body !== undefined,
  }));
  expect(byId(held)).toEqual(byId(endpointFixture()));
});

test('every call has the effect and the marks of effects.tsv', () => {
  const held = calls.map((call) => ({
    id: id(call),
    effect: call.effect,
    marks: [call.session && 'session', call.final && 'final'].filter(Boolean).join(' '),
  }));
  expect(byId(held)).toEqual(byId(effectFixture()));
});

test('the table of services has the names of the catalogues', () => {
  expect(all.map((service) => service.name)).toEqual(serviceNames);
});

test('no two calls of a service share a method and a path, or a command-line name', () => {
  for (const service of all) {
    const own = Object.values(service.calls);
    expect(new Set(own.map((call) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(own.length);
    expect(new Set(own.map((call) => kebab(call.name))).size).toBe(own.length);
  }
});

test('no path is ambiguous: a filled path resolves to its own call', () => {
  for (const service of all) {
    const routes = router(service.calls);
    for (const call of Object.values(service.calls)) {
      const match = routes.match(call.method, call.path.replace(/\{(\w+)\}/g, 'value-of-$1'));
      expect(match?.call.path, id(call)).toBe(call.path);
      expect(match?.values).toEqual(Object.fromEntries(pathNames(call.path).map((name) => [name, `value-of-${name}`])));
    }
  }
});

test('no field of a call shadows a global flag, and none is ambiguous', () => {
  const flags = new Set(
    globalFlags.flatMap((flag) => [...flag.flags.matchAll(/--([\w-]+)/g)].map((match) => match[1])),
  );
  for (const call of calls) {
    const names = [...pathNames(call.path), ...Object.keys(fieldsOf(call))];
    expect(new Set(names.map(kebab)).size, id(call)).toBe(names.length);
    // a call's own limit is sent, and is the most rows that are printed
    for (const name of names.filter((one) => one !== 'limit'))
      expect(flags.has(kebab(name)), `${id(call)} ${name}`).toBe(false);
    for (const name of ['query', 'body']) expect(names, id(call)).not.toContain(name);
  }
});

test('every `response` names an export of its shapes', async () => {
  for (const service of all) {
    const shapes = ((await service.shapes?.()) ?? {}) as Record<string, unknown>;
    for (const call of Object.values(service.calls)) {
      if (call.response) expect(Object.keys(shapes), id(call)).toContain(call.response);
    }
  }
});

test('every summary is imperative: a verb first, no full stop', () => {
  const verbs =
    /^(Add|Apply|Build|Cancel|Change|Check|Claim|Confirm|Connect|Contact|Count|Create|Delete|Deposit|Disconnect|Dismiss|End|Find|Give|Join|Link|List|Log|Move|Order|Overwrite|Pay|Place|Precheck|Preview|Quote|Raise|Record|Refresh|Register|Remove|Render|Renew|Report|Request|Restore|Retry|Run|Search|Send|Set|Settle|Show|Sign|Start|Submit|Test|Withdraw)\b/;
  for (const call of calls) {
    expect(call.summary, id(call)).toMatch(verbs);
    expect(call.summary, id(call)).not.toMatch(/\.$/);
  }
});

test('closed enums of a path belong to parameters of that path', () => {
  for (const service of all) {
    const names = new Set(Object.values(service.calls).flatMap((call) => pathNames(call.path)));
    for (const name of Object.keys(Object.values(service.calls)[0]!.words))
      if (service.name !== 'user') expect(names).toContain(name);
  }
});

test('only the newest version of a call has a bare name', () => {
  const version = (path: string) => Number(/^\/v(\d+(?:\.\d+)?)\//.exec(path)?.[1] ?? 0);
  for (const service of all) {
    for (const call of Object.values(service.calls)) {
      const bare = service.calls[call.name.replace(/V\d+(_\d+)?$/, '')];
      if (bare && bare !== call) expect(version(bare.path), id(call)).toBeGreaterThan(version(call.path));
    }
  }
});

test('publicly known request fields are typed, all others stay open', () => {
  const typed = calls.filter((call) => (call.query && call.query !== open) || (call.body && call.body !== open));
  for (const call of typed) expect(Object.keys(fieldsOf(call)).length, id(call)).toBeGreaterThan(0);
  expect(calls.filter((call) => call.service === 'musubi' && typed.includes(call))).toEqual([]);
});

test('every call has a name with its version, which stays valid when a newer version takes the bare name', async () => {
  for (const { calls } of await catalogues()) {
    const all = Object.values(calls);
    expect(new Set(all.map(pinnedName)).size).toBe(all.length);
    for (const call of all) {
      const pinned = pinnedName(call);
      expect(callTyped(calls, pinned)).toBe(call);
      expect(callTyped(calls, pinned.replace(/v[\d.]+$/, 'v99'))).toBeUndefined();
    }
  }
  const { calls } = await catalogue('wallet');
  const { quoteSwap, ...older } = calls as Readonly<Record<string, Call>>;
  const newer = {
    ...older,
    quoteSwapV2: { ...quoteSwap!, name: 'quoteSwapV2' },
    quoteSwap: { ...quoteSwap!, path: '/v3/native-swap/{network}/quote' },
  };
  expect(pinnedName(quoteSwap!)).toBe('quote-swap-v2');
  expect(callTyped(newer, 'quote-swap-v2')?.path).toBe(quoteSwap!.path);
  expect(callTyped(newer, 'quote-swap')?.path).toBe('/v3/native-swap/{network}/quote');
});
