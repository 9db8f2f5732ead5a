// The help page of a call: its values, fields and enums, from the catalogue.

import { assumedHeading, assumedOfCall } from '../../cli/command/assumed-fields.js';
import { fieldLines, flagLines } from '../../cli/help/help-flags.js';
import { callNamed } from '../../cli/lines/find-command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { type Call, type Fields, kebab, open, pathNames, pinnedName } from '../../services/catalogue/define.js';
import { catalogue, isService, services } from '../../services/catalogue/index.js';

/** The page of a service or of one of its calls, if a service is named. @throws {BadInput} for an unknown call */
export async function apiPage([service = '', typed]: readonly string[]): Promise<string | undefined> {
  if (!isService(service)) return undefined;
  const entry = await catalogue(service);
  if (typed !== undefined) return callPage(callNamed(entry, typed));
  return servicePage(service, services[service].summary, Object.values(entry.calls));
}

function servicePage(service: string, summary: string, calls: readonly Call[]) {
  const width = Math.max(...calls.map(({ name }) => kebab(name).length)) + 2;
  return `${service}: ${summary}

USAGE
  tuk api ${service} <call> [values] [flags]

CALLS
${calls.map(({ name, summary: about }) => `  ${kebab(name).padEnd(width)}${about}`).join('\n')}

MORE      tuk api ${service} <call> --help
`;
}

async function callPage(call: Call) {
  const name = kebab(call.name);
  const values = pathNames(call.path);
  const pinned = pinnedName(call);
  const assumed = await assumedOfCall(call);
  const inPath = values.map(
    (value): Flag => plain(`--${kebab(value)} <value>`, 'in the path', { words: call.words[value] }),
  );
  const sections = [
    ['USAGE', [`  tuk api ${call.service} ${[name, ...values.map((value) => `<${kebab(value)}>`)].join(' ')} [flags]`]],
    ['VALUES', inPath.length > 0 ? [flagLines(inPath)] : []],
    ['QUERY', linesOf(call.query)],
    ['BODY', linesOf(call.body)],
    [assumedHeading, fieldLines({ ...assumed.query, ...assumed.body })],
    ['REQUEST', [`  ${call.method} ${call.path}`, `  ${authText[call.auth]}; ${effectText(call)}`]],
    ['RESPONSE', [`  ${responseText(call)}`]],
    [
      'MORE',
      [
        ...(pinned === name ? [] : [`  tuk api ${call.service} ${pinned}   the same with its version pinned`]),
        `  tuk api show ${call.service} ${name}   the same as data`,
      ],
    ],
  ] as const;
  const texts = sections.filter(([, lines]) => lines.length > 0).map(([head, lines]) => `${head}\n${lines.join('\n')}`);
  return `${call.summary}\n\n${texts.join('\n\n')}\n`;
}

const authText: Readonly<Record<Call['auth'], string>> = {
  'signed-in': 'needs a session',
  public: 'needs no session',
  basic: 'takes HTTP basic',
  refresh: 'carries the refresh token',
};
const effectText = ({ effect, final }: Call) =>
  `${effect === 'none' ? 'reads' : effect === 'money' ? 'is a transfer' : 'changes something'}${final ? ', cannot be undone' : ''}`;

const responseText = ({ as, response }: Call) =>
  as !== 'json' ? as : response === undefined ? 'JSON, its fields are not public' : `JSON, ${response}`;

const linesOf = (fields: Fields | typeof open = {}): readonly string[] =>
  fields === open
    ? ['  open: its names are not public, give them with -f NAME=VALUE']
    : fieldLines(fields, (name, { secret }) => (secret ? name : `--${kebab(name)} <value>`));
