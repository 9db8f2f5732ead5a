// `tuk api show`: prints one call of the catalogue.

import { type Arguments, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { openLearned } from '../../engine/request/learned.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, type Fields, kebab, open, pathNames, pinnedName } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { publicFields } from '../../services/http/params.js';
import { schemasOfCall } from '../../services/openapi.js';
import { baseAddress } from '../../session/profile.js';

/** Prints the fields, the observed facts and an example of a call. @throws {BadInput} UNKNOWN_SERVICE, UNKNOWN_CALL */
export async function show({ positionals }: Arguments, context: Context): Promise<Result> {
  const call = callNamed(await catalogue(serviceNamed(positionals[0]!)), positionals[1]!);
  const {
    service,
    name,
    method,
    path,
    auth,
    effect,
    as,
    response,
    signed,
    final,
    session,
    secret,
    warn,
    pages,
    words,
  } = call;
  const values = pathNames(path).map((value) => ({ name: value, words: words[value] }));
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
    values: values.length > 0 ? values : undefined,
    query: call.query && fieldRows(call.query),
    body: call.body && fieldRows(call.body),
    assumed: await assumedRows(call, context),
    signed,
    final,
    session,
    secret,
    warn,
    pages: pages && Object.keys(pages.from ?? pages.first!),
    observed: await observedFacts(call, context),
    ...(await wireFacts(call, context)),
    example: example(call),
  };
  return resultOf(JSON.stringify(sheet), { singleRecord: true });
}

async function assumedRows({ service, name }: Call, context: Context): Promise<object | undefined> {
  const settings = context.settings();
  const assumed = assumedFields({ service, name });
  const names = settings.of.names ?? {};
  const confirmed = names[`${service} ${name}`] === 'confirmed';
  return (
    assumed &&
    Object.entries(assumed).map(([option, field]) => {
      const replacement = names[`${service} ${name} ${option}`];
      const origin =
        replacement === undefined
          ? confirmed
            ? 'confirmed by the profile'
            : 'assumed: not public'
          : 'given by the profile';
      return { name: replacement ?? field, for: kebab(option), known: origin };
    })
  );
}

/** The facts for a program that makes the call: address, headers, status and schemas. A terminal does not show them. */
async function wireFacts(call: Call, context: Context): Promise<object> {
  const format = context.out.options.format ?? (context.world.stdout.isTTY ? 'table' : 'json');
  if (format === 'table') return {};
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
    'Content-Type': call.body && 'application/json',
    Authorization: authorization[call.auth],
  };
  return {
    url: base === undefined ? undefined : base + call.path,
    headers,
    ...(await schemasOfCall(await catalogue(serviceNamed(call.service)), call)),
    errorBody: {
      type: 'object',
      properties: { message: { type: 'string' }, code: { type: 'string' } },
      required: ['message'],
    },
  };
}
function addressOf({ service }: Call, context: Context): string | undefined {
  try {
    return baseAddress(context.settings().of, service);
  } catch {
    return undefined; // the profile has no address of the service
  }
}

/** The observed field names and types of a call with the profile in use. The service does not promise them. */
async function observedFacts({ service, name }: Call, context: Context): Promise<object | undefined> {
  const learned = (await openLearned(context)).calls.get(`${service} ${name}`);
  if (!learned) return undefined;
  const { responses, first, last, from, requestFields } = learned;
  const fields = Object.entries(learned.fields).map(([path, { types, always }]) => ({
    name: path,
    kind: types.join(' | '),
    always,
  }));
  return { responses, first, last, from, fields, requestFields };
}

const fieldRows = (fields: Fields | typeof open) =>
  fields === open
    ? 'open: field names are not public, give them with -f'
    : Object.entries(fields).map(([name, { kind, required: needed, words, secret, many }]) => ({
        name,
        kind: `${kind}${many ? '[]' : ''}`,
        needed,
        words,
        secret,
        give: secret && 'with --input',
      }));

function example(call: Call) {
  const needed = Object.entries(publicFields(call)).filter(([, field]) => field.required);
  const options = needed
    .filter(([, field]) => !field.secret)
    .map(([name, { words }]) => `--${kebab(name)} ${words ? words[0] : `<${name}>`}`);
  const body =
    call.body === open ? ['-f <key=value>'] : needed.some(([, field]) => field.secret) ? ['--input <file>'] : [];
  const values = pathNames(call.path).map((name) => (call.words[name] ? String(call.words[name]![0]) : `<${name}>`));
  return ['tuk api', call.service, kebab(call.name), ...values, ...options, ...body].join(' ');
}
