// Which command lines only read: by the effects of the calls that they make.

import type { Call } from '../../services/catalogue/define.js';
import type { Endpoints } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { router } from '../../services/http/path.js';
import { type CommandMatch, callNamed, serviceNamed } from './find-command.js';

/** Commands that read local files, and send nothing. */
const localReads = new Set([
  ...['ops list', 'ops show', 'config show', 'profile list', 'profile show', 'wallet contacts list'],
  ...['api list', 'api show'],
]);

/** Whether a command has no effect, by the catalogue. */
export async function isReading({ command, groupName, words }: CommandMatch): Promise<boolean> {
  if (localReads.has(`${groupName} ${command.name}`)) return true;
  if (groupName === 'api') return command.name === '' && isReadingCall(words);
  if (command.read) return true;
  return !command.prompts && command.uses !== undefined && (await haveNoEffect(command.uses));
}

async function haveNoEffect(uses: Endpoints): Promise<boolean> {
  const used = Object.entries(uses) as [ServiceName, readonly string[]][];
  for (const [service, names] of used) {
    const { calls } = await catalogue(service);
    if (!names.every((name) => isRead(calls[name]))) return false;
  }
  return used.length > 0;
}

/** Whether a call has no effect, and no key material in its response. */
const isRead = (call: Call | undefined): boolean => call?.effect === 'none' && call.secret !== true;

/** Whether `tuk api` would make a read. @param words the words after `api` */
async function isReadingCall([first = '', second = '', path = '']: readonly string[]): Promise<boolean> {
  const method = /^(GET|POST|PUT|DELETE)$/i.test(first) ? first.toUpperCase() : undefined;
  if (method === undefined) return isRead(callNamed(await catalogue(serviceNamed(first)), second));
  const routes = router((await catalogue(serviceNamed(second))).calls);
  const [pathname = ''] = path.split('?', 1);
  const call = routes.match(method, pathname)?.call ?? routes.matchLoosely(method, pathname);
  return call ? isRead(call) : method === 'GET';
}
