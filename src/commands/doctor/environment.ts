// The environment: what it names that goes before the settings, or stands between this machine and the services.
import { X509Certificate } from 'node:crypto';
import path from 'node:path';
import { proxiesOf, proxyAddress, proxyPasswords } from '../../services/http/proxies.js';
import { proxyVariables } from '../../services/http/proxy-variables.js';
import { NotPlain, readPlainFile } from '../../session/plain-file.js';
import { endOf, isToken } from '../../session/store.js';
import { type Check, type Found, fault, note, ok } from './finding.js';
import type { Subject } from './subject.js';

type Env = Subject['context']['world']['env'];

/** Everything that a variable can do to a call. */
export const environmentChecks: readonly Check<Subject>[] = [
  { check: 'TUK_TOKEN', look: tokenGiven },
  { check: 'proxies', look: ({ context }) => proxies(context) },
  { check: 'NODE_EXTRA_CA_CERTS', look: ({ context }) => certificates(context, 'NODE_EXTRA_CA_CERTS') },
  { check: 'SSL_CERT_FILE', look: ({ context }) => certificates(context, 'SSL_CERT_FILE') },
  { check: 'NODE_TLS_REJECT_UNAUTHORIZED', look: ({ context }) => unchecked(context.world.env) },
  { check: 'NODE_OPTIONS', look: ({ context }) => nodeOptions(context.world.env) },
];

function tokenGiven({ context: { world, redact } }: Subject): Found[] {
  const token = world.env.TUK_TOKEN?.trim();
  if (!token) return [];
  redact.add(token);
  if (!isToken(token)) return [fault('It holds a character that no token may hold', 'unset TUK_TOKEN')];
  const end = endOf(token);
  const ended = end !== undefined && end <= world.clock.now() ? `; it ended at ${new Date(end).toISOString()}` : '';
  return [note(`It goes before the stored session and is never renewed${ended}`, 'unset TUK_TOKEN to use the stored one')];
}

/** The variables that name a proxy which cannot be used. */
export const unusableProxies = (env: Env): string[] => proxyVariables.filter((name) => env[name] && proxyAddress(env[name]) === undefined);

/** Where a proxy is, without the password that its address may hold. */
function proxyHost(address: string): string {
  const { protocol, host } = new URL(proxyAddress(address)!);
  return `${protocol}//${host}`;
}

function proxies({ world: { env }, redact }: Subject['context']): Found[] {
  const bad = unusableProxies(env);
  if (bad.length > 0)
    return bad.map((name) => fault(`${name} holds no address of a proxy`, `write it like http://host:port, or unset ${name}`));
  if (!proxiesOf(env)) return [ok('None')];
  const addresses = proxyVariables.map((name) => env[name] && proxyAddress(env[name]));
  for (const password of proxyPasswords(addresses)) redact.add(password);
  const named = proxyVariables.flatMap((name) => (env[name] ? [`${name} ${proxyHost(env[name])}`] : []));
  const except = (env.no_proxy ?? env.NO_PROXY) ? ', and what NO_PROXY names' : '';
  return [note(`${named.join(', ')}; this machine itself is reached without${except}`)];
}

/** Whether a file of certificates is what it should be: Node only warns of one that is not. */
function certificates({ world }: Subject['context'], name: string): Found[] {
  const file = world.env[name];
  if (!file) return [];
  const mend = `name a file of certificates (PEM), or unset ${name}`;
  let text: string;
  try {
    text = readPlainFile(path.resolve(world.cwd, file), { links: true, most: 16 * 1024 ** 2 });
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const says = error instanceof NotPlain ? `${file} ${error.message}` : `${file} cannot be read: ${(error as Error).message}`;
    return [fault(missing ? `There is no file ${file}` : says, mend)];
  }
  const blocks = text.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END [^-]*-----/g) ?? [];
  if (blocks.length === 0) return [fault(`${file} holds no certificates`, mend)];
  const broken = blocks.filter((block) => !isCertificate(block)).length;
  if (broken > 0) return [fault(`${broken} of the ${blocks.length} certificates in ${file} cannot be read`, mend)];
  return [ok(`${file}: ${blocks.length === 1 ? 'one certificate' : `${blocks.length} certificates`}`)];
}
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem.replaceAll(/(?:X509|TRUSTED) (?=CERTIFICATE)/g, '')).subject !== undefined;
  } catch {
    return false;
  }
}

function unchecked(env: Env): Found[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  return [
    fault(
      'It is 0: no certificate is checked, and anyone between here and the services can read the tokens',
      'unset NODE_TLS_REJECT_UNAUTHORIZED',
    ),
  ];
}

/** The names of the options only: their values may be anything. */
function nodeOptions(env: Env): Found[] {
  const names = env.NODE_OPTIONS?.match(/(?<=^|\s)--?[\w-]+/g);
  return names ? [note(`Node is run with ${names.join(' ')}`, 'unset NODE_OPTIONS if that is not meant')] : [];
}
