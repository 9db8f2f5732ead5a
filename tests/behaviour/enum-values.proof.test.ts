// Every enum value occurs: in a seeded response, at the end of a scenario, or as an accepted input.

import { expect, test } from 'vitest';
import { loadAllHandlers } from '../../sandbox/core/handlers.js';
import { describeShape } from '../../sandbox/core/shapes/describe.js';
import { seedUsers } from '../../sandbox/domains/people/user.js';
import { endpointModules } from '../../sandbox/service/endpoints/index.js';
import { loadStateMachines } from '../../sandbox/service/machine-registry.js';
import { sandboxOfTheFile } from '../../sandbox/tests/support.js';
import type { Call, Fields } from '../../src/services/catalogue/define.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import * as lists from '../../src/services/catalogue/words.js';

/** Enum values that never occur, each with the reason. */
const ofPosts = 'in the response to a POST, which this walk does not make; its own test has it';
const header = 'as a header: X-Auth-Client-Id, Accept-Language';
const all = (list: string, words: readonly string[], why: string) =>
  words.map((word) => [`${list} ${word}`, why] as const);
const uncarried: Readonly<Record<string, string>> = Object.fromEntries([
  ...all('AppUpdateState', lists.AppUpdateState, ofPosts),
  ...all('DiscountType', lists.DiscountType, ofPosts),
  ...all('PhoneVerificationResult', ['ALREADY_VERIFIED'], ofPosts),
  ...all('AuthClient', lists.AuthClient, header),
  ...all('Language', lists.Language, header),
]);

const sandbox = sandboxOfTheFile();

const listOf = new Map<string, string>(
  Object.entries(lists).map(([name, list]) => [JSON.stringify(list.map(String)), name]),
);
const nameOf = (words: readonly unknown[]) => listOf.get(JSON.stringify(words.map(String)));

/** The values at a path such as `rows[].status` or `[].type`. */
function valuesAt(value: unknown, path: string): unknown[] {
  const steps = path
    .split('.')
    .flatMap((part) => [part.replace(/(\[\])+$/, ''), ...(part.match(/\[\]/g) ?? [])])
    .filter(Boolean);
  const at = (one: unknown, step: string): unknown[] => {
    if (step === '[]') return Array.isArray(one) ? one : [];
    return one !== null && typeof one === 'object' ? [(one as Record<string, unknown>)[step]] : [];
  };
  return steps.reduce<unknown[]>((found, step) => found.flatMap((one) => at(one, step)), [value]);
}

/** Reads with enum values in their responses, and their paths. */
async function wordedReads() {
  const calls = (await catalogues())
    .flatMap(({ calls }) => Object.values(calls))
    .filter(({ method, as }) => method === 'GET' && as === 'json');
  const described = await Promise.all(
    calls.map(async (call) => ({ call, fields: (await describeShape(call.service, call.name)).fields })),
  );
  return described
    .map(({ call, fields }) => ({ call, worded: fields.filter(({ words }) => words && nameOf(words)) }))
    .filter(({ worded }) => worded.length > 0);
}

async function seenInResponses(): Promise<Map<string, Set<string>>> {
  const seen = new Map<string, Set<string>>();
  const reads = await wordedReads();
  for (const [index, { handle, deleted }] of seedUsers.filter((person) => !person.deleted).entries()) {
    const { accessToken } = await sandbox.signIn(handle);
    const ids = await sandbox.control('ids', { user: handle });
    // Public reads are the same for everyone.
    const requestedReads = reads
      .filter(({ call }) => index === 0 || call.auth !== 'public')
      .filter(({ call }) => !deleted && (!handle.startsWith('rider-') || call.service === 'ride-hailing'));
    for (const { call, worded } of requestedReads) {
      for (const path of pathsOf(call, ids)) {
        const { status, body } = await sandbox.get(path, { token: accessToken });
        if (status >= 400 && /\/\d+(\?|$)/.test(path)) break; // no more rows
        if (status >= 400) continue;
        for (const { path: at, words } of worded)
          for (const value of valuesAt(body, at).flat())
            seen.set(nameOf(words!)!, (seen.get(nameOf(words!)!) ?? new Set()).add(String(value)));
      }
    }
  }
  return seen;
}

/** The paths of a call: with each value of an enum in the path, and with each value of a required enum in the query. */
function pathsOf(call: Call, ids: Readonly<Record<string, string>>): string[] {
  const [, name] = /\{(\w+)\}/.exec(call.path) ?? [];
  const words = name === undefined ? undefined : call.words[name];
  const filled = (word?: string) =>
    `${call.service}${call.path.replace(/\{(\w+)\}/g, (_, at: string) => encodeURIComponent(at === name && word !== undefined ? word : (ids[`${call.service} ${call.name} ${at}`] ?? '1')))}`;
  const query = Object.entries((call.query === 'open' ? {} : (call.query ?? {})) as Fields)
    .filter(([, field]) => field.required)
    .map(([field, { words: known }]) => `${field}=${encodeURIComponent(String(known?.[0] ?? '1'))}`);
  const tail = query.length > 0 ? `?${query.join('&')}` : '';
  if (words) return words.map((word) => filled(String(word)) + tail);
  const ordinals = name === undefined ? [] : Array.from({ length: 30 }, (_, at) => filled(String(at + 1)));
  return [filled(), ...ordinals].map((path) => path + tail);
}

async function takenAsInput(): Promise<Set<string>> {
  const inputs = new Set<string>();
  for (const { name, calls } of await catalogues()) {
    const lines = await loadAllHandlers((await endpointModules[name as keyof typeof endpointModules]()).default);
    for (const call of Object.values(calls)) {
      const line = lines.get(call.name);
      const tables = [call.query, call.body, line?.query, line?.body].filter(
        (table): table is Fields => typeof table === 'object',
      );
      for (const table of tables)
        for (const { words } of Object.values(table)) if (words && nameOf(words)) inputs.add(nameOf(words)!);
      for (const words of Object.values(call.words)) if (nameOf(words)) inputs.add(nameOf(words)!);
    }
  }
  return inputs;
}

test('every enum value occurs, or is listed with the reason why not', { timeout: 120_000 }, async () => {
  const [seen, inputs] = [await seenInResponses(), await takenAsInput()];
  const ends = loadStateMachines()
    .flatMap(({ scenarios = {} }) => Object.values(scenarios))
    .join(' ');
  const missing = Object.entries(lists).flatMap(([name, list]) =>
    list
      .map(String)
      .filter((word) => !seen.get(name)?.has(word) && !inputs.has(name) && !new RegExp(`\\b${word}\\b`).test(ends))
      .map((word) => `${name} ${word}`),
  );
  expect(missing.filter((word) => !uncarried[word])).toEqual([]);
  expect(Object.keys(uncarried).filter((word) => !missing.includes(word))).toEqual([]);
});
