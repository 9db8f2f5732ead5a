// Checks the environment variables that override settings or affect the connection to the services.

import { X509Certificate } from 'node:crypto';
import { grantInUse } from '../../cli/command/granted.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { isUnderGrant } from '../../cli/settings/world.js';
import {
  type Proxies,
  proxiesOf,
  proxyAddress,
  proxyFor,
  proxyNames,
  proxyPasswords,
  proxyRemedy,
} from '../../services/http/proxies.js';
import { proxyVariables } from '../../services/http/proxy-variables.js';
import { identityVariable } from '../../session/identity-variable.js';
import { NotRegularFile, readPlainFile } from '../../session/plain-file.js';
import { baseAddress } from '../../session/profile.js';
import { expiryOf, isToken } from '../../session/stored-session.js';
import { type Check, type CheckResult, fault, note, ok, type Subject, valueOrUndefined } from './subject.js';

type Env = Subject['context']['world']['env'];

/** The checks of variables that affect a call. */
export const environmentChecks: readonly Check[] = [
  { check: 'TUK_TOKEN', run: tokenCheck },
  { check: 'TUK_GRANT', run: grantCheck },
  { check: 'proxies', run: proxyCheck },
  { check: 'NODE_EXTRA_CA_CERTS', run: ({ context }) => certificates(context, 'NODE_EXTRA_CA_CERTS') },
  { check: 'SSL_CERT_FILE', run: ({ context }) => certificates(context, 'SSL_CERT_FILE') },
  { check: 'NODE_TLS_REJECT_UNAUTHORIZED', run: ({ context }) => tlsVerification(context.world.env) },
  { check: 'NODE_DEBUG', run: ({ context }) => nodeDebug(context.world.env) },
  { check: 'NODE_OPTIONS', run: ({ context }) => nodeOptions(context.world.env) },
];

/** Checks NODE_DEBUG: for these values or a pattern of them Node logs requests with their tokens. */
function nodeDebug({ NODE_DEBUG: sections }: Env): CheckResult[] {
  if (!sections || !/http|tls|net|undici|fetch|\*/i.test(sections)) return [];
  return [fault('It makes Node log requests on stderr, with their tokens', 'unset NODE_DEBUG')];
}

function tokenCheck({ context: { world, out } }: Subject): CheckResult[] {
  const token = identityVariable(world.env, 'TUK_TOKEN')?.trim();
  if (token === undefined) return [];
  out.redact.add(token);
  if (!isToken(token)) return [fault('It contains a character that is not valid in a token', 'unset TUK_TOKEN')];
  const end = expiryOf(token);
  const ended = end !== undefined && end <= world.clock.now() ? `; it ended at ${new Date(end).toISOString()}` : '';
  return [
    note(`It overrides the stored session and is never renewed${ended}`, 'unset TUK_TOKEN to use the stored one'),
  ];
}

/** Checks the grant of the run. @throws as `grantInUse`, for a grant that is unknown, over or revoked */
async function grantCheck({ context }: Subject): Promise<CheckResult[]> {
  if (!isUnderGrant(context.world)) return [];
  const { id, calls, expiresAt } = (await grantInUse(context)).grant;
  return [ok(`A run changes only what the grant ${id} names, until ${expiresAt}: ${calls.join(', ')}`)];
}

/** The variables with an invalid proxy address. */
export const unusableProxies = (env: Env): string[] =>
  proxyVariables.filter((name) => env[name] && proxyAddress(env[name]) === undefined);

function proxyHost(address: string) {
  const { protocol, host } = new URL(proxyAddress(address)!);
  return `${protocol}//${host}`;
}

function proxyCheck(subject: Subject): CheckResult[] {
  const { world, out } = subject.context;
  const { env } = world;
  const bad = unusableProxies(env);
  if (bad.length > 0)
    return bad.map((name) => fault(`${name} is not the address of a proxy`, proxyRemedy(name, env[name] ?? '')));
  const proxies = proxiesOf(env);
  if (!proxies) return [ok('None')];
  const addresses = proxyVariables.map((name) => env[name] && proxyAddress(env[name]));
  for (const password of proxyPasswords(addresses)) out.redact.add(password);
  const descriptions = proxyVariables.flatMap((name) => (env[name] ? [`${name} ${proxyHost(env[name])}`] : []));
  const except = (env.no_proxy ?? env.NO_PROXY) ? ', and what NO_PROXY names' : '';
  const hosts = hostRoutes(subject, proxies);
  const routes = hosts.length === 0 ? '' : `. ${hosts.join(', ')}`;
  return [note(`${descriptions.join(', ')}; this machine itself is reached without${except}${routes}`)];
}

const mostHosts = 12;
/** The hosts of the checked services and their proxies; empty for the embedded sandbox. */
function hostRoutes({ settings, services, context }: Subject, proxies: Proxies) {
  const { env } = context.world;
  const resolved = valueOrUndefined(settings);
  if (!resolved || isEmbedded(resolved)) return [];
  const routes = new Map<string, string>();
  for (const service of services) {
    try {
      const address = baseAddress(resolved.of, service);
      const proxy = proxyFor(address, proxies, proxyNames(env));
      routes.set(
        new URL(address).host,
        proxy === undefined ? 'takes no proxy' : `takes ${proxy.shown} (${proxy.variable})`,
      );
    } catch {
      // the check of the base addresses reports a service without a usable address
    }
  }
  const lines = [...routes].map(([host, route]) => `${host} ${route}`);
  return lines.length > mostHosts ? [...lines.slice(0, mostHosts), `and ${lines.length - mostHosts} more`] : lines;
}

/** Checks a certificate file. Node only warns about a bad one. */
function certificates({ world }: Subject['context'], name: string): CheckResult[] {
  const file = world.env[name];
  if (!file) return [];
  const remedy = `name a file of certificates (PEM), or unset ${name}`;
  let text: string;
  try {
    text = readPlainFile(inWorkingFolder(world, file), { links: true, most: 16 * 1024 ** 2 });
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const message =
      error instanceof NotRegularFile
        ? `${file} ${error.message}`
        : `${file} cannot be read: ${(error as Error).message}`;
    return [fault(missing ? `${file} does not exist` : message, remedy)];
  }
  const blocks = text.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END [^-]*-----/g) ?? [];
  if (blocks.length === 0) return [fault(`${file} contains no certificates`, remedy)];
  const broken = blocks.filter((block) => !isCertificate(block)).length;
  if (broken > 0) return [fault(`${broken} of the ${blocks.length} certificates in ${file} cannot be read`, remedy)];
  return [ok(`${file}: ${blocks.length === 1 ? 'one certificate' : `${blocks.length} certificates`}`)];
}
function isCertificate(pem: string) {
  try {
    return new X509Certificate(pem.replaceAll(/(?:X509|TRUSTED) (?=CERTIFICATE)/g, '')).subject !== undefined;
  } catch {
    return false;
  }
}

function tlsVerification(env: Env): CheckResult[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  return [
    fault(
      'It is 0: no certificate is checked, and anyone between here and the services can read the tokens',
      'unset NODE_TLS_REJECT_UNAUTHORIZED',
    ),
  ];
}

/** Reports the names of the options. Their values may be secret. */
function nodeOptions(env: Env): CheckResult[] {
  const names = env.NODE_OPTIONS?.match(/(?<=^|\s)--?[\w-]+/g);
  return names ? [note(`Node runs with ${names.join(' ')}`, 'unset NODE_OPTIONS if this is not intended')] : [];
}
