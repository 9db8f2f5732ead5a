// The sandbox as a service of another platform: every dialect has a server of its own over one world.
import { openEmbedded } from '../../../src/cli/embedded-sandbox.js';
import type { Call } from '../../../src/services/catalogue/define.js';
import { allCalls } from '../catalogue.js';
import { afterFile } from '../cleanup.js';
import { respond, type Script } from '../scripted-server.js';
import { now } from '../time.js';
import { newHome } from '../tuk.js';
import { type Dialect, Translator } from './dialect.js';

/** `offering` for listOfferings: what a response is about. */
const nounOf = ({ name }: Call) => {
  const noun = name
    .replace(/^(list|search|get|find|read|show)(Public|Own|Active)?/, '')
    .replace(/V\d(_\d)?$/, '')
    .replace(/(?<=Vehicle|Asset|Ride)(Product|Income)/, '$1');
  const one = noun
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch)es$/, '')
    .replace(/s$/, '');
  return one === '' ? 'thing' : one[0]!.toLowerCase() + one.slice(1);
};

/** Opens a seeded sandbox to which mina is signed in. @returns the function that makes a server of a dialect */
export async function secondPlatform() {
  const sandbox = await openEmbedded({ clock: { now: () => now } }, `${newHome()}/sandbox.db`);
  afterFile(() => sandbox.close());
  const json = 'application/json';
  const exchange = (method: string, path: string, headers: Readonly<Record<string, string>>, body: string) =>
    sandbox.exchange({ method, url: sandbox.url + path, isPathSecret: false, headers, body, timeout: 0, maxBody: 1e9 });
  const signIn = await exchange('POST', '/_sandbox/token', { 'content-type': json }, '{"user":"mina"}');
  const authorization = `Bearer ${(JSON.parse(String(signIn.body)) as { accessToken: string }).accessToken}`;
  const routes = (await allCalls())
    .map((call) => ({
      noun: nounOf(call),
      method: call.method,
      pattern: new RegExp(`^/${call.service}${call.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      holes: call.path.split('{').length,
    }))
    .sort((a, b) => a.holes - b.holes);
  return (
    dialect: Dialect,
  ): { readonly script: Script; readonly translator: Translator; readonly answers: string[] } => {
    const translator = new Translator(dialect);
    const answers: string[] = [];
    const script: Script = (socket, request) => {
      const path = translator.ownIn(request.path);
      void exchange(request.method, path, { ...request.headers, authorization }, translator.ownIn(request.body)).then(
        ({ status, headers, body }) => {
          const type = String(headers['content-type']);
          const at = path.replace(/\?.*/, '');
          const noun =
            routes.find(({ method, pattern }) => method === request.method && pattern.test(at))?.noun ?? 'thing';
          const isJson = type.startsWith(json) && String(body) !== '';
          const answer = isJson ? translator.response(status, String(body), noun) : { status, text: String(body) };
          answers.push(`${request.method} ${request.path} ${answer.status} ${answer.text}`);
          respond(answer.status, answer.text, { 'content-type': type })(socket, request);
        },
      );
    };
    return { script, translator, answers };
  };
}
