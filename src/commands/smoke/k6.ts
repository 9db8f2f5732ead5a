// `tuk smoke --export k6`: a load script of the selected calls, for k6.

import type { Context } from '../../cli/context.js';
import { isEmbedded } from '../../cli/settings.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { standIns } from '../../services/http/curl.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { toParams } from '../../services/http/params.js';
import { router } from '../../services/http/path.js';
import { buildRequest, type RequestContext } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { baseAddress } from '../../session/profile.js';
import { skipReason, valuesFor } from './case.js';
import type { Plan } from './plan.js';
import { isRead, nameOf } from './selection.js';

interface LoadRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: 'token' | 'basic' | null;
}

/**
 * Prints the script; nothing is sent.
 * @throws {BadInput} for the embedded sandbox, and if every call needs an earlier response
 */
export async function printK6(plan: Plan, context: Context): Promise<number> {
  const settings = context.settings();
  if (isEmbedded(settings))
    throw new BadInput(
      'NO_ADDRESS',
      'The embedded sandbox has no address that k6 could load.',
      'Serve it: tuk sandbox serve. Then: tuk profile add NAME --base URL, and -p NAME',
    );
  const { calls, access, fixtures } = plan;
  const sources = { ...plan, responses: new Map(), now: context.world.clock.now() };
  const routes = new Map((await catalogues()).map((service) => [service.name, router(service.calls)]));
  const requestContext: RequestContext = {
    ...(await context.http().requestContext()),
    base: (service) => baseAddress(settings.of, service),
    credentials: standIns,
  };
  const requests: LoadRequest[] = [];
  const omitted: string[] = [];
  for (const call of calls) {
    const why = isRead(call)
      ? skipReason(call, { ...access, signedIn: true, basic: true }, fixtures)
      : 'it changes something';
    const resolved = why === undefined ? valuesFor(call, sources) : { missing: why };
    if ('missing' in resolved) {
      omitted.push(`${nameOf(call)}: ${resolved.missing}`);
      continue;
    }
    try {
      const request = await buildRequest(
        call,
        toParams(call, resolved.values),
        routes.get(call.service)!,
        requestContext,
      );
      requests.push(loadRequest(call, request));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      omitted.push(`${nameOf(call)}: ${error.message}`);
    }
  }
  if (requests.length === 0)
    throw new BadInput(
      'NOTHING_TO_CALL',
      'No selected call can be made from the values at hand.',
      'Give values: --values FILE',
    );
  await context.out.printText(context.out.redact.clean(scriptOf(requests, omitted, context.world.version)));
  context.log(
    `${counted(requests.length, 'call')}; ${omitted.length} need values of earlier responses or are left out: the script lists them`,
  );
  return 0;
}

function loadRequest(
  call: Call,
  { method, url, headers: { Authorization: auth, ...headers } }: HttpRequest,
): LoadRequest {
  const kind = auth === undefined ? null : call.auth === 'basic' ? 'basic' : 'token';
  return { name: `${call.service} ${kebab(call.name)}`, method, url, headers, auth: kind };
}

function scriptOf(requests: readonly LoadRequest[], omitted: readonly string[], version: string) {
  const comment = (text: string) => `// ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')}`;
  return `${[
    comment(`A load script for k6, made by tuk ${version}. Run it: k6 run -e TUK_TOKEN=... smoke.js`),
    comment(
      'TUK_TOKEN is an access token; TUK_BASIC_USER and TUK_BASIC_PASSWORD are for the calls of HTTP basic. VUS and DURATION set the load.',
    ),
    ...omitted.map((line) => comment(`not called: ${line}`)),
  ].join('\n')}
import { check } from 'k6';
import encoding from 'k6/encoding';
import http from 'k6/http';

const requests = ${JSON.stringify(requests, undefined, 2)};

export const options = {
  vus: Number(__ENV.VUS || 1),
  duration: __ENV.DURATION || '30s',
  thresholds: { checks: ['rate==1.0'] },
};

function authorization(kind) {
  if (kind === 'token' && __ENV.TUK_TOKEN) return { Authorization: \`Bearer \${__ENV.TUK_TOKEN}\` };
  if (kind === 'basic') return { Authorization: \`Basic \${encoding.b64encode(\`\${__ENV.TUK_BASIC_USER}:\${__ENV.TUK_BASIC_PASSWORD}\`)}\` };
  return {};
}

export default function () {
  for (const { name, method, url, headers, auth } of requests) {
    if (auth === 'token' && !__ENV.TUK_TOKEN) continue;
    if (auth === 'basic' && !__ENV.TUK_BASIC_USER) continue;
    const response = http.request(method, url, null, { headers: Object.assign({}, headers, authorization(auth)), tags: { name } });
    check(response, { [name + ': status is 2xx']: ({ status }) => status >= 200 && status < 300 });
  }
}
`;
}
