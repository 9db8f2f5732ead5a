// `tuk smoke`: calls every safe endpoint and reports bad responses.
import type { Command, Group } from '../../cli/command.js';

const smoke: Command = {
  name: '',
  summary: 'Call every read that the session may make, and report failures',
  description: `A case passes when its status is 2xx and its response fits its public shape; without a shape, null and bare texts or numbers fail, and
a list call has to return a list. Exits with 1 if a case fails or none was checked; with 4 if calls need a session and nobody is signed
in, unless --auth public or --allow-skipped is given, and if the session ends during the run.
Values for paths and required queries come from --values, then from earlier responses, then from enums; a call without a value
is skipped, and the report says why. The file of --values is JSON, the nearest name counts:
  {"network": "BSC", "sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}, "user getForm id": "..."}
A pattern matches a part of 'service METHOD /path' or of 'service call-name'; * matches any text.
Calls that move value, cannot be undone, or renew or end the session are never made, even with --write.`,
  options: [
    { flags: '--service <names>', summary: 'only these services, separated by commas', repeatable: true },
    { flags: '--auth <mode>', summary: 'only calls of this mode', words: ['any', 'public', 'signed-in', 'basic'] },
    { flags: '--include <pattern>', summary: 'only calls that match the pattern', repeatable: true },
    { flags: '--exclude <pattern>', summary: 'no calls that match the pattern', repeatable: true },
    { flags: '--values <file>', summary: 'values for paths, queries and bodies, as JSON; - for standard input' },
    { flags: '--parallel <n>', summary: 'the number of parallel calls; default: 16' },
    { flags: '--shard <i/n>', summary: 'run the i-th of n parts of the run' },
    { flags: '--allow-skipped', summary: 'without a session, skip calls that need one instead of exiting with 4' },
    { flags: '--write', summary: 'also make calls that change something, one by one after the reads' },
    { flags: '--report-junit <file>', summary: 'write a JUnit report with a test case per call' },
    { flags: '--report-json <file>', summary: 'write the summary and every case as JSON' },
  ],
  examples: [
    'tuk smoke',
    'tuk smoke --service musubi,sale --report-junit smoke.xml',
    "tuk smoke --auth public --exclude 'GET /metrics' --retry 2 -o ndjson",
    'tuk smoke --shard 1/2 --dry-run',
  ],
  run: async (args, context) => (await import('./run.js')).smoke(args, context),
};

export const group: Group = { commands: [smoke] };
