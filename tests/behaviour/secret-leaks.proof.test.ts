// Secret leaks: every command and every call at -vv against services that echo requests; no secret on stdout, on stderr or in a file.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { type Field, kebab, pathNames } from '../../src/services/catalogue/define.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import { knownFields } from '../../src/services/http/params.js';
import { allCalls } from '../support/catalogue.js';
import { type ReceivedRequest, respond, type Script, scripted } from '../support/scripted-server.js';
import { argvOf, newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const secrets = {
  access: 'eyJhbGciOiJub25lIn0.canary-access-7f3a.sig~+/=',
  refresh: 'canary-refresh-91bd/+==',
  basic: 'canary "basic" p\\ss/wörd+&= 44',
  key: '4c0883a69102937d6231471b5dbb6204fe512961708279f1d7b1b8e7e8b1b1e1',
  phrase:
    'antenna guess solve guard cross scrap leg check three art galaxy sail jacket fade tool frost false tree relief mule sock future rail abuse',
  init: 'user=%7B%22id%22%3A1%7D&hash=canary-init-55aa',
  code: 'canary-code-08c1',
  sns: 'canary-sns-6be2',
  share: '{"share":{"share":"canary-share-2f9d","shareIndex":"1"},"polynomialID":"p"}',
};
const inner = { ...secrets, share: 'canary-share-2f9d' };

/** A secret in all its encodings. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const based = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  return [secret, json, JSON.stringify(json).slice(1, -1), percent, percent.toLowerCase(), ...based];
}
function leaks(text: string): string[] {
  const found = Object.entries(inner).filter(([, secret]) => forms(secret).some((form) => text.includes(form)));
  const pair = Buffer.from(`canary:${secrets.basic}`).toString('base64').slice(0, 24);
  return [...found.map(([name]) => name), ...(text.includes(pair) ? ['basic pair'] : [])];
}

const repeated = ({ path: at, headers, body }: ReceivedRequest) => JSON.stringify({ at, headers, body });
const inHeader = (request: ReceivedRequest) => ({ 'x-repeated': repeated(request).replace(/[^\u0020-\u007e]/g, '') });
/** The behaviours of a service that receives a secret. It has no data of its own. */
const services: Readonly<Record<string, (request: ReceivedRequest) => Script>> = {
  'takes it and repeats it in a header': (request) => respond(200, '{}', inHeader(request)),
  'refuses it and repeats it in words': (request) =>
    respond(400, JSON.stringify({ message: repeated(request), code: 'NO', token: secrets.access }), inHeader(request)),
  'ends the session and repeats it': (request) =>
    respond(401, JSON.stringify({ message: repeated(request), code: 'EXPIRED_SESSION' }), inHeader(request)),
  'breaks, with a page that repeats it': (request) =>
    respond(502, `<html>${repeated(request)}`, { 'content-type': 'text/html', ...inHeader(request) }),
};

async function user(service: (request: ReceivedRequest) => Script) {
  const server = await scripted((socket, request) => service(request)(socket, request));
  const user = newUser();
  const files = {
    'tokens.json': JSON.stringify({ accessToken: secrets.access, refreshToken: secrets.refresh }),
    'wallet.json': secrets.key,
    'phrase.txt': secrets.phrase,
    'data.txt': secrets.init,
    'code.json': JSON.stringify({ type: 'WEB3', code: secrets.code }),
    'token.txt': secrets.sns,
    'code.txt': secrets.code,
    'share.json': secrets.share,
    'message.txt': 'I own this address',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(user.home, name), text);
  const profiles = { staging: { base: `${server.url}/{service}` } };
  writeFileSync(path.join(user.home, 'config.json'), JSON.stringify({ current: 'staging', profiles }));
  confirmFieldNames(user.home, 'staging');
  const sessions = path.join(user.home, 'sessions');
  mkdirSync(sessions, { mode: 0o700 });
  const pair = { accessToken: secrets.access, refreshToken: secrets.refresh };
  const session = JSON.stringify({ version: 1, generation: 1, savedAt: new Date(0).toISOString(), ...pair });
  const signIn = () => writeFileSync(path.join(sessions, 'staging.json'), session, { mode: 0o600 });
  const env = { TUK_BASIC_USER: 'canary', TUK_BASIC_PASSWORD: secrets.basic };
  return {
    server,
    home: user.home,
    /** Runs a command line as a shell would, with `< FILE`, signed in. */
    async run(line: string) {
      signIn();
      const [command = '', from] = line.split(' < ');
      const argv = argvOf(command);
      const stdin = from === undefined ? '' : readFileSync(path.join(user.home, from.trim()), 'utf8');
      return user.run([...argv, '-vv'], { stdin, env });
    },
    /** Every file except the session and the test's own. */
    written: () =>
      readdirSync(user.home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !(entry.name in files) && !entry.parentPath.endsWith('sessions'))
        .map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'latin1')] as const),
  };
}

