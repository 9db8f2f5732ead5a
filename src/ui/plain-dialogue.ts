// Prompts as plain lines, for screen readers and terminals that cannot redraw: printed once, with one line of input. A
// single period cancels.

import { createInterface } from 'node:readline';
import { hiddenInput, type LineOptions, noInput, type Option, type Stage } from '../text/dialogue.js';
import { escapeControls } from '../text/visible.js';
import { keyLine } from './key-line.js';

/** The line that cancels a prompt. */
const leaves = '.';
const isLeft = (line: string): boolean => line.trim() === leaves;

/**
 * Prompts with a numbered list until the number is valid.
 * @returns undefined if the person cancels, or at the end of input
 */
export async function chooseByNumber<Key extends string>(
  question: string,
  choices: readonly Option<Key>[],
  stage: Stage,
): Promise<Key | undefined> {
  const digits = String(choices.length).length;
  const rows = choices.map(({ label, is }, at) => {
    const number = String(at + 1).padStart(digits);
    return `  ${number}  ${escapeControls(label)}${is === undefined ? '' : `: ${escapeControls(is)}`}\n`;
  });
  const ask = `Number, 1 to ${choices.length}, or "${leaves}" to cancel: `;
  return inputOf(stage, {
    prompt: `${escapeControls(question)}\n${rows.join('')}${ask}`,
    take: (line) => (/^\s*\d+\s*$/.test(line) ? choices[Number(line) - 1]?.key : undefined),
    again: (line) => `${escapeControls(line.trim()) || 'That'} is not on the list. ${ask}`,
  });
}

/** Prompts for one line, optionally without echo. @returns undefined if the person cancels, or at the end of input */
export async function typePlainly(
  question: string,
  { hidden = false, hint }: LineOptions,
  stage: Stage,
): Promise<string | undefined> {
  const hints = [hint, `"${leaves}" cancels`].filter((text) => text !== undefined).join('; ');
  const prompt = `${escapeControls(question)} (${escapeControls(hints)}): `;
  return hidden ? hiddenInputOf(stage, prompt) : inputOf(stage, { prompt, take: (line) => line });
}

interface LinePrompt<Input> {
  readonly prompt: string;
  /** Parses a line; undefined for an invalid one: `again` is then the prompt. */
  take(line: string): Input | undefined;
  again?(line: string): string;
}
/** Reads lines, with the terminal's editing and echo, until one is valid. */
async function inputOf<Input>({ stdin, stdout: screen, signal }: Stage, { prompt, take, again }: LinePrompt<Input>) {
  if (signal?.aborted) return undefined;
  stdin.ref?.(); // an earlier prompt may have called unref
  const lines = createInterface({ input: stdin, terminal: false });
  const leave = () => lines.close();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    screen.write(prompt);
    for await (const line of lines) {
      if (isLeft(line)) return undefined;
      const input = take(line);
      if (input !== undefined) return input;
      screen.write(again?.(line) ?? '');
    }
    screen.write(`${noInput}\n`);
    return undefined;
  } finally {
    signal?.removeEventListener('abort', leave);
    lines.close();
  }
}

/** Reads a line without echo; node:readline does not handle backspace on a dumb terminal. */
async function hiddenInputOf(stage: Stage, prompt: string): Promise<string | undefined> {
  const { stdout: screen } = stage;
  const entry = await keyLine(stage, { prompt: () => screen.write(prompt), echo: false });
  const line = 'line' in entry && !isLeft(entry.line) ? entry.line : undefined;
  screen.write(`${line === undefined ? noInput : hiddenInput}\n`);
  return line;
}
