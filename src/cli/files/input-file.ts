// Reads input of a command, standard input or a file, as text with a size limit; and JSON without duplicate keys.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Deadline } from '../../services/http/deadline.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { inTime } from '../../services/http/rounds.js';
import type { World } from '../settings/world.js';
import { inWorkingFolder } from './working-folder.js';

const most = 16 * 1024 ** 2;

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/** Reads standard input to its end. @throws {BadInput} on a terminal, which would block it, and for more than 16 MiB */
export const readStdin = async (world: Pick<World, 'stdin' | 'signal'>, what: string): Promise<string> =>
  withoutMark(await exactStdin(world, what));

async function exactStdin(world: Pick<World, 'stdin' | 'signal'>, what: string): Promise<string> {
  if (world.stdin.isTTY) throw new BadInput('NO_STDIN', `Standard input is a terminal; pipe ${what} into it.`);
  const tooMuch = () => new BadInput('TOO_LARGE', `Standard input holds more than ${most} bytes.`);
  return readAll(heard(world.stdin as AsyncIterable<Buffer | string>, world), tooMuch);
}

/**
 * The parts of a stream that may stay silent for ever. It cannot be ended while Node waits for bytes, so it is abandoned.
 * @param silence the maximum time until the next part, milliseconds
 * @throws {BadInput} NO_INPUT; {Failure} INTERRUPTED
 */
async function* heard(
  stream: AsyncIterable<Buffer | string>,
  world: Pick<World, 'signal'>,
  silence = Number.POSITIVE_INFINITY,
  file = '-',
): AsyncGenerator<Buffer | string> {
  const parts = stream[Symbol.asyncIterator]();
  const silent = (): never => {
    throw new BadInput('NO_INPUT', `The file ${file} has sent nothing for ${silence / 1000} s, and has not ended.`);
  };
  for (;;) {
    const { done, value } = await inTime(new Deadline(world, silence), parts.next(), silent);
    if (done) return;
    yield value;
  }
}

/** The maximum silence of a pipe or a device, milliseconds: a FIFO may stay open for ever. */
const longestSilence = 30_000;

/** Reads a file as `readExact` does, without a byte order mark. */
export const readInput = async (...input: Parameters<typeof readExact>): Promise<string> =>
  withoutMark(await readExact(...input));

/** The name of an input in messages. */
export const inputName = (file: string): string => (file === '-' ? 'Standard input' : file);

/** Reads JSON text from a file, or from standard input for `-`. @throws as `readInput`, `parseInput` */
export async function readJsonText(world: Parameters<typeof readExact>[0], file: string): Promise<string> {
  const text = await readInput(world, file);
  parseInput(text, inputName(file));
  return text;
}

/**
 * Reads a file as text, or standard input for `-`.
 * @param named the file in messages, after "the file": `named by --key-file`. By default its name, which may be a
 * mistyped secret
 * @throws {BadInput} for a file that is missing, unreadable, too large, or neither UTF-8 nor UTF-16 with a mark, and for a
 * pipe or a device that stays silent
 */
export const readExact = (world: InputWorld, file: string, silence?: number, named?: string): Promise<string> => {
  const readNow = () => readNamed(world, file, silence, named);
  return world.inputs ? world.inputs(file, readNow) : readNow();
};
type InputWorld = Pick<World, 'stdin' | 'cwd' | 'signal' | 'inputs'>;
async function readNamed(world: InputWorld, file: string, silence = longestSilence, named = file): Promise<string> {
  if (file === '-') return exactStdin(world, 'the body');
  const path = inWorkingFolder(world, file);
  try {
    const status = await stat(path);
    if (status.size > most) throw tooLarge(named);
    const stream = createReadStream(path);
    if (status.isFile()) return await readAll(stream, () => tooLarge(named));
    return await readAll(heard(stream, world, silence, named), () => tooLarge(named));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder' }[
      codeOf(error)
    ];
    const isNamed = named === file;
    throw new BadInput(
      'NO_FILE',
      `Cannot read ${isNamed ? file : `the file ${named}`}: ${why ?? (isNamed ? (error as Error).message : codeOf(error))}.`,
      checkPath,
    );
  }
}

/** The next step if a file cannot be read. */
export const checkPath = 'Check the path. A relative path begins in the current folder.';
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'it cannot be opened';
const tooLarge = (file: string): BadInput =>
  new BadInput('TOO_LARGE', `The file ${file} holds more than ${most} bytes.`);

/** The text of a stream. @throws {BadInput} TOO_LARGE, NOT_UTF8 */
async function readAll(stream: AsyncIterable<Buffer | string>, tooMuch: () => BadInput): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0; // a pipe or a device has no size
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > most) throw tooMuch();
    chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  // PowerShell 5 writes UTF-16 with a mark into files
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadInput(
      'NOT_UTF8',
      `The input is not valid ${encoding.toUpperCase()}: other bytes would be replaced.`,
      'Convert it, for example with iconv.',
    );
  }
}

/**
 * Parses JSON. Refuses a duplicate key, because JSON readers differ in which value counts.
 * @throws {Guarded} for a duplicate key; {BadInput}. Both name the source, not its text, which may hold a secret
 */
export function parseInput(text: string, from: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadInput('MALFORMED_JSON', `${from} is not valid JSON.`);
  }
  const { twice, tooDeep } = oddity(text);
  if (twice !== undefined)
    throw new Guarded(
      'AMBIGUOUS_JSON',
      `${from} gives ${twice} twice in one object.`,
      'Readers differ in which one counts: give it once.',
    );
  if (tooDeep) throw new BadInput('DEEP_JSON', `${from} is nested deeper than ${deepest} levels.`);
  return value;
}

const deepest = 512;
/** The problem of a valid JSON text: a duplicate key, or too many levels. Scans without recursion. */
function oddity(text: string): { readonly twice?: string; readonly tooDeep?: true } {
  const levels: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') levels.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') levels.pop();
    else if (token.endsWith(':')) {
      const name = String(JSON.parse(token.slice(0, -1)));
      if (levels.at(-1)?.has(name)) return { twice: JSON.stringify(name.slice(0, 60)) };
      levels.at(-1)?.add(name);
    }
    if (levels.length > deepest) return { tooDeep: true };
  }
  return {};
}
