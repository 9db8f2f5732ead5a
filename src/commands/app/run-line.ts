// Runs command lines of the application: in a world with other parts, and silently, for the sandbox.

import { Writable } from 'node:stream';
import type { CommandRunner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flags } from '../../cli/options.js';
import type { World } from '../../cli/world.js';
import { namesProfile, splitWords } from '../../services/command-line.js';

/** A world with other parts. */
export const worldWith = (world: World, parts: Partial<World>): World =>
  new Proxy(world, {
    get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name, target)),
  });

/** Runs a line with the profile of the application, unless it names one itself. @returns its exit code */
export function runLine(line: string, { profile }: Flags, world: World, program: CommandRunner) {
  const words = splitWords(line);
  const end = words.includes('--') ? words.indexOf('--') : words.length; // `--` begins another line, such as the line of a view
  return program.run(
    words.toSpliced(end, 0, ...(profile === undefined || namesProfile(line) ? [] : ['-p', profile])),
    world,
  );
}

/** Runs `tuk login --as mina -p sandbox` silently. @throws {Error} with its output if it fails */
export async function signInToSandbox(world: World, { run }: CommandRunner) {
  const { stream, text } = collector();
  const silent = worldWith(world, { stdout: stream, stderr: stream });
  if ((await run(['login', '--as', 'mina', '-p', 'sandbox'], silent)) !== 0) throw new Error(text().trim());
}

/** Runs a control of the sandbox of the profile. @returns its JSON, or why it failed. @throws {Error} for any other command */
export async function runControl(line: string, { world, flags }: Context, program: CommandRunner) {
  if (splitWords(line)[0] !== 'sandbox') throw new Error(`tuk ${line} is no control of the sandbox`);
  const [stdout, stderr] = [collector(), collector()];
  const silent = worldWith(world, { stdout: stdout.stream, stderr: stderr.stream });
  const code = await runLine(`${line} -o json`, flags, silent, program);
  return { code, text: (code === 0 ? stdout : stderr).text() };
}
/** A stream that keeps what is written to it. */
function collector() {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      parts.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => parts.join('') };
}
