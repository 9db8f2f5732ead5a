// `tuk api openapi`: exports the catalogue as an OpenAPI document.

import { type Arguments, type Context, resultOf, textResult } from '../../cli/command/command.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { buildOf } from '../../cli/settings/world.js';
import { catalogue, type ServiceName, serviceNames, services } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { openapi as openapiDocument } from '../../services/openapi.js';
import { baseAddress } from '../../session/profile.js';

/** Prints the document. */
export async function printDocument({ options }: Arguments, context: Context) {
  const values = ((options.service as readonly string[] | undefined) ?? []).flatMap((list) => list.split(','));
  const requested = values.map((name) => serviceNamed(name.trim()));
  const names = requested.length > 0 ? serviceNames.filter((name) => requested.includes(name)) : serviceNames;
  const settings = context.settings();
  const document = await openapiDocument(await Promise.all(names.map(catalogue)), {
    about: names.map((name) => ({ name, is: services[name].summary })),
    version: buildOf(context.world),
    servers: isEmbedded(settings) ? undefined : serversOf(names, context),
    headers: {
      clientId: settings.clientId.value,
      clientVersion: settings.clientVersion.value,
      language: settings.language.value,
    },
  });
  const text = JSON.stringify(document, undefined, 2);
  const { format = 'json', fields, jq, columns, quiet, explicitJson } = context.out.options;
  // A terminal gets the text of a pipe, not a table: a document is for a file or a tool.
  const isPlain =
    format === 'json' &&
    [fields, jq, columns].every((option) => option === undefined) &&
    !quiet &&
    explicitJson !== true;
  return isPlain ? textResult(`${text}\n`) : resultOf(text);
}

/**
 * The addresses of a profile as servers: their common part before `/{service}`.
 * @throws {BadInput} NO_COMMON_ADDRESS; {Failure} if the profile has no address of a service
 */
function serversOf(names: readonly ServiceName[], context: Context): readonly { url: string; description: string }[] {
  const { of, profile } = context.settings();
  const bases = names.map((name) => baseAddress(of, name));
  const description = `profile ${profile.value}`;
  if (names.length === 1) return [{ url: bases[0]!, description }];
  const [first] = bases.map((base, at) =>
    base.endsWith(`/${names[at]}`) ? base.slice(0, -names[at]!.length - 1) : undefined,
  );
  if (first !== undefined && bases.every((base, at) => base === `${first}/${names[at]}`))
    return [{ url: first, description }];
  throw new BadInput(
    'NO_COMMON_ADDRESS',
    `The services of the profile ${profile.value} have no address in common before their names.`,
    'Make a document for each: tuk api openapi --service sale',
  );
}
