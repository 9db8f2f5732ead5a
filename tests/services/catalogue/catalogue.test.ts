// The catalogue against endpoints.tsv in both directions, and the invariants of the house.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { globalFlags } from '../../../src/cli/options.js';
import { type Call, type Fields, kebab, open, pathNames, type Service } from '../../../src/services/catalogue/define.js';
import { catalogues, serviceNames } from '../../../src/services/catalogue/index.js';
import { knownFields } from '../../../src/services/http/params.js';
import { router } from '../../../src/services/http/path.js';

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
const all: Service[] = await catalogues();
const calls: Call[] = all.flatMap((service) => Object.values(service.calls));
const id = (call: Call) => `${call.service} ${call.method} ${call.path}`;
const fieldsOf = (call: Call): Fields => ({ ...knownFields(call.query), ...knownFields(call.body) });

test('holds every row of endpoints.tsv and no other', () => {
  const wanted = fixture('endpoints.tsv').map(([service, method, path, auth, query, body]) =>
    [service, method, path, auth === 'jwt' ? 'signed-in' : auth, query ? 'q' : '', body ? 'body' : ''].join(' '),
  );
  const held = calls.map((call) => [id(call), call.auth, call.query ? 'q' : '', call.body ? 'body' : ''].join(' '));
  expect(held.toSorted()).toEqual(wanted.toSorted());
  expect(held).toHaveLength(337);
});

test('classifies the effect and the marks of every call', () => {
  const wanted = fixture('effects.tsv').map(
    ([service, method, path, effect, marks = '']) => `${service} ${method} ${path} ${effect} ${marks}`,
  );
  const held = calls.map(
    (call) => `${id(call)} ${call.effect} ${[call.session && 'session', call.final && 'final'].filter(Boolean).join(' ')}`,
  );
  expect(held.toSorted()).toEqual(wanted.toSorted());
});

test('the table of services holds what the catalogues call themselves', () => {
  expect(all.map((service) => service.name)).toEqual(serviceNames);
});

test('no two calls of a service share a method and a path, or a command-line name', () => {
  for (const service of all) {
    const own = Object.values(service.calls);
    expect(new Set(own.map((call) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(own.length);
    expect(new Set(own.map((call) => kebab(call.name))).size).toBe(own.length);
  }
});

test('no path is ambiguous: a filled path leads back to its own call', () => {
  for (const service of all) {
    const routes = router(service.calls);
    for (const call of Object.values(service.calls)) {
      const match = routes.match(call.method, call.path.replace(/\{(\w+)\}/g, 'value-of-$1'));
      expect(match?.call.path, id(call)).toBe(call.path);
      expect(match?.values).toEqual(Object.fromEntries(pathNames(call.path).map((name) => [name, `value-of-${name}`])));
    }
  }
});

test('no field of a call shadows a global flag, and none stands for two things', () => {
  const flags = new Set(globalFlags.flatMap((flag) => [...flag.flags.matchAll(/--([\w-]+)/g)].map((match) => match[1])));
  for (const call of calls) {
    const names = [...pathNames(call.path), ...Object.keys(fieldsOf(call))];
    expect(new Set(names.map(kebab)).size, id(call)).toBe(names.length);
    for (const name of names) expect(flags.has(kebab(name)), `${id(call)} ${name}`).toBe(false);
    for (const name of ['query', 'body']) expect(names, id(call)).not.toContain(name);
  }
});

test('every `gives` names an export of its shapes', async () => {
  for (const service of all) {
    const shapes = ((await service.shapes?.()) ?? {}) as Record<string, unknown>;
    for (const call of Object.values(service.calls)) {
      if (call.response) expect(Object.keys(shapes), id(call)).toContain(call.response);
    }
  }
});

test('help is in the imperative: a verb first, no full stop', () => {
  const verbs =
    /^(Add|Apply|Ask|Bring|Build|Cancel|Change|Check|Claim|Confirm|Connect|Count|Create|Delete|Disconnect|Dismiss|End|Find|Give|Join|Link|List|Log|Make|Move|Order|Overwrite|Pay|Place|Quote|Raise|Record|Register|Remove|Renew|Report|Restore|Run|Say|Search|Send|Set|Settle|Show|Sign|Start|Submit|Take|Test|Write)\b/;
  for (const call of calls) {
    expect(call.summary, id(call)).toMatch(verbs);
    expect(call.summary, id(call)).not.toMatch(/\.$/);
  }
});

test('path words belong to names that stand in a path', () => {
  for (const service of all) {
    const names = new Set(Object.values(service.calls).flatMap((call) => pathNames(call.path)));
    for (const name of Object.keys(Object.values(service.calls)[0]!.words)) if (service.name !== 'user') expect(names).toContain(name);
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

test('what is public of requests is typed, and what is not stays open', () => {
  const typed = calls.filter((call) => (call.query && call.query !== open) || (call.body && call.body !== open));
  for (const call of typed) expect(Object.keys(fieldsOf(call)).length, id(call)).toBeGreaterThan(0);
  expect(calls.filter((call) => call.service === 'musubi' && typed.includes(call))).toEqual([]);
});
