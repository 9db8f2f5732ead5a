// Compares what every read shows of operations in the ledger with what was confirmed, whichever command makes the read.

import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { bindingOf } from '../../money/facts/reference-binding.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import type { Operation } from '../../money/ledger/operation.js';
import { bindingTo, isAt } from '../../money/ledger/owner.js';
import { contradictionIn } from '../../money/outcome/look-up.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import { rowsIn } from '../../services/decode/rows.js';
import { withDeclaredNames } from '../../services/decode/spelling.js';
import { bug, LocalFailure, OutcomeUnknown } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, valueAt } from '../../services/json-value.js';
import { parsedIfJson, stringifyLossless } from '../../services/lossless-number.js';
import { callsShownBy, stateReads } from '../../things/operations.js';

/** How many of the newest operations are compared with a response that was not asked for by an id. */
const mostOfNewest = 100;

/**
 * Compares the response of a read with the operations of the account that it shows, by their ids. A contradiction makes
 * the outcome of an operation unknown, and ends the command with exit 10 after its output.
 * @param except the id of an operation that the reader compares itself
 * @throws {Failure} if the account cannot be found
 */
export async function compareShown(
  context: Context,
  response: Response,
  request: HttpRequest,
  except?: string,
): Promise<void> {
  const { call } = response;
  try {
    const owner = await ownerOf(call, request, context);
    const texts = textsIn(call, call.map?.isTrusted ? withDeclaredNames(response).text : response.text);
    await readLedger(context, async (ledger) => {
      const named = returnsList(call) ? idsIn(call, texts) : undefined;
      for (const operation of await shownBy(call, request, owner.profile, ledger)) {
        if (named && !namesOne(operation, named)) continue;
        if (operation.id === except || bindingTo(owner, operation) === 'other' || !isAt(owner, operation)) continue;
        const fieldNames = context.settings().of.names ?? {};
        const found = await contradictionIn(texts, `${call.service} ${call.name}`, operation, fieldNames);
        if (!found) continue;
        await recordContradiction(operation, found, ledger, context);
        context.out.deferFailure(contradicts(operation, found.why, context));
      }
    });
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    context.log(`▲ What the service shows was not compared with the ledger: ${error.message}`);
  }
}

/** The JSON text of each row of a list, or of the one thing. */
const textsIn = (call: Call, text: string): readonly string[] =>
  returnsList(call) ? (rowsIn(parsedIfJson(text))?.rows ?? []).map((row) => stringifyLossless(row)) : [text];

/** The ids in the rows of a list, at the paths by which an operation is found in it. */
function idsIn(call: Call, texts: readonly string[]): readonly string[] {
  const by = `${call.service} ${call.name}`;
  const reads = callsShownBy(by).flatMap((one) => {
    const [service = '', name = ''] = one.split(' ');
    return stateReads(service, name).reads.filter((read) => read.call === by);
  });
  const paths = reads.flatMap(({ row: { id = 'id' }, ids = [] }) => [id, ...ids.flatMap(({ row }) => row)]);
  const rows = texts.map((text) => parsedIfJson(text));
  return rows.flatMap((row) => [...new Set(paths)].flatMap((path) => asText(valueAt(row, path)) || []));
}
/** Whether an operation has an id: most of the newest are in no row of a list, and need not be read. */
const namesOne = ({ answer = '', found = '', body = '', url, object = '' }: Operation, ids: readonly string[]) => {
  const text = [answer, found, body, url, object].join('\n');
  return ids.some((id) => text.includes(id));
};

/** The account that makes a read. */
async function ownerOf(call: Call, request: HttpRequest, context: Context) {
  const settings = context.settings();
  const token = async () => (await context.session().token()).accessToken;
  const binding = await bindingOf(
    call,
    request,
    {
      embedded: isEmbedded(settings),
      isSandbox: (service) => context.http().reachesSandbox(service),
      read: () => Promise.reject(bug('the account of a read is not read')),
      sessionId: async () => (await context.session().token()).session?.id,
      sessionToken: token,
    },
    { mayRead: false },
  );
  return { ...binding, profile: settings.profile.value };
}

/** The operations that a response may show: those that name the id in its path, else the newest. */
async function shownBy(
  call: Call,
  { url }: HttpRequest,
  profile: string,
  ledger: Ledger,
): Promise<readonly Operation[]> {
  const calls = callsShownBy(`${call.service} ${call.name}`);
  const isOf = (service: string, name: string) => calls.includes(`${service} ${name}`);
  if (!call.path.includes('{'))
    return (await ledger.newestOf(mostOfNewest, { profile, calls: isOf })).filter(mayDiffer);
  const named = await Promise.all(
    valuesIn(call.path, new URL(url)).flatMap((text) => [
      ...calls.map((one) => ledger.respondingWith(...(one.split(' ') as [string, string]), text)),
      ledger.onObject(profile, text).then((all) => all.filter(({ service, call: name }) => isOf(service, name))),
    ]),
  );
  return [
    ...new Map(
      named
        .flat()
        .filter(mayDiffer)
        .map((operation) => [operation.id, operation]),
    ).values(),
  ];
}
const mayDiffer = ({ outcome, settledBy }: Operation) =>
  /^(done|accepted|unknown)$/.test(outcome) && settledBy !== 'person';

/** The values in the path of a request, by the template of its call. */
function valuesIn(template: string, { pathname }: URL): readonly string[] {
  const [parts, values] = [template.split('/'), pathname.split('/')];
  return parts.flatMap((part, at) =>
    part.startsWith('{') ? decodeURIComponent(values.at(at - parts.length) ?? '') || [] : [],
  );
}

/** Records that a row contradicts what was confirmed: the outcome is unknown, unless a person has judged it. */
export async function recordContradiction(
  { id }: Pick<Operation, 'id'>,
  { row, why }: { readonly row: unknown; readonly why: string },
  ledger: Ledger,
  { out: { redact }, world }: Context,
): Promise<void> {
  const found = redact.cleanRecord(stringifyLossless(row));
  await ledger.contradict(id, { found, note: redact.clean(`The service shows it, but ${why}.`) }, world.clock.now());
}

/** The failure of an operation that a service shows otherwise than it was confirmed. */
export function contradicts({ id, service, call, ref }: Operation, why: string, context: Context): OutcomeUnknown {
  const show = nextCommand(context, `tuk ops show ${id}`);
  return new OutcomeUnknown(
    'ANSWER_CONTRADICTS',
    `The service shows ${id}, but ${context.out.redact.clean(why)}.`,
    { service, call, operation: id, clientRef: ref, look: show },
    undefined,
    `Its outcome is unknown now. Compare: ${show}`,
  );
}
