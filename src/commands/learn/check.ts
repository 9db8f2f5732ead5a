// Runs `tuk learn check`: compares the lines of the map in use with responses.

import { type Arguments, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { textOf } from '../../cli/command/platform-map.js';
import { fitOf } from '../../engine/map/fit.js';
import { type CollectReads, mapInUse } from '../../engine/map/observed.js';
import { proposalsFor } from '../../engine/map/propose.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';
import { linesOf } from '../../things/map-file.js';
import { observe, sourcesOf } from './observe.js';

/** Compares the map with responses. @throws {BadInput} NO_MAP; {LocalFailure} BAD_MAP */
export async function check(args: Arguments, context: Context, collectReads: CollectReads): Promise<Result> {
  const map = await context.http().platformMap();
  if (!map)
    throw new BadInput(
      'NO_MAP',
      'No map is in use.',
      'Propose one from responses: tuk learn. Or name one: tuk profile set NAME map FILE',
    );
  const mapOf = await mapInUse(context);
  const observed = await observe(sourcesOf(args), context, collectReads);
  const lines = fitOf(await linesOf(textOf(map.file)), observed, mapOf);
  const count = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
  const misfits = count('misfit');
  context.note({
    is: 'fact',
    text: `${count('fits')} of ${counted(lines.length, 'line')} fit, ${misfits} do not, ${count('unseen')} unseen.`,
  });
  const more = proposalsFor(observed, mapOf).filter(({ sure }) => sure).length;
  if (more > 0) context.note({ is: 'next', line: 'tuk learn', what: `The map lacks ${counted(more, 'sure line')}` });
  const rows = lines.map(({ part: _, key, ...line }) => ({ ...line, key: key.join('.') }));
  const failure = new Failure(
    'failed',
    'MAP_MISFIT',
    `${counted(misfits, 'line')} of ${map.file} fit${misfits === 1 ? 's' : ''} no response of today.`,
  );
  return resultOf(
    JSON.stringify(rows),
    {
      columns: columnsNamed('line of key value verdict not responses'),
      idPath: 'line',
      empty: { says: 'The map has no line.', of: {} },
    },
    { failures: misfits > 0 ? [failure] : [] },
  );
}
