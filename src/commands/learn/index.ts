// `tuk learn`: proposes the map of a platform from its responses, and compares a map with them.

import { type Command, type Group, type Groups, resultOf } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import type { CollectReads } from '../../engine/map/observed.js';

const sources = `Without a file tuk reads the services of the profile, at a limited rate. With files it sends no request.
A file is a HAR recording of a browser or a proxy, or an OpenAPI document.
A folder has one file for each response, named after its call, such as sale/list-featured.json.`;

/**
 * The group `learn`.
 * @param collectReads makes the reads of a profile, as a smoke run does
 * @param groups all groups: the columns of the everyday commands are sought
 */
export function learnGroup(collectReads: CollectReads, groups: Groups): Group {
  const rate = plain('--rate <rate>', 'requests a second; default: 5/s');
  const calls = plain('--calls <pattern>', "only calls that match the pattern; '!PATTERN' leaves out", {
    repeatable: true,
  });
  const learn: Command = {
    name: '',
    values: '[file...]',
    summary: 'Propose the map of a platform: how its responses are spelled',
    description: `Use it if your platform names its fields differently. tuk proposes a map from its responses.

${sources}

Each proposal has its reason and its number of responses. On a terminal you accept, change or skip each line.
With --yes tuk takes the certain lines and writes the others as comments.
The map contains no values of responses except words of statuses and successes.
The profile also keeps the names and types of recorded fields. Completion, tuk api show and tuk smoke use them.`,
    options: [
      {
        flags: '--out <file>',
        effects: ['file'],
        summary: 'the map to write; default: the map of the profile or folder, else platform.yaml here',
      },
      calls,
      rate,
      {
        flags: '--forget',
        effects: ['file'],
        summary: 'remove the names and types of fields that are stored for the profile',
      },
    ],
    examples: ['tuk learn', 'tuk learn traffic.har -p staging --yes', 'tuk learn openapi.yaml --out platform.yaml'],
    run: async (args, context) => (await import('./learn.js')).learn(args, context, collectReads, groups),
  };
  const check: Command = {
    name: 'check',
    values: '[file...]',
    summary: 'Compare the map with the responses of today',
    description: `${sources}

Each line of the map fits, does not fit, or is unseen, because no response could show it.
Exit 1: at least one line does not fit.`,
    options: [calls, rate],
    examples: ['tuk learn check', 'tuk learn check traffic.har -p staging'],
    run: async (args, context) => (await import('./observe.js')).check(args, context, collectReads),
  };
  const show: Command = {
    name: 'show',
    values: ['<service>', '<call>'],
    summary: 'Show which rule gives each field of a call',
    description: `The rule of a field is one of these: the map, the declared name, another spelling, a wrapper object, or a usual name.
A field without a rule is unknown. Values appear as patterns: x for a letter, 0 for a digit.`,
    options: [
      {
        flags: '--from <file>',
        repeatable: true,
        effects: ['file'],
        summary: 'files of responses, as tuk learn reads them',
      },
      rate,
    ],
    examples: ['tuk learn show sale list-featured', 'tuk learn show sale list-featured --from traffic.har'],
    run: async (args, context) => (await import('./observe.js')).show(args, context, collectReads),
  };
  const schema: Command = {
    name: 'schema',
    summary: 'Print the JSON Schema of a map, for editors',
    description: 'An editor with YAML support completes and checks platform.yaml by it.',
    runsWithoutProfile: true,
    examples: ['tuk learn schema > platform.schema.json'],
    run: async () => resultOf(JSON.stringify((await import('../../engine/map/schema.js')).mapSchema(), undefined, 2)),
  };
  return { commands: [learn, check, show, schema] };
}
