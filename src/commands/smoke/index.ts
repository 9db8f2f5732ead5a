// `tuk smoke`: calls every safe endpoint and reports bad responses.

import type { Command, Group } from '../../cli/command.js';
import { compareReports } from './compare.js';
import { mergeReports } from './merge.js';
import { smoke as runSmoke } from './run.js';

const smoke: Command = {
  name: '',
  dryRun: 'plan',
  summary: 'Call every read that the session may make, and report failures',
  description: `A case passes when its status is 2xx and its response fits its public shape. Without a shape, null, bare texts and numbers, empty objects,
errors in place of data and a list in place of one thing fail, and a list call must return a list; each case says what was checked: shape, list or
status. A response whose values are all null, or that only says that it worked, is not checked; with --strict it fails.
Exit 0: everything passed. 1: a case failed, a rule is broken, or nothing was checked. 4: calls need a session and nobody is signed in (unless --auth public or
--allow-skipped is typed), or the session ended during the run. 6: all failures are of services that have answered nothing. 12: all failures are 429. A call that is
not answered in time is a failure (1) if its service has answered others, or has begun this answer.
Values for paths and required queries come from --values, then from earlier responses, then from enums; a call without a value
is skipped, and the report says why. The file of --values is JSON, the nearest name counts:
  {"network": "BSC", "sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}, "user getForm id": "..."}
A pattern matches a part of 'service METHOD /path' or of 'service call-name'; * matches any text.
--write also makes the few changes that can be repeated (a code that expires, the state of this device), and those of --write-also; calls
that move value, claim, cannot be undone, or renew or end the session are never made.
--learn stores the names and types of fields, without values; later runs fail where one of them vanishes, changes its type, or is null
and never was, and where a list is an object now.
An assertion is a pattern, a colon, and an expression of jq: each of its results must be neither false nor null. One whose calls were all skipped
breaks the run.`,
  options: [
    {
      flags: '--service <names>',
      effects: 'plain',
      summary: 'only these services, separated by commas',
      repeatable: true,
    },
    {
      flags: '--auth <mode>',
      effects: 'plain',
      summary: 'only calls of this mode',
      words: ['any', 'public', 'signed-in', 'basic'],
    },
    { flags: '--include <pattern>', effects: 'plain', summary: 'only calls that match the pattern', repeatable: true },
    { flags: '--exclude <pattern>', effects: 'plain', summary: 'no calls that match the pattern', repeatable: true },
    { flags: '--rerun-failed <report>', effects: ['file'], summary: 'only the calls that failed in a JSON report' },
    { flags: '--shard <i/n>', effects: 'plain', summary: 'run the i-th of n parts of the run' },
    {
      flags: '--durations <report>',
      effects: ['file'],
      summary: 'divide the shards by the durations in a JSON report; the same for each shard',
    },
    { flags: '--write', effects: ['widens'], summary: 'also make harmless changes, one by one after the reads' },
    {
      flags: '--write-also <pattern>',
      effects: ['widens'],
      summary: 'with --write, also changes that match the pattern',
      repeatable: true,
    },
    {
      flags: '--values <file>',
      effects: ['file', 'secret'],
      summary: 'values for paths, queries and bodies, as JSON; - for standard input',
    },
    { flags: '--parallel <n>', effects: 'plain', summary: 'the number of parallel calls; default: 16' },
    { flags: '--rate <rate>', effects: 'plain', summary: 'the most requests a second, or a minute: 20/s, 90/m' },
    { flags: '--max-failures <n>', effects: 'plain', summary: 'stop after so many failures' },
    {
      flags: '--allow-skipped',
      effects: 'plain',
      summary: 'without a session, skip calls that need one instead of exiting with 4',
    },
    {
      flags: '--min-checked <n>',
      effects: 'plain',
      summary: 'fail where fewer calls were checked, a number or a share: 120, 80%',
    },
    { flags: '--strict', effects: 'plain', summary: 'refuse words that are on no published list' },
    { flags: '--learn', effects: ['file'], summary: 'store the names and types of fields for later runs' },
    {
      flags: '--expect <statuses>',
      effects: 'plain',
      summary: "the statuses of calls: 'user GET /v1/games=404,422'",
      repeatable: true,
    },
    {
      flags: '--assert <assertion>',
      effects: 'plain',
      summary: "what responses must have, in jq: 'sale get-product: .price > 0'",
      repeatable: true,
    },
    {
      flags: '-H, --header <header>',
      effects: ['secret'],
      summary: "a header of every request: 'X-Canary: 1'",
      repeatable: true,
    },
    { flags: '--negative', effects: 'plain', summary: 'also make signed-in calls without a token: each must be 401' },
    { flags: '--baseline <file>', effects: ['file'], summary: 'failures that are known until a date, as JSON' },
    {
      flags: '--budget <times>',
      effects: 'plain',
      summary: "the most time: p95=800ms,'GET /v1/offerings=2s'",
      repeatable: true,
    },
    { flags: '--report-junit <file>', effects: ['file'], summary: 'write a JUnit report with a test case per call' },
    {
      flags: '--report-json <file>',
      effects: ['file'],
      summary: 'write the run as JSON, which merge, compare and --rerun-failed read',
    },
    { flags: '--report-tap <file>', effects: ['file'], summary: 'write a TAP report' },
    { flags: '--report-markdown <file>', effects: ['file'], summary: 'write a Markdown report' },
    { flags: '--report-html <file>', effects: ['file'], summary: 'write a report as one HTML file' },
    {
      flags: '--report <kind>',
      effects: 'plain',
      summary: 'annotations on stderr and the summary of the job',
      words: ['github'],
      repeatable: true,
    },
    {
      flags: '--export <tool>',
      effects: 'plain',
      summary: 'print a load script of the selected calls instead of running them',
      words: ['k6'],
    },
  ],
  examples: [
    'tuk smoke',
    'tuk smoke --service musubi,sale --report-junit smoke.xml',
    "tuk smoke --auth public --exclude 'GET /metrics' --retry 2 -o ndjson",
    "tuk smoke --service sale --assert 'list-featured: length > 0' --negative",
    'tuk smoke --rate 20/s --min-checked 80% --budget p95=800ms --report github',
    'tuk smoke --shard 1/2 --dry-run',
  ],
  run: async (args, context) => runSmoke(args, context),
};

const reportOptions: Command['options'] = ['junit', 'json', 'tap', 'markdown', 'html'].map((format) => ({
  flags: `--report-${format} <file>`,
  effects: 'plain',
  summary: `write the result as ${format === 'junit' ? 'JUnit' : format === 'markdown' ? 'Markdown' : format.toUpperCase()}`,
}));

const merge: Command = {
  name: 'merge',
  values: '<report...>',
  summary: 'Merge the JSON reports of shards to one report',
  description:
    'Exits with 1 where a report is red, where a shard is missing or there twice, and where the reports are of different profiles or versions.',
  options: reportOptions,
  examples: ['tuk smoke merge shard-1.json shard-2.json --report-json smoke.json --report-junit smoke.xml'],
  run: mergeReports,
};

const compare: Command = {
  name: 'compare',
  values: ['<before>', '<after>'],
  summary: 'Compare two JSON reports: outcomes, statuses and times',
  description: `A row for each call that ended otherwise, has another status, is in one report only, or takes three times as long and half a second more.
Exits with 1 where a call is worse: it fails now, is not checked any more, or is slower.`,
  examples: ['tuk smoke compare before.json after.json', 'tuk smoke compare before.json after.json -o md'],
  run: compareReports,
};

export const group: Group = { commands: [smoke, merge, compare] };
