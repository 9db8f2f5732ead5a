// Users that are signed in: to the embedded sandbox, or to services of a test.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transferFields } from '../../src/things/operations.js';
import { exit } from './exit.js';
import { type ReceivedRequest, respondJson, type Script, scripted } from './scripted-server.js';
import { newHome, newUser, type User } from './tuk.js';

export const tokens = { accessToken: 'aaaa', refreshToken: 'rrrr' };

/** A user who is signed in to the embedded sandbox of a new home. */
export async function signedIn(as = 'mina'): Promise<User> {
  const user = newUser();
  await runOrThrow(user, `login --as ${as}`);
  return user;
}

/**
 * A user of a stub service with this script: the profile `box` is in use, signed in, and its field names are confirmed, so that it can
 * send transfers. `sent()` are the requests that change something, `METHOD path`.
 */
export async function stubUser(
  script: Script,
  {
    signIn = true,
    confirmed = true,
    settings = {},
    history = 'own',
    way,
  }: {
    readonly signIn?: boolean;
    readonly confirmed?: boolean;
    readonly settings?: Readonly<Record<string, string>>;
    /** `none`: the lists of what the account has sent are empty; else the script answers them. */
    readonly history?: 'own' | 'none';
    readonly way?: 'network';
  } = {},
) {
  const server = await scripted(history === 'own' ? script : withoutHistory(script), way);
  const user = newUser(newHome('empty'));
  await addProfile(user, 'box', `${server.url}/{service}`, confirmed);
  await runOrThrow(user, 'profile use box');
  if (signIn) await runOrThrow(user, 'login --tokens-stdin', JSON.stringify(tokens));
  for (const [key, value] of Object.entries(settings)) await runOrThrow(user, ['profile', 'set', 'box', key, value]);
  const changes = () => server.requests.filter(({ method }) => method !== 'GET');
  return { ...user, server, changes, sent: () => changes().map(({ method, path: at }) => `${method} ${at}`) };
}

/** The lists of what an account has sent, which a transfer with --client-ref reads first. */
export const historyPath = /\/(mvp\/history|withdrawals\/active|v1\/bridge-swap|v1\/swap|v1\/transactions)(\?|$)/;
/** A script whose lists of what the account has sent are empty. */
export const withoutHistory =
  (script: Script): Script =>
  (socket, request) =>
    (request.method === 'GET' && historyPath.test(request.path) ? respondJson([]) : script)(socket, request);

/** Creates a home with one signed-in profile whose field names are confirmed. `base` is a template such as `${url}/{service}`. Use it with `-p profileName`. */
export async function signedInHome(profileName: string, base: string, own: typeof tokens): Promise<string> {
  const user = newUser(newHome('empty'));
  await addProfile(user, profileName, base, true);
  await runOrThrow(user, ['login', '--tokens-stdin', '--profile', profileName], JSON.stringify(own));
  return user.home;
}

/** Adds a profile; `confirmed` confirms its assumed field names, which transfers outside a sandbox require. */
async function addProfile(user: User, name: string, base: string, confirmed: boolean): Promise<void> {
  await runOrThrow(user, ['profile', 'add', name, '--base', base]);
  if (confirmed) confirmFieldNames(user.home, name);
}

interface Config {
  readonly profiles: Readonly<Record<string, { readonly names?: Readonly<Record<string, string>> }>>;
}
/** Confirms the assumed field names of every call that moves value, in a profile. */
export function confirmFieldNames(home: string, profile: string): void {
  const file = path.join(home, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Config;
  const own = config.profiles[profile] ?? {};
  const names = { ...own.names, ...Object.fromEntries(Object.keys(transferFields).map((call) => [call, 'confirmed'])) };
  writeFileSync(file, JSON.stringify({ ...config, profiles: { ...config.profiles, [profile]: { ...own, names } } }));
}

async function runOrThrow(user: User, argv: string | readonly string[], stdin = ''): Promise<void> {
  const { code, stderr } = await user.run(argv, { stdin });
  if (code !== exit.ok)
    throw new Error(`tuk ${typeof argv === 'string' ? argv : argv.join(' ')} ended with ${code}: ${stderr}`);
}

/** A user with the profiles a and b, signed in with tokens of their own at one server, whose script follows from the profile. */
export async function userOfTwo(answer: (profile: string, request: ReceivedRequest) => Script) {
  const { url, requests } = await scripted((socket, request) =>
    answer(request.path.split('/')[1]!, request)(socket, request),
  );
  const user = newUser();
  for (const name of ['a', 'b']) {
    await user.run(['profile', 'add', name, '--base', `${url}/${name}/{service}`]);
    const stdin = `{"accessToken":"token-${name}","refreshToken":"r-${name}"}`;
    await user.run(`login --tokens-stdin -p ${name}`, { stdin });
  }
  return { ...user, requests };
}
