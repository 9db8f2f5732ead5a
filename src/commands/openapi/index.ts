// `tuk openapi`: exports the catalogue as an OpenAPI document, without any request.

import type { Arguments, Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { catalogue, serviceNames, services } from '../../services/catalogue/index.js';

const openapi: Command = {
  name: '',
  summary: 'Print the calls of the services as an OpenAPI 3.1 document',
  description: `Paths are prefixed with the name of their service, since several services share paths. Public fields are typed; everything else is
open and marked x-open. Sends no request. tuk sandbox openapi prints the field names of the sandbox where none are public.`,
  options: [{ flags: '--service <names>', summary: 'only these services, separated by commas', repeatable: true }],
  examples: ['tuk openapi', 'tuk openapi --service user,wallet -o yaml', "tuk openapi --jq '.paths | length'"],
  run: async (args, context) => printDocument(args, context),
};

async function printDocument({ options }: Arguments, context: Context): Promise<number> {
  const values = ((options.service as readonly string[] | undefined) ?? []).flatMap((list) => list.split(','));
  const requested = values.map((name) => serviceNamed(name.trim()));
  const names = requested.length > 0 ? serviceNames.filter((name) => requested.includes(name)) : serviceNames;
  const { openapi: openapiDocument } = await import('../../services/openapi.js');
  const info = names.map((name) => ({ name, is: services[name].summary }));
  const document = await openapiDocument(await Promise.all(names.map(catalogue)), info, context.world.version);
  const text = JSON.stringify(document, undefined, 2);
  const { fields, jq, columns } = context.out.options;
  // a document is for a file or a tool: a terminal gets the same text as a pipe, and no table
  const plain = fields === undefined && jq === undefined && columns === undefined && (context.out.options.format ?? 'json') === 'json';
  if (plain && !context.out.options.quiet && context.out.options.explicitJson !== true) await context.out.printText(`${text}\n`);
  else await context.out.print(text);
  return 0;
}

export const group: Group = { commands: [openapi] };
