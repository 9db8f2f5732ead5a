// --edit: opens the person's editor on a text in a private temporary file, and returns what was saved.

import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'lossless-json';
import { quoted } from '../../services/command-line.js';
import { makeTemporaryFolder } from '../../services/folder.js';
import { BadInput, Failure, interrupted } from '../../services/http/errors.js';
import { programsOf, signalGroup, startEditor } from '../../services/platform/programs.js';
import { makeFile, replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';
import type { Arguments } from '../command/command.js';
import { parseInput } from '../files/input-file.js';
import type { Draft, World } from '../settings/world.js';

/** The value of --input in a run with --edit alone, and the name of the edited text in messages. */
const editedBody = 'The edited body';

/**
 * The arguments of a run with --edit: the edited body counts as the body of --input, so that no option has to fill it.
 */
export const withEditedBody = (args: Arguments): Arguments => ({
  ...args,
  options: { ...args.options, input: args.options.input ?? editedBody },
});

/** Whether --input was typed beside --edit: the editor then opens its text. */
export const opensInput = ({ input }: Arguments['options']): boolean => input !== undefined && input !== editedBody;

/**
 * The world of a run with --edit. Its editor opens once: several requests of a run have the same body.
 * @throws {BadInput} NO_EDITOR in a program that shows no other program: the application, an MCP server
 */
export function editingWorld(world: World): World {
  if (world.inDialog || world.ask) throw new BadInput('NO_EDITOR', '--edit cannot open an editor here.');
  let edited: Promise<string> | undefined;
  const editBody: World['editBody'] = (draft, check) => {
    edited ??= edit(world, draft, check);
    return edited;
  };
  return Object.create(world, { editBody: { value: editBody, enumerable: true } });
}

/**
 * The text without the lines that begin with `//`, which no JSON text has: a string holds no line break. Lines keep
 * their numbers.
 */
export const withoutComments = (text: string): string => text.replace(/^[ \t]*\/\/.*$/gm, '');

/**
 * Opens the editor, and returns the saved JSON text.
 * @param check throws if the text cannot be sent
 * @throws {BadInput} NO_EDITOR, EDITOR_FAILED, NOTHING_EDITED; MALFORMED_JSON and what `check` throws, with the path of
 * a private file that keeps the text
 */
async function edit(world: World, { json, comments }: Draft, check: (text: string) => void): Promise<string> {
  const command = editorOf(world);
  const before = `${comments.map((line) => `${`// ${line}`.trimEnd()}\n`).join('')}${json}\n`;
  const after = await inPrivateFile(before, (file) => runEditor(world, command, file));
  const text = withoutComments(after);
  if (text.trim() === '') throw new BadInput('NOTHING_EDITED', 'The edited body is empty.');
  if (text.trim() === withoutComments(before).trim())
    throw new BadInput('NOTHING_EDITED', 'The body was not changed in the editor.');
  try {
    parseEdited(text);
    check(text.trim());
    return text.trim();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw kept(world, after, error);
  }
}

/** The editor: VISUAL, EDITOR, or vi on a terminal. @throws {BadInput} NO_EDITOR */
function editorOf({ env, stdin, stderr }: World): string {
  const named = [env.VISUAL, env.EDITOR].find((command) => command?.trim());
  if (named !== undefined) return named;
  if (stdin.isTTY && stderr.isTTY) return programsOf().editor;
  throw new BadInput(
    'NO_EDITOR',
    '--edit needs an editor, and neither VISUAL nor EDITOR names one.',
    'Name it, like EDITOR=nano, or give the body with --input FILE.',
  );
}

/** Writes a text into a private temporary file for the time of some work, and returns what the file then holds. */
async function inPrivateFile(text: string, work: (file: string) => Promise<void>): Promise<string> {
  const folder = makeTemporaryFolder('tuk-edit-');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove); // a second signal ends the process at once
  try {
    const file = path.join(folder, 'body.jsonc');
    makeFile(file, Buffer.from(text), 0o600);
    await work(file);
    return saved(file);
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}

/** @throws {BadInput} NOTHING_EDITED, NOT_UTF8 */
function saved(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BadInput('NOTHING_EDITED', 'The editor has removed the body.');
    throw new BadInput('NOT_UTF8', 'The edited body is not valid UTF-8.');
  }
}

