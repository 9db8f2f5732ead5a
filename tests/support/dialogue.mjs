// Runs prompts of the built program in its terminal, and prints how they ended and how they left the terminal.
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { choose, typeLine } from '../../dist/ui/mount.mjs';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort(name));
const stage = { stdin: process.stdin, stdout: process.stderr, env: process.env, signal: stop.signal };
const asking = {
  choose: ({ question, choices }) => choose(question, choices, stage),
  typeLine: ({ question, options }) => typeLine(question, options, stage),
  /** What other parts of the program do with the terminal afterwards. */
  plainLine: () =>
    new Promise((answer) => {
      const lines = createInterface({ input: process.stdin });
      process.stderr.write('plain line: ');
      lines.once('line', (line) => {
        lines.close();
        answer(line);
      });
    }),
};
for (const { ask, ...given } of JSON.parse(process.argv[2])) {
  const answer = await asking[ask](given).catch((error) => ({ failed: error.message }));
  const modes = spawnSync('stty', ['-a'], { stdio: ['inherit', 'pipe', 'inherit'], encoding: 'utf8' }).stdout;
  const raw = ['icanon', 'echo', 'isig'].filter((mode) => new RegExp(`-${mode}\\b`).test(modes));
  process.stdout.write(`answer: ${JSON.stringify(answer)}${raw.length > 0 ? ` but raw: ${raw}` : ''}\n`);
}
