// `tuk openapi`: the catalogue for other tools. Nothing is asked of any service.

import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { catalogue, serviceNames, services } from '../../services/catalogue/index.js';

const openapi: Command = {
  name: '',
  summary: 'Print the calls of the services as an OpenAPI 3.1 document',
  description: `Paths stand under the name of their service, since several services have the same ones. What is publicly known is typed;
all else is open and marked x-open. Nothing is asked of any service.
tuk sandbox openapi prints the names that the sandbox uses where none are public.`,
  options: [{ flags: '--service <names>', summary: 'only these services, separated by commas', many: true }],
  examples: ['tuk openapi', 'tuk openapi --service user,wallet -o yaml', "tuk openapi --jq '.paths | length'"],
  run: async (typed, context) => print(typed, context),
};

async function print({ options }: Arguments, context: Context): Promise<number> {
  const typed = ((options.service as readonly string[] | undefined) ?? []).flatMap((list) => list.split(','));
  const named = typed.map((name) => serviceNamed(name.trim()));
  const names = named.length > 0 ? serviceNames.filter((name) => named.includes(name)) : serviceNames;
  const { openapi: described } = await import('../../services/openapi.js');
  const about = names.map((name) => ({ name, is: services[name].is }));
  const document = await described(await Promise.all(names.map(catalogue)), about, context.world.version);
  const text = JSON.stringify(document, undefined, 2);
  const { fields, jq, columns } = context.outputOptions;
  // a document is for a file or a tool: a terminal gets the same text as a pipe, and no table
  const plain = fields === undefined && jq === undefined && columns === undefined && (context.outputOptions.form ?? 'json') === 'json';
  if (plain && !context.outputOptions.quiet && context.outputOptions.explicitJson !== true) await context.printText(`${text}\n`);
  else await context.print(text);
  return 0;
}

export const group: Group = { commands: [openapi] };
