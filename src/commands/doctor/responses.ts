// Counts, for each everyday command, how much of its response is understood: by a rule, by a usual name, or not at all.

import { type Context, contextWith, type Groups } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/settings.js';
import { everydayReads } from '../../engine/map/everyday.js';
import {
  type CollectReads,
  fieldsOf,
  isSuccess,
  keyOf,
  mapInUse,
  type Observed,
  observedIn,
} from '../../engine/map/observed.js';
import { counted } from '../../services/counted.js';
import { statusIn } from '../../things/column.js';
import { type Finding, note, ok } from './finding.js';

const rate = '20/s';

/**
 * The findings on the responses of a profile: one for each everyday command, and their sum with the remedy. None for the
 * embedded sandbox, whose names are those that are declared.
 */
export async function responseFindings(
  context: Context,
  groups: Groups,
  collectReads: CollectReads,
): Promise<readonly Finding[]> {
  if (isEmbedded(context.settings())) return [];
  const commands = await everydayReads(groups);
  const wanted = new Set(commands.map(({ call }) => call));
  const observed: Observed[] = [];
  const quiet = contextWith(context, { log: () => {}, note: () => {} });
  await collectReads(
    { rate, isWanted: (call) => wanted.has(keyOf(call)) },
    quiet,
    (...response) => void observed.push(...observedIn(...response)),
  );
  const mapOf = await mapInUse(context);
  const findings: Finding[] = [];
  let [known, all] = [0, 0];
  for (const { line, call: key, columns, of } of commands) {
    const responses = observed.filter((one) => keyOf(one.call) === key && isSuccess(one, mapOf(one.call)));
    if (responses.length === 0) continue;
    const { rows, fields } = fieldsOf(responses, of, mapOf);
    if (rows.length === 0) continue;
    const rules = columns.map(({ path, as }) =>
      fields.path(path, path === 'id' ? 'id' : statusIn(as) ? 'status' : undefined),
    );
    const assumed = rules.filter((one) => one.is === 'known' && one.by === 'role').length;
    const unknown = rules.filter(({ is }) => is === 'unknown').length;
    [known, all] = [known + rules.length - unknown, all + rules.length];
    const says = `${rules.length - unknown - assumed} known, ${assumed} assumed, ${unknown} unknown`;
    findings.push({ check: line, ...(unknown + assumed > 0 ? note(says) : ok(says)) });
  }
  const map = await context.http().platformMap();
  if (map)
    findings.unshift({ check: 'map', ...(map.isTrusted ? ok(map.says) : note(map.says, 'tuk profile trust .')) });
  if (all === 0) return findings;
  const says = `${known} of ${counted(all, 'column')} of ${counted(findings.length - (map ? 1 : 0), 'everyday command')} known`;
  return [...findings, { check: 'responses', ...(known < all ? note(says, 'tuk learn') : ok(says)) }];
}
