// Runs prompts of the built program in its terminal, and prints their results and the state of the terminal afterwards.
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import mount from '../../dist/ui/mount.cjs';

const { choose, typeLine } = mount;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort(name));
const stage = { stdin: process.stdin, stdout: process.stderr, env: process.env, signal: stop.signal };
const prompts = {
  choose: ({ question, choices }) => choose(question, choices, stage),
  typeLine: ({ question, options }) => typeLine(question, options, stage),
  /** Reads a line as other parts of the program do after a prompt. */
  plainLine: () =>
    new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin });
      process.stderr.write('plain line: ');
      lines.once('line', (line) => {
        lines.close();
        resolve(line);
      });
    }),
};
for (const { ask, ...options } of JSON.parse(process.argv[2])) {
  const result = await prompts[ask](options).catch((error) => ({ failed: error.message }));
  const modes = spawnSync('stty', ['-a'], { stdio: ['inherit', 'pipe', 'inherit'], encoding: 'utf8' }).stdout;
  const raw = ['icanon', 'echo', 'isig'].filter((mode) => new RegExp(`-${mode}\\b`).test(modes));
  process.stdout.write(`answer: ${JSON.stringify(result)}${raw.length > 0 ? ` but raw: ${raw}` : ''}\n`);
}
// A terminal may lose what a process writes just before its end: the test reads it all, and then types enter.
process.stdout.write('end\n');
await new Promise((resolve) => process.stdin.once('data', resolve).resume());
process.exit(0);
