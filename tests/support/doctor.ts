// Runs `tuk doctor` on users of a stub service, and reads its findings.
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../src/commands/doctor/subject.js';
import { respond, type Script } from './scripted-server.js';
import { now } from './time.js';
import type { User } from './tuk.js';
import { stubUser } from './users.js';

type DoctorOptions = NonNullable<Parameters<User['run']>[1]>;

/** The exit code and the rows of a run, which asks one service. */
export async function look(who: User, argv = '--service clutch', options: DoctorOptions = {}) {
  const { code, stdout, stderr } = await who.run(`doctor --json ${argv}`, options);
  if (stdout === '') throw new Error(`${code} ${stderr}`);
  const rows = JSON.parse(stdout) as Finding[];
  return {
    ...{ code, stderr, rows, faults: rows.filter(({ result }) => result === 'fault').map(({ check }) => check) },
    row: (check: string) => rows.find((row) => row.check === check),
  };
}

/** The exit code, and the row of a check. */
export async function rowOf(who: User, check: string, options: DoctorOptions = {}) {
  const { code, row } = await look(who, undefined, options);
  return { code, ...row(check) };
}

/** A user of a healthy stub service, except for the responses to these paths. */
export function userOf(others: Readonly<Record<string, Script>> = {}, settings: Readonly<Record<string, string>> = {}) {
  const headers = { date: new Date(now).toUTCString() };
  const healthy = (at: string): Script =>
    at.endsWith('/metrics')
      ? respond(200, '# TYPE up gauge\nup 1\n', { 'content-type': 'text/plain', ...headers })
      : respond(200, at.endsWith('jwks.json') ? '{"keys":[{}]}' : '{"status":"ok"}', headers);
  const script: Script = (socket, request) => (others[request.path] ?? healthy(request.path))(socket, request);
  return stubUser(script, { signIn: false, settings });
}
export const jwt = (claims: object) =>
  `${['{}', JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.c2lnbmF0dXJl`;
export const saved = (more: object) =>
  JSON.stringify({ version: 1, generation: 3, savedAt: '2026-01-01T00:00:00.000Z', ...more });
/** Writes the session file of a profile, and returns its path. */
export function keepSession({ home }: User, text: string, profile = 'sandbox'): string {
  mkdirSync(path.join(home, 'sessions'), { recursive: true, mode: 0o700 });
  const file = path.join(home, `sessions/${profile}.json`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
/** What shows whether a file was changed, replaced or followed. */
export function stateOf(file: string) {
  const { ino, mode, size, mtimeMs, ctimeMs } = lstatSync(file);
  return { ino, mode, size, mtimeMs, ctimeMs };
}