/**
 * Runs an editor through the shell, since EDITOR may have arguments, with the file as one last argument. It gets the
 * terminal where standard input or output is a pipe, and never writes to standard output of the program.
 * @throws {BadInput} EDITOR_FAILED; {Failure} INTERRUPTED by a signal, which ends the editor too
 */
async function runEditor({ env, cwd, stdin, stdout, signal }: World, command: string, file: string): Promise<void> {
  const terminal = stdin.isTTY && stdout.isTTY ? undefined : openTerminal();
  try {
    const stdio = [
      stdin.isTTY ? 'inherit' : (terminal ?? 'ignore'),
      stdout.isTTY ? 'inherit' : (terminal ?? 2),
      'inherit',
    ] as const;
    // without a terminal, which belongs to one group of processes, a signal ends the editor with all its children
    const alone = !stdin.isTTY && terminal === undefined;
    const child = startEditor(command, file, { stdio: [...stdio], cwd, env, alone });
    const stop = () => (alone ? signalGroup(child, 'SIGTERM') : child.kill());
    signal?.addEventListener('abort', stop, { once: true });
    const ended = await new Promise<number | string>((resolve) => {
      child.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      child.on('exit', (code, name) => resolve(code ?? name ?? 'a signal'));
    });
    signal?.removeEventListener('abort', stop);
    if (signal?.aborted) throw interrupted();
    if (ended !== 0) throw editorFailed(command, ended);
  } finally {
    if (terminal !== undefined) closeSync(terminal);
  }
}

function openTerminal(): number | undefined {
  try {
    return openSync(programsOf().terminal, 'r+');
  } catch {
    return undefined; // a script without a terminal
  }
}

/** A shell says 126 or 127 where it cannot run a command. */
function editorFailed(command: string, ended: number | string): BadInput {
  const name = JSON.stringify(command.slice(0, 90));
  const isMissing = ended === 126 || ended === 127 || ended === 'ENOENT';
  return new BadInput(
    'EDITOR_FAILED',
    isMissing ? `The editor ${name} cannot be run.` : `The editor ${name} failed (${ended}).`,
    isMissing ? 'Name another one with VISUAL or EDITOR.' : undefined,
  );
}

/** @throws {BadInput} MALFORMED_JSON with the line; {Guarded} for a duplicate key */
function parseEdited(text: string): void {
  try {
    parseInput(text, editedBody);
  } catch (error) {
    if (!(error instanceof BadInput) || error.code !== 'MALFORMED_JSON') throw error;
    throw new BadInput(error.code, `The edited body is not valid JSON${inLine(text)}.`);
  }
}
function inLine(text: string): string {
  try {
    parse(text);
    return '';
  } catch (error) {
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    return position === undefined ? '' : `, at line ${text.slice(0, Number(position)).trimEnd().split('\n').length}`;
  }
}

/** Keeps a text that cannot be sent in a private file of the program, as git keeps a commit message. */
function kept(world: World, text: string, { kind, code, message, hint = '' }: Failure): Failure {
  const file = paths(world).edited;
  const first = hint === '' || /[.!?]$/.test(hint) ? hint : `${hint}.`;
  const withHint = (more: string) => new Failure(kind, code, message, `${first} ${more}`.trim());
  try {
    replaceFile(file, Buffer.from(text), 0o600);
  } catch (error) {
    return withHint(`Your edit could not be saved: ${(error as Error).message}.`);
  }
  return withHint(`Your edit is in ${file}. To continue with it, add --input ${quoted(file)} to the same line.`);
}
