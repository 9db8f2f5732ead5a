// The address of a shared ledger: postgres://ROLE@HOST:PORT/DATABASE?schema=NAME, its password, and its TLS.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { isLoopback } from '../../services/http/security.js';
import { excessMode } from '../../services/platform/owner.js';
import { NotRegularFile, readPlainFile } from '../../session/plain-file.js';

/** How to connect to a shared ledger. */
export interface LedgerAddress {
  /** The address without the password. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly schema: string;
  /** Undefined if no source has one: the server may not ask for it. */
  readonly password: string | (() => Promise<string>) | undefined;
  /** Its name for a file. */
  readonly fileName: string;
  readonly ssl: ConnectionOptions | false;
}

const example = 'Write it like postgres://tuk@db.example.com/desk, with ?schema=NAME for another schema than tuk.';
const bad = (why: string): BadInput => new BadInput('BAD_VALUE', `The address of a ledger ${why}.`, example);
const settings = ['schema', 'sslmode', 'sslrootcert'];

/**
 * Parses the address of a shared ledger.
 * @param where the password, if neither the address nor a file has it; the file of passwords
 * @throws {BadInput} BAD_VALUE, without repeating the address; {LocalFailure} LEDGER_UNUSABLE for a file that cannot be read
 */
export function parseAddress(
  text: string,
  {
    password,
    passwordFile,
  }: { readonly password?: string | undefined; readonly passwordFile?: string | undefined } = {},
): LedgerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) throw bad('begins with postgres://');
  const { hostname: name, searchParams } = url;
  const [user, database] = [url.username, url.pathname.slice(1)].map(decodeURIComponent) as [string, string];
  if (name === '' || user === '' || !/^[\w-]+$/.test(database)) throw bad('names a role, a host and a database');
  const stray = [...searchParams.keys()].find((key) => !settings.includes(key));
  if (stray !== undefined) throw bad(`has no ${JSON.stringify(stray.slice(0, 30))}`);
  const schema = searchParams.get('schema') ?? 'tuk';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw bad('has a schema of small letters, digits and _');
  const host = name.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 5432);
  const shown = `postgres://${encodeURIComponent(user)}@${name}:${port}/${database}?schema=${schema}`;
  const found =
    url.password === ''
      ? (password ?? inFile(passwordFile, [host, String(port), database, user]))
      : decodeURIComponent(url.password);
  const fileName = createHash('sha256').update(shown).digest('hex').slice(0, 16);
  return { shown, fileName, host, port, user, database, schema, password: found, ssl: tlsOf(host, searchParams) };
}

/** TLS with a certificate that is checked, unless the server is on this machine. @throws {BadInput} */
function tlsOf(host: string, settingsOf: URLSearchParams): ConnectionOptions | false {
  const mode = settingsOf.get('sslmode') ?? (isLoopback(host) ? 'disable' : 'verify-full');
  if (mode === 'disable') {
    if (isLoopback(host)) return false;
    throw bad('of another machine needs TLS: sslmode=disable is for this machine only');
  }
  if (mode !== 'verify-full') throw bad('has sslmode=verify-full, or disable on this machine');
  const file = settingsOf.get('sslrootcert');
  if (file === null) return { servername: host };
  try {
    return { servername: host, ca: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new LocalFailure('LEDGER_UNUSABLE', `The certificate ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** The password in a file of lines `host:port:database:role:password`; a star stands for any, \ for the next character. */
function inFile(file: string | undefined, wanted: readonly string[]): string | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readPlainFile(file, {
      links: true,
      check: (stats) => {
        if (excessMode(stats) !== undefined) throw new NotRegularFile('can be read by others (chmod 600)');
      },
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new LocalFailure(
      'LEDGER_UNUSABLE',
      `The password file ${file} ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
  for (const line of text.split('\n')) {
    const fields = (line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((one) =>
      one.replace(/:$/, '').replace(/\\(.)/g, '$1'),
    );
    if (!line.startsWith('#') && wanted.every((value, at) => fields[at] === '*' || fields[at] === value))
      return fields[4];
  }
  return undefined;
}
