// `tuk smoke`: calls every safe endpoint and reports bad responses.

import type { Command, Group } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { smoke as runSmoke } from './run.js';

const smoke: Command = {
  name: '',
  dryRun: 'plan',
  summary: 'Call every read that the session may make, and report failures',
  description: `Use it to check that a platform works, for example in CI. It makes every call that has no effect.
No option makes transfers, or calls that claim, cannot be undone, or renew or end the session.

A case passes if its status is 2xx and its response has the published shape.
Without a published shape a list call must return a list, and any other call must return something.
Exit 0: everything passed. Exit 1: a case failed, a rule is broken, or nothing was checked.

Path values come from --values, then from earlier responses, then from enums.
tuk skips a call without a value, and the report says why. In the JSON file of --values the nearest name counts:

  {"network": "BSC", "sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}, "user getForm id": "..."}

A pattern matches a part of 'service METHOD /path' or of 'service call-name'. * matches any text.
Other exit codes, --budget, --assert, baselines and recipes: tuk help ci.`,
  options: [
    plain('--service <names>', 'only these services, separated by commas', { repeatable: true }),
    plain('--auth <mode>', 'only calls of this mode; available: skip those that need a session if there is none', {
      words: ['any', 'available', 'public', 'signed-in', 'basic'],
    }),
    plain('--calls <pattern>', "only calls that match the pattern; '!PATTERN' leaves out", { repeatable: true }),
    { flags: '--rerun-failed <report>', effects: ['file'], summary: 'only the calls that failed in a JSON report' },
    {
      flags: '--shard <i/n>',
      effects: ['file'],
      summary: 'run the i-th of n parts; i/n:FILE divides by the durations in a JSON report',
    },
    {
      flags: '--write <pattern>',
      effects: ['widens'],
      summary: 'also make changes after the reads: safe for harmless ones, or a pattern for others',
      repeatable: true,
    },
    {
      flags: '--values <file>',
      effects: ['file', 'secret'],
      summary: 'values for paths, queries and bodies, as JSON; - for standard input',
    },
    plain('--parallel <n>', 'the number of parallel calls; default: 16'),
    plain('--rate <rate>', 'the most requests a second, or a minute: 20/s, 90/m'),
    plain('--strict', 'refuse words that are on no published list'),
    { flags: '--learn', effects: ['file'], summary: 'store the names and types of fields for later runs' },
    plain('--expect <statuses>', "the statuses of calls: 'user GET /v1/games=404,422'", { repeatable: true }),
    plain('--assert <assertion>', "what responses must have, in jq: 'sale get-product: .price > 0'", {
      repeatable: true,
    }),
    {
      flags: '-H, --header <header>',
      effects: ['secret'],
      summary: "a header of every request: 'X-Canary: 1'",
      repeatable: true,
    },
    plain('--negative', 'also make signed-in calls without a token: each must be 401'),
    { flags: '--baseline <file>', effects: ['file'], summary: 'failures that are known until a date, as JSON' },
    {
      flags: '--write-baseline <file>',
      effects: ['file'],
      summary: 'write the failures and rows of this run as a baseline',
    },
    plain('--budget <rules>', "what the run must keep: p95<800ms,'GET /v1/offerings<2s', checked>=80%, failed<5", {
      repeatable: true,
    }),
    {
      flags: '--report <form:file>',
      effects: ['file'],
      summary: 'write a report: json:FILE, junit:FILE, markdown:FILE; github annotates the job',
      repeatable: true,
    },
    plain('--export <tool>', 'print a load script of the selected calls instead of running them', { words: ['k6'] }),
  ],
  examples: [
    'tuk smoke',
    'tuk smoke --service musubi,sale --report junit:smoke.xml',
    "tuk smoke --auth public --calls '!GET /metrics' --retry 2 -o ndjson",
    "tuk smoke --service sale --assert 'list-featured: length > 0' --negative",
    "tuk smoke --rate 20/s --budget 'checked>=80%,p95<800ms' --report github",
    'tuk smoke --shard 1/2 --dry-run',
  ],
  run: async (args, context) => runSmoke(args, context),
};

export const group: Group = { commands: [smoke] };
