// What the sandbox knows of its calls: ids to make them with, whose names their answers have, and all of it as OpenAPI.

import type { Command } from '../../cli/command.js';
import { askControl } from '../../cli/sandbox-control.js';
import { callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { hand } from './hand.js';

const shapes: Command = {
  name: 'shapes',
  summary: 'Tell whose names an answer has: of every call, or of one call field by field',
  values: '[service] [call]',
  examples: ['tuk sandbox shapes', 'tuk sandbox shapes user list-wallets'],
  run: async ({ positionals: [service, call] }, context) => {
    await context.print(await askControl(context, service === undefined ? 'shapes' : `shapes/${service}/${await nameOf(service, call)}`));
    return 0;
  },
};

async function nameOf(service: string, call: string | undefined): Promise<string> {
  if (!isService(service)) throw new BadInput('UNKNOWN_SERVICE', `There is no service ${JSON.stringify(service)}.`);
  const found = call === undefined ? undefined : callTyped((await catalogue(service)).calls, call);
  if (found) return found.name;
  throw new BadInput('UNKNOWN_CALL', `Name a call of ${service}: tuk api list shows them.`);
}

export const catalogueCommands: readonly Command[] = [
  hand('ids', { summary: 'List a live value for every path value of the catalogue', examples: ['tuk sandbox ids'] }),
  shapes,
  hand('openapi', {
    summary: 'Print all calls as one OpenAPI document, every property with whose name it is',
    examples: ['tuk sandbox openapi'],
  }),
];
