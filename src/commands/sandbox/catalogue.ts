// The catalogue commands of `tuk sandbox`: live ids, the origin of field names, an OpenAPI document.

import type { Command } from '../../cli/command.js';
import { askControl } from '../../cli/sandbox-control.js';
import { callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { controlCommand } from './control-command.js';

const shapes: Command = {
  name: 'shapes',
  hidden: true,
  summary: 'Show the origin of the field names of responses, of every call or of one',
  values: ['[service]', '[call]'],
  examples: ['tuk sandbox shapes', 'tuk sandbox shapes user list-wallets'],
  run: async ({ positionals: [service, call] }, context) => {
    const control = service === undefined ? 'shapes' : `shapes/${service}/${await nameOf(service, call)}`;
    await context.out.print(await askControl(context, control));
  },
};

async function nameOf(service: string, call: string | undefined) {
  if (!isService(service)) throw new BadInput('UNKNOWN_SERVICE', `There is no service ${JSON.stringify(service)}.`);
  const match = call === undefined ? undefined : callTyped((await catalogue(service)).calls, call);
  if (match) return match.name;
  throw new BadInput('UNKNOWN_CALL', `Name a call of ${service}: tuk api list shows them.`);
}

export const catalogueCommands: readonly Command[] = [
  controlCommand('ids', {
    hidden: true,
    summary: 'List a valid value for every path parameter of the catalogue',
    examples: ['tuk sandbox ids'],
  }),
  shapes,
  controlCommand('openapi', {
    hidden: true,
    summary: 'Print all calls as one OpenAPI document, with the origin of every property',
    examples: ['tuk sandbox openapi'],
  }),
];
