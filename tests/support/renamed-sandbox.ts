// A stub service that answers as the sandbox does, in other field names: it finds errors that the sandbox and the program have in common.
import { openEmbedded } from '../../src/cli/embedded-sandbox.js';
import { afterFile } from './cleanup.js';
import { respond, type Script } from './scripted-server.js';
import { now } from './time.js';
import { newHome } from './tuk.js';

/**
 * A script that answers with the changed responses of a seeded sandbox, to which mina is signed in, and `answers`, the texts that it sent.
 * Errors are sent unchanged: their names are public.
 */
export async function renamedSandbox(
  change: (value: unknown) => unknown,
): Promise<{ script: Script; answers: string[] }> {
  const sandbox = await openEmbedded({ clock: { now: () => now } }, `${newHome()}/sandbox.db`);
  afterFile(() => sandbox.close());
  const exchange = (method: string, path: string, headers: Readonly<Record<string, string>>, body: string) =>
    sandbox.exchange({ method, url: sandbox.url + path, isPathSecret: false, headers, body, timeout: 0, maxBody: 1e9 });
  const json = 'application/json';
  const signIn = await exchange('POST', '/_sandbox/token', { 'content-type': json }, '{"user":"mina"}');
  const authorization = `Bearer ${(JSON.parse(String(signIn.body)) as { accessToken: string }).accessToken}`;
  const answers: string[] = [];
  const script: Script = (socket, request) =>
    void exchange(request.method, request.path, { ...request.headers, authorization }, request.body).then(
      ({ status, headers, body }) => {
        const type = String(headers['content-type']);
        const text =
          status < 300 && type.startsWith(json) ? JSON.stringify(change(JSON.parse(String(body)))) : String(body);
        answers.push(text);
        respond(status, text, { 'content-type': type })(socket, request);
      },
    );
  return { script, answers };
}
