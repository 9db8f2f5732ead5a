// `tuk api show`: prints the catalogue's entry of one call.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import { isEmbedded } from '../../cli/settings.js';
import { openLearned } from '../../engine/request/learned.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, type Fields, kebab, open, pathNames, pinnedName } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { schemasOfCall } from '../../services/openapi.js';
import { baseAddress } from '../../session/profile.js';

export async function show({ positionals }: Arguments, context: Context): Promise<number> {
  const call = callNamed(await catalogue(serviceNamed(positionals[0]!)), positionals[1]!);
  const { service, name, method, path, auth, effect, as, response, signed, final, session, secret, warn, pages } = call;
  const sheet = {
    service,
    call: kebab(name),
    pinned: pinnedName(call),
    is: call.summary,
    method,
    path,
    auth,
    effect,
    answer: as === 'json' ? (response === undefined ? 'json, fields not public' : `json, ${response}`) : as,
    ...(pathNames(path).length > 0
      ? { values: pathNames(path).map((one) => ({ name: one, ...(call.words[one] ? { words: call.words[one] } : {}) })) }
      : {}),
    ...(call.query ? { query: fieldRows(call.query) } : {}),
    ...(call.body ? { body: fieldRows(call.body) } : {}),
    ...(await assumedRows(call, context)),
    ...(signed ? { signed } : {}),
    ...(final ? { final } : {}),
    ...(session ? { session } : {}),
    ...(secret ? { secret } : {}),
    ...(warn ? { warn } : {}),
    ...(pages ? { pages: Object.keys(pages.from) } : {}),
    ...(await observedFacts(call, context)),
    ...(await wireFacts(call, context)),
    example: example(call),
  };
  await context.out.print(JSON.stringify(sheet));
  return 0;
}

/** The assumed field names of a call: what each is for, and whether the profile confirms or replaces it. */
async function assumedRows({ service, name }: Call, context: Context): Promise<object> {
  const settings = context.settings();
  const assumed = await assumedFields({ service, name });
  if (!assumed) return {};
  const names = settings.of.names ?? {};
  const confirmed = names[`${service} ${name}`] === 'confirmed';
  const rows = Object.entries(assumed).map(([option, field]) => {
    const replacement = names[`${service} ${name} ${option}`];
    const origin = replacement === undefined ? (confirmed ? 'confirmed by the profile' : 'assumed: not public') : 'given by the profile';
    return { name: replacement ?? field, for: kebab(option), known: origin };
  });
  return { assumed: rows };
}

/** What code needs that makes the call: its address with the profile in use, headers, status and schemas; left out on a terminal, where nobody reads them. */
async function wireFacts(call: Call, context: Context): Promise<object> {
  if (context.world.stdout.isTTY && context.out.options.format === undefined) return {};
  const settings = context.settings();
  const base = isEmbedded(settings) ? `http://sandbox.localhost/${call.service}` : addressOf(call, context);
  const authorization: Readonly<Record<Call['auth'], string | undefined>> = {
    public: undefined,
    'signed-in': 'Bearer ACCESS_TOKEN',
    refresh: 'Bearer REFRESH_TOKEN',
    basic: 'Basic BASE64(USER:PASSWORD)',
  };
  const headers = {
    'X-Auth-Client-Id': settings.clientId.value,
    'X-Auth-Client-Version': settings.clientVersion.value,
    'Accept-Language': settings.language.value,
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(authorization[call.auth] === undefined ? {} : { Authorization: authorization[call.auth] }),
  };
  return {
    ...(base === undefined ? {} : { url: base + call.path }),
    headers,
    ...(await schemasOfCall(await catalogue(serviceNamed(call.service)), call)),
    errorBody: { type: 'object', properties: { message: { type: 'string' }, code: { type: 'string' } }, required: ['message'] },
  };
}
function addressOf({ service }: Call, context: Context): string | undefined {
  try {
    return baseAddress(context.settings().of, service);
  } catch {
    return undefined; // the profile has no address of it
  }
}

/** What was observed of a call with the profile in use: field names with their types. No promise of the service. */
async function observedFacts({ service, name }: Call, context: Context): Promise<object> {
  const learned = (await openLearned(context)).calls.get(`${service} ${name}`);
  if (!learned) return {};
  const { responses, first, last, from, fields, requestFields } = learned;
  const rows = Object.entries(fields).map(([path, { types, always }]) => ({ name: path, kind: types.join(' | '), always }));
  return { observed: { responses, first, last, from, fields: rows, ...(requestFields ? { requestFields } : {}) } };
}

const fieldRows = (fields: Fields | typeof open) =>
  fields === open
    ? 'open: field names are not public, give them with -f'
    : Object.entries(fields).map(([name, { kind, required: needed, words, secret, many }]) => ({
        name,
        kind: `${kind}${many ? '[]' : ''}`,
        needed,
        ...(words ? { words } : {}),
        ...(secret ? { secret, give: 'with --input' } : {}),
      }));

/** An example command line for the call, with placeholders for its values. */
function example(call: Call): string {
  const needed = Object.entries({ ...(call.query === open ? {} : call.query), ...(call.body === open ? {} : call.body) }).filter(
    ([, field]) => field.required,
  );
  const options = needed
    .filter(([, field]) => !field.secret)
    .map(([name, { words }]) => `--${kebab(name)} ${words ? words[0] : `<${name}>`}`);
  const body = call.body === open ? ['-f <key=value>'] : needed.some(([, field]) => field.secret) ? ['--input <file>'] : [];
  const values = pathNames(call.path).map((name) => (call.words[name] ? String(call.words[name]![0]) : `<${name}>`));
  return ['tuk api', call.service, kebab(call.name), ...values, ...options, ...body].join(' ');
}
