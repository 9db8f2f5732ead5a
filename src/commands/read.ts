// What a person hands in: standard input or a file, as text, within a limit.
import { BadInput } from '../services/http/failure.js';
import type { World } from './world.js';

const most = 16 * 1024 ** 2;

/** Everything on standard input. @throws {BadInput} on a terminal, where it would wait for typing, or past 16 MiB. */
export async function readStdin(world: World, what: string): Promise<string> {
  if (world.stdin.isTTY) throw new BadInput('NO_STDIN', `Standard input is a terminal; pipe ${what} into it.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of world.stdin as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > most) throw new BadInput('TOO_LARGE', `Standard input holds more than ${most} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A file's text, or standard input for `-`. @throws {BadInput} for a file that is not there or cannot be read. */
export async function readInput(world: World, file: string): Promise<string> {
  if (file === '-') return readStdin(world, 'the body');
  const { readFile, stat } = await import('node:fs/promises');
  const { resolve } = await import('node:path');
  const path = resolve(world.cwd, file);
  try {
    const { size } = await stat(path);
    if (size > most) throw new BadInput('TOO_LARGE', `The file ${file} holds more than ${most} bytes.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const why = { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder' }[
      (error as NodeJS.ErrnoException).code ?? ''
    ];
    throw new BadInput('NO_FILE', `Cannot read ${file}: ${why ?? (error as Error).message}.`);
  }
}

/** JSON as a person wrote it. @throws {BadInput} naming where it came from; its text is not repeated, it may hold a secret. */
export function parseInput(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadInput('MALFORMED_JSON', `${from} is not valid JSON.`);
  }
}
