// Runs command lines of the application: in a world with other parts, and silently.

import { Readable } from 'node:stream';
import { collector } from '../../cli/collector.js';
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
  // `--` begins another line, such as the line of an alias
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return program.run(
    words.toSpliced(end, 0, ...(profile === undefined || namesProfile(line) ? [] : ['-p', profile])),
    world,
  );
}

/** Runs `tuk login --as mina -p sandbox` silently. @throws {Error} with its output if it fails */
export async function signInToSandbox(world: World, { run }: CommandRunner) {
  const stream = collector();
  const silent = worldWith(world, { stdout: stream, stderr: stream });
  if ((await run(['login', '--as', 'mina', '-p', 'sandbox'], silent)) !== 0) throw new Error(stream.text().trim());
}

/**
 * Runs a line without a terminal and without input.
 * @returns its exit code and output, or the message of its failure
 */
export async function runSilently(line: string, { world, flags }: Context, program: CommandRunner) {
  const [stdout, stderr] = [collector(), collector()];
  const code = await runLine(line, flags, worldWith(world, { stdin: Readable.from([]), stdout, stderr }), program);
  return { code, text: (code === 0 ? stdout : stderr).text() };
}
/** Runs a control of the sandbox: its exit code, and its JSON or its failure. @throws {Error} for any other line */
export async function runControl(line: string, context: Context, program: CommandRunner) {
  if (splitWords(line)[0] !== 'sandbox') throw new Error(`tuk ${line} is not a control of the sandbox`);
  return runSilently(`${line} -o json`, context, program);
}
