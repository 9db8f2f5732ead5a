// `tuk learn`: proposes the map of a platform from its responses, and compares a map with them.

import { type Command, type Group, type Groups, resultOf } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import type { CollectReads } from '../../engine/map/observed.js';

const sources = `The responses are those of the profile's reads, which are made at a stated pace; or those of files: a recording of a browser or of a proxy (HAR), an
OpenAPI document, or a folder with a file for each response, named for its call (sale/list-featured.json).`;

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
    description: `${sources}
Each proposal says why, and from how many responses. At a terminal you accept, change or leave out each line; --yes takes over the lines that are sure and
leaves the others as comments. No value of a response enters the map but the words of statuses and of a success. The names and types of the
fields in a recording are stored for the profile, too: tuk api show, the completion of --fields and tuk smoke use them.`,
    options: [
      {
        flags: '--out <file>',
        effects: ['file'],
        summary: 'the map to write; default: that of the profile or folder, else platform.yaml here',
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
Each line of the map in use fits, is unseen because no response could tell, or is a misfit: then the exit code is 1.`,
    options: [calls, rate],
    examples: ['tuk learn check', 'tuk learn check traffic.har -p staging'],
    run: async (args, context) => (await import('./check.js')).check(args, context, collectReads),
  };
  const show: Command = {
    name: 'show',
    values: ['<service>', '<call>'],
    summary: 'Show which rule gives each field of a call',
    description: `The rule is the map, the declared name, another spelling of it, the object of its form (wrapped), or a usual name of its role; or the field is unknown.
Values are shown as their form: letters as x, digits as 0.`,
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
    run: async (args, context) => (await import('./show.js')).show(args, context, collectReads),
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
