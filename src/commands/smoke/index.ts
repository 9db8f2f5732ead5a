// `tuk smoke`: calls what is safe to call, and reports which answers are not as they should be.
import type { Command, Group } from '../../cli/command.js';

const smoke: Command = {
  name: '',
  summary: 'Call every read that the session in use may make, and report what does not answer as it should',
  description: `A case is green when its status is 2xx and its answer fits what is publicly known of it; where nothing is, null and bare texts or numbers are red,
and a list call answers a list. Exit 1 where a case is red or none was checked. Exit 4 where calls need a session and nobody is signed in, unless
--auth public or --allow-skipped is given, and where the session ends during the run.
Values for paths and needed queries come from --values, then from earlier answers, then from closed lists; a call that
lacks one is skipped, and the report says why. The file of --values is JSON, the nearest name counts:
  {"network": "BSC", "sale": {"id": "..."}, "user": {"getGame": {"id": "..."}}, "user getForm id": "..."}
A pattern is a part of 'service METHOD /path' or of 'service call-name'; * stands for any text.
What moves value, cannot be undone, or renews or ends the session is never called, with --write or without.`,
  options: [
    { flags: '--service <names>', summary: 'only these services, separated by commas', many: true },
    { flags: '--auth <mode>', summary: 'only calls of this mode', words: ['any', 'public', 'signed-in', 'basic'] },
    { flags: '--include <pattern>', summary: 'only calls that the pattern fits', many: true },
    { flags: '--exclude <pattern>', summary: 'no calls that the pattern fits', many: true },
    { flags: '--values <file>', summary: 'values for paths, queries and bodies, as JSON; - for standard input' },
    { flags: '--parallel <n>', summary: 'so many calls at once, 16 if not given' },
    { flags: '--shard <i/n>', summary: 'the i-th of n parts, which together are one whole run' },
    { flags: '--allow-skipped', summary: 'where nobody is signed in, skip what needs a session instead of ending with exit 4' },
    { flags: '--write', summary: 'also calls that change something, one after the other, behind the reads' },
    { flags: '--report-junit <file>', summary: 'write a JUnit report, a test case a call' },
    { flags: '--report-json <file>', summary: 'write the summary and every case as JSON' },
  ],
  examples: [
    'tuk smoke',
    'tuk smoke --service musubi,sale --report-junit smoke.xml',
    "tuk smoke --auth public --exclude 'GET /metrics' --retry 2 -o ndjson",
    'tuk smoke --shard 1/2 --dry-run',
  ],
  run: async (typed, context) => (await import('./run.js')).smoke(typed, context),
};

export const group: Group = { commands: [smoke] };
