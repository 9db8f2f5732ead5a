// The paths that identify the rows of a read: of its command, else of the thing that its call returns.

import type { Presentation } from '../../cli/output/output.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { router } from '../../services/http/path.js';
import { namesAmount } from '../../text/guess.js';
import { things } from '../../things/index.js';
import type { ReadLine } from './line.js';

/** The declared paths of the key; undefined without any. */
export async function keyOfRead(
  { target, args }: ReadLine,
  { idPath }: Presentation,
): Promise<readonly string[] | undefined> {
  const { key, id } = target.command.read ?? {};
  if (key) return key;
  const path = id ?? idPath;
  if (path !== undefined) return [path];
  const call = target.groupName === 'api' ? await callOf(args.positionals) : undefined;
  return call && keyOfThing(`${call.service} ${call.name}`);
}

/** The call of `tuk api`, by name or by path. */
async function callOf([first = '', second = '', path = '']: readonly string[]): Promise<Call | undefined> {
  if (!/^[A-Z]+$/i.test(first) || !/^(get|post|put|delete)$/i.test(first))
    return callNamed(await catalogue(serviceNamed(first)), second);
  const { calls } = await catalogue(serviceNamed(second));
  return router(calls).match(first.toUpperCase(), path.split('?', 1)[0]!)?.call;
}

function keyOfThing(call: string): readonly string[] | undefined {
  for (const { reads, identity, ids } of things) {
    const read = reads.find((candidate) => candidate.call === call);
    const fixed = identity?.filter((path) => !namesAmount(nameIn(path))); // an amount changes
    const key = read && (read.ids ?? fixed ?? ids);
    if (key) return key;
  }
  return undefined;
}
const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
