// Reads the catalogue of the program, and the fixtures taken from the specification.
import { readFileSync } from 'node:fs';
import type { Call } from '../../src/services/catalogue/define.js';
import type { MoneyEndpoint } from '../../src/services/catalogue/endpoint-types.js';
import { catalogues, findCall } from '../../src/services/catalogue/index.js';

/** All calls of all services. Counts in tests derive from here; only the catalogue's own test compares it with the fixture. */
export const allCalls = async (): Promise<readonly Call[]> =>
  (await catalogues()).flatMap(({ calls }) => Object.values(calls));

/** One call of each service for each method: enough where what is tested does not differ from call to call. */
export async function sampleCalls(): Promise<readonly Call[]> {
  const kinds = new Map((await allCalls()).map((call) => [`${call.service} ${call.method}`, call]));
  return [...kinds.values()];
}

/** A call that moves value. */
export async function moneyCall(endpoint: MoneyEndpoint): Promise<Call> {
  const [service, name] = endpoint.split(' ') as [string, string];
  return (await findCall(service, name))!;
}

const rows = (name: string): string[][] =>
  readFileSync(new URL(`../fixtures/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** One endpoint of the list of calls. */
interface Endpoint {
  /** `user GET /v1/x/{id}`. */
  readonly id: string;
  readonly service: string;
  readonly auth: string;
  readonly query: boolean;
  readonly body: boolean;
}

/** The rows of endpoints.tsv. */
export const endpointFixture = (): Endpoint[] =>
  rows('endpoints').map(([service = '', method, path, auth = '', query = '', body = '']) => ({
    ...{ id: `${service} ${method} ${path}`, service, auth: auth === 'jwt' ? 'signed-in' : auth },
    ...{ query: query !== '', body: body !== '' },
  }));

/** The rows of effects.tsv: the effect of each endpoint, and the marks `session` and `final`. */
export const effectFixture = (): { readonly id: string; readonly effect: string; readonly marks: string }[] =>
  rows('effects').map(([service, method, path, effect = '', marks = '']) => ({
    ...{ id: `${service} ${method} ${path}`, effect, marks },
  }));
