// `tuk points missions claim`: the rewards of several missions, one after the other; what came of each is a row.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { receipt } from '../../cli/prompts/receipt.js';
import { ask, callOf } from '../../engine/call.js';
import { type EndpointChoice, endpointOptions, selectEndpoint } from '../../engine/endpoints.js';
import { readOnce } from '../../engine/read-command.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { listing } from '../../ui/format/columns.js';

const ways: readonly EndpointChoice[] = [
  { call: 'claimMission', version: 'v3' },
  { call: 'claimMissionV2', version: 'v2', when: 'asked' },
];
/** The list that says what can be claimed, of the same version. */
const listBeside: Readonly<Record<string, string>> = { claimMission: 'listMissions', claimMissionV2: 'listMissionsV2' };
const columns: readonly Column[] = [
  { path: 'outcome' },
  { path: 'name' },
  { path: 'missionPointTransactions.amount', heading: 'points', as: 'amount' },
  { path: 'balanceTransactions.amount', heading: 'amount', as: 'amount' },
  { path: 'balanceTransactions.currencyId', heading: 'currency' },
  { path: 'message' },
  { path: 'id' },
];

export const claim: Command = {
  name: 'missions claim',
  values: '[id...]',
  summary: 'Claim the rewards of missions',
  description: `Tells what came of each mission. One that the list says cannot be claimed is not asked for; with a refusal among them the exit code is 3.
After anything worse nothing more is asked.`,
  options: [{ flags: '--all-claimable', summary: 'every mission that can be claimed now' }, ...endpointOptions(ways)],
  examples: ['tuk points missions claim --all-claimable --yes', 'tuk points missions claim <id> <id> --yes'],
  uses: ['activity GET /v3/missions', 'activity POST /v3/missions/{id}/claim', 'activity POST /v2/missions/{id}/claim'],
  run: async (typed, context) => {
    const { positionals, options } = typed;
    if (positionals.length > 0 === (options.allClaimable === true))
      throw new BadInput(
        'MISSING_OPTION',
        'Name the missions to claim, or give --all-claimable; nothing was sent.',
        'Look: tuk points missions list',
      );
    const [{ call }] = await selectEndpoint(ways, {}, options, context);
    if (context.onlyShows) return shownOnly(call, positionals, context);
    const missions = await wanted(call, typed, context);
    if (missions.length === 0) {
      await context.print('[]', { empty: 'Nothing can be claimed now. See the missions: tuk points missions list' });
      return 0;
    }
    await agreed(call, missions, context);
    return claimAll(call, missions, context);
  },
};

async function shownOnly(call: string, ids: readonly string[], context: Context): Promise<number> {
  if (ids.length === 0) await ask(context, 'activity', listBeside[call]!);
  for (const id of ids) await ask(context, 'activity', call, { id });
  return 0;
}

/** The missions to claim as the list has them; one that it does not have is asked for all the same. */
async function wanted(call: string, { positionals }: Arguments, context: Context): Promise<Row[]> {
  const { text } = await readOnce(context, 'activity', listBeside[call]!);
  const { parseLossless } = await import('../../services/lossless-number.js');
  const known = listing(parseLossless(text))?.rows ?? [];
  if (positionals.length === 0) return known.filter(({ claimable, id }) => claimable === true && typeof id === 'string');
  return [...new Set(positionals)].map((value) => known.find(({ id, slug }) => id === value || slug === value) ?? { id: value });
}

/** Shows them all, and asks once. @throws {Failure} where it is not agreed to */
async function agreed(call: string, missions: readonly Row[], context: Context): Promise<void> {
  const line = ({ id, name, rewardDescription }: Row) => [asText(name ?? id), asText(rewardDescription)].filter(Boolean).join(': ');
  await receipt(
    context,
    claim.summary,
    missions.map((mission) => ['Mission', line(mission)] as const),
  );
  const { call: of } = await callOf('activity', call);
  await confirm(of, context.settings, context.world, context.flags, (text) => context.writeError(text));
}

async function claimAll(call: string, missions: readonly Row[], context: Context): Promise<number> {
  const rows: Row[] = [];
  try {
    for (const mission of missions) rows.push(await claimed(call, mission, context));
  } finally {
    // what was claimed before something broke must not be lost
    const { stringifyLossless } = await import('../../services/lossless-number.js');
    if (rows.length > 0) await context.print(stringifyLossless(rows), { columns });
  }
  const missed = rows.filter(({ outcome }) => outcome !== 'claimed').length;
  if (missed === 0) return 0;
  context.log(`✗ ${missed} of ${rows.length} ${rows.length === 1 ? 'mission was' : 'missions were'} not claimed.`);
  return exitCode('refused');
}

/** What came of one mission. @throws {Failure} what is no refusal */
async function claimed(name: string, mission: Row, context: Context): Promise<Row> {
  const own = { id: mission.id, ...(mission.name === undefined ? {} : { name: mission.name }) };
  if (mission.claimable === false) return { ...own, outcome: 'not claimable', message: 'The list says that it cannot be claimed now.' };
  const { call, build } = await callOf('activity', name, { id: mission.id });
  const reach = await context.requestContext();
  try {
    const { text } = await sendRequest(call, await build(reach), reach);
    const { parseLossless } = await import('../../services/lossless-number.js');
    const answer = text === '' ? {} : parseLossless(text);
    const done = { ...own, outcome: 'claimed' };
    return { ...done, ...(isRecord(answer) ? answer : { answer }), ...done };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
    return { ...own, outcome: 'refused', message: error.where.said ?? error.message };
  }
}
