// A stub service that answers as the sandbox does, in other field names: it finds errors that the sandbox and the program have in common.
import { vi } from 'vitest';
import { openEmbedded } from '../../src/cli/command/embedded-sandbox.js';
import { afterFile } from './cleanup.js';
import { type ReceivedRequest, respond, type Script } from './scripted-server.js';
import { now } from './time.js';
import { newHome } from './tuk.js';

/** The answer of a stub service to a request, made of the JSON text that the sandbox answers. */
type Answer = (
  status: number,
  text: string,
  request: ReceivedRequest,
) => { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> };
interface Service {
  readonly script: Script;
  /** The texts that it sent. */
  readonly answers: string[];
}

/**
 * Opens a seeded sandbox to which mina is signed in.
 * @returns the function that makes a stub service over it; `own` translates the paths and the bodies of requests
 */
export async function sandboxServices(): Promise<(answer: Answer, own?: (text: string) => string) => Service> {
  const clock = () => (vi.isFakeTimers() ? Date.now() : now);
  const sandbox = await openEmbedded({ clock: { now: clock } }, `${newHome()}/sandbox.db`, () => {});
  afterFile(() => sandbox.close());
  const exchange = (method: string, path: string, headers: Readonly<Record<string, string>>, body: string) =>
    sandbox.exchange({ method, url: sandbox.url + path, isPathSecret: false, headers, body, timeout: 0, maxBody: 1e9 });
  const json = 'application/json';
  const signIn = await exchange('POST', '/_sandbox/token', { 'content-type': json }, '{"user":"mina"}');
  const authorization = `Bearer ${(JSON.parse(String(signIn.body)) as { accessToken: string }).accessToken}`;
  return (answer, own = (text) => text) => {
    const answers: string[] = [];
    const script: Script = (socket, request) => {
      const asked = { ...request, path: own(request.path), body: own(request.body) };
      void exchange(asked.method, asked.path, { ...asked.headers, authorization }, asked.body).then((response) => {
        const [type, body] = [String(response.headers['content-type']), String(response.body)];
        const isJson = type.startsWith(json) && body !== '';
        const { status, text, headers } = isJson
          ? answer(response.status, body, request)
          : { status: response.status, text: body, headers: {} };
        answers.push(text);
        respond(status, text, { 'content-type': type, ...headers })(socket, request);
      });
    };
    return { script, answers };
  };
}

/** A service that answers with the changed responses of the sandbox. Errors are sent unchanged: their names are public. */
export const renamedSandbox = async (change: (value: unknown) => unknown): Promise<Service> =>
  (await sandboxServices())((status, text) => ({
    status,
    text: status < 300 ? JSON.stringify(change(JSON.parse(text))) : text,
  }));