/** Valid recipients, since the guard refuses any other text. */
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The output options that may print a secret. */
const meant = /^auth (token|code)\b/;

describe.each(Object.entries(services))('a service that %s', (kind, service) => {
  // a dry run never reaches a service, so one run is enough
  const isFirst = kind === Object.keys(services)[0];
  const forms = isFirst ? ['', ' --json', ' --dry-run', ' --print-curl'] : [''];

  test('every example of every command', { timeout: 120_000 }, async () => {
    const one = await user(service);
    const lines: string[] = [];
    const firstExamples = new Set<string>(); // other output formats run once per command
    for (const name of groupNames.filter((group) => group !== 'sandbox'))
      for (const command of (await groups[name].load()).group.commands)
        for (const [at, example] of command.examples.filter((line) => line.startsWith('tuk ')).entries()) {
          const line = example
            .slice('tuk '.length)
            .split(' | ')[0]!
            .replaceAll(/<\w+>/g, 'x')
            .replace(' --dry-run', '')
            .replace(/ --max-wait \S+/, '')
            .replace(/^learn(?= |$)(?! show| schema)/, '$& --rate 999/s')
            .replace(/^((?:.* )?(?:wait|watch)(?: .*)?)$/, '$1 --max-wait 200ms');
          lines.push(line);
          if (at === 0) firstExamples.add(line);
        }
    const more = [
      'login web3 --key-file wallet.json',
      'login web3 --key-stdin < phrase.txt',
      'login privy < token.txt',
      'login code < code.json',
      'login ride --file - < data.txt',
    ];
    for (const line of more) firstExamples.add(line);
    // a service reacts to the command, not to the example, so one example each is enough for the others
    for (const line of isFirst ? [...lines, ...more] : firstExamples) {
      const [command = '', from] = line.split(' < ');
      for (const more of firstExamples.has(line) ? forms : ['']) {
        const form = `${command}${more}${from === undefined ? '' : ` < ${from}`}`;
        const { stdout, stderr } = await one.run(form);
        expect(leaks(meant.test(form) ? stderr : stdout + stderr), form).toEqual([]);
      }
    }
    expect(lines.length).toBeGreaterThan(40);
    expect(one.written().flatMap(([name, text]) => leaks(text).map((leak) => `${name}: ${leak}`))).toEqual([]);
  });

  test('every call of the catalogue, with secrets as its parameters', { timeout: 120_000 }, async () => {
    const one = await user(service);
    const unsent: string[] = [];
    let made = 0;
    for (const { name, calls } of await catalogues()) {
      for (const call of Object.values(calls)) {
        const values = pathNames(call.path).map(
          (value) => call.words[value]?.[0] ?? (/address$/i.test(value) ? address : 'x'),
        );
        const fields = Object.entries({ ...knownFields(call.query), ...knownFields(call.body) });
        const value = ({ words, kind, secret }: Field) =>
          secret ? secrets.sns : (words?.[0] ?? { number: 1, boolean: true, json: {}, text: 'x', word: 'x' }[kind]);
        const given = fields.map(([field, how]) => {
          if (/address$/i.test(field)) return [field, address];
          return [field, /amount$/i.test(field) && !how.secret ? '1' : value(how)];
        });
        writeFileSync(path.join(one.home, 'token.txt'), JSON.stringify(Object.fromEntries(given))); // secrets never come from the command line
        const input = fields.length > 0 ? ' --input token.txt' : '';
        const before = one.server.requests.length;
        const line = ['api', name, kebab(call.name), ...values].join(' ');
        const { stdout, stderr } = await one.run(`${line} --new-recipient --yes${input}`);
        expect(leaks(stdout + stderr), line).toEqual([]);
        if (one.server.requests.length === before) unsent.push(`${name} ${call.name}: ${stderr}`);
        made++;
      }
    }
    expect(made).toBe((await allCalls()).length);
    expect(unsent).toEqual([]);
  });
});
