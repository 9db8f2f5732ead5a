// Runs `tuk learn`: matches the entries of a HAR file with the catalogue, and stores the shapes of their bodies.

import { rmSync } from 'node:fs';
import type { Arguments, Context } from '../../cli/command/command.js';
import { type Result, resultOf } from '../../cli/command/result.js';
import { readInput } from '../../cli/files/input-file.js';
import { isEmbedded } from '../../cli/settings/settings.js';
import { destinationIn } from '../../engine/request/destination.js';
import { type LearnedShapes, openLearned } from '../../engine/request/learned.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { counted } from '../../services/counted.js';
import { harEntries } from '../../services/har.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { columnsNamed } from '../../text/columns-named.js';

/** Learns from a file, lists the learned calls, or forgets them. @throws {BadInput} BAD_HAR, {LocalFailure} */
export async function learn({ positionals, options }: Arguments, context: Context): Promise<Result | number> {
  const [file] = positionals;
  if (options.forget) {
    if (file !== undefined) throw new BadInput('CONFLICT', 'Give a file or --forget, not both.');
    rmSync(paths(context.world).learned(context.settings().profile.value), { force: true });
    context.log('✓ Nothing is known any more of the responses of this profile.');
    return 0;
  }
  const learned = await openLearned(context);
  return file === undefined ? list(learned) : learnFrom(file, learned, context);
}

function list(learned: LearnedShapes): Result {
  const rows = [...learned.calls].map(([key, { responses, fields, last, from }]) => {
    const [service, name = ''] = key.split(' ');
    return { service, call: kebab(name), responses, fields: Object.keys(fields).length, last, from };
  });
  return resultOf(JSON.stringify(rows), {
    columns: columnsNamed('service call responses fields last from'),
    idPath: 'call',
    empty:
      'Nothing was learned with this profile. Learn from a browser recording: tuk learn FILE.har; or from responses: tuk smoke --learn',
  });
}

async function learnFrom(file: string, learned: LearnedShapes, context: Context) {
  const entries = await entriesOf(file, context);
  if (isEmbedded(context.settings()))
    throw new BadInput(
      'NO_ADDRESS',
      'The embedded sandbox has no address that a browser could have called.',
      'Name a profile of your own: --profile NAME',
    );
  const counts = { learned: 0, elsewhere: 0, unknown: 0, unusable: 0 };
  for (const { request, response } of entries) {
    const call = await callOf(String(request.method), String(request.url), context);
    if (call === undefined || call === 'unknown') {
      counts[call === undefined ? 'elsewhere' : 'unknown']++;
      continue;
    }
    const data = call.secret ? undefined : responseData(response);
    const names = requestNames(request);
    if (data === undefined && names.length === 0) counts.unusable++;
    else {
      counts.learned++;
      learned.add(`${call.service} ${call.name}`, data, 'har', names);
    }
  }
  const news =
    counts.learned > 0 ? await learned.save(context.world.clock.now()) : new Map<string, readonly string[]>();
  const rows = [...news].map(([key, fields]) => {
    const [service, name = ''] = key.split(' ');
    return { service, call: kebab(name), newFields: fields.length, fields };
  });
  const { learned: used, elsewhere, unknown, unusable } = counts;
  context.note({
    is: 'fact',
    text: `${used} of ${counted(entries.length, 'request')} learned; ${elsewhere} to other addresses, ${unknown} that are not calls of the catalogue, ${unusable} without a usable body.`,
  });
  const nothing = new Failure(
    'not-found',
    'NOTHING_LEARNED',
    `No request of ${file} is a call of this profile with a JSON body.`,
    'See its addresses: tuk profile show. The recording has to have bodies: save it "with content".',
  );
  return resultOf(
    JSON.stringify(rows),
    { columns: columnsNamed('service call newFields fields'), idPath: 'call', empty: 'No call was learned.' },
    { failures: used > 0 ? [] : [nothing] },
  );
}

interface Entry {
  readonly request: Row;
  readonly response: Row;
}
/** The entries of a HAR file. @throws {BadInput} BAD_HAR */
async function entriesOf(file: string, context: Context): Promise<readonly Entry[]> {
  const entries = harEntries(parsed(await readInput(context.world, file)));
  if (!entries)
    throw new BadInput(
      'BAD_HAR',
      `${file} is not a recording of a browser (HAR).`,
      'Save one from the network panel of its developer tools.',
    );
  return entries.filter((entry): entry is Row & Entry => isRecord(entry.response));
}

/** The call of an address: undefined for another host, `unknown` without a call. */
async function callOf(method: string, address: string, context: Context): Promise<Call | 'unknown' | undefined> {
  const to = URL.canParse(address) ? await destinationIn(context, method.toUpperCase(), new URL(address)) : undefined;
  return to && (to.match?.call ?? 'unknown');
}

/** The JSON of a successful response. */
function responseData({ status, content }: Row): unknown {
  if (
    typeof status !== 'number' ||
    status < 200 ||
    status > 299 ||
    !isRecord(content) ||
    typeof content.text !== 'string'
  )
    return undefined;
  const decoded = content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString('utf8') : '';
  const data = parsed(decoded) ?? parsed(content.text); // Firefox marks plain text as base64, too
  return typeof data === 'object' && data !== null ? data : undefined;
}

/** The names of the fields of a JSON request body. */
function requestNames({ postData }: Row) {
  const data = isRecord(postData) && typeof postData.text === 'string' ? parsed(postData.text) : undefined;
  return isRecord(data) ? Object.keys(data) : [];
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
