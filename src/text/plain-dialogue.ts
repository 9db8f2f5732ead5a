// Prompts as plain lines, for screen readers and terminals that cannot redraw: printed once, answered with one line. A single period cancels.

import { createInterface } from 'node:readline';
import { hiddenAnswer, noAnswer } from './answer.js';
import type { LineOptions, Option, Stage } from './dialogue.js';
import { escapeControls } from './visible.js';

/** Whether the environment says that a screen reader is in use; a dumb terminal may show tables. */
export const isForScreenReader = ({ ACCESSIBLE, INK_SCREEN_READER }: Stage['env']): boolean =>
  [ACCESSIBLE, INK_SCREEN_READER].some((set) => !!set && set !== '0' && set !== 'false');
/** Whether the environment selects plain lines. */
export const wantsLines = (env: Stage['env']): boolean => isForScreenReader(env) || env.TERM === 'dumb';

/** The line that cancels a prompt; the prompt names it. */
const leaves = '.';
const isLeft = (line: string): boolean => line.trim() === leaves;

/** Prompts with a numbered list, and repeats the prompt after an invalid number. @returns undefined if the person cancels, or at the end of input */
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
  return answerOf(stage, {
    prompt: `${escapeControls(question)}\n${rows.join('')}${ask}`,
    take: (line) => (/^\s*\d+\s*$/.test(line) ? choices[Number(line) - 1]?.key : undefined),
    again: (line) => `${escapeControls(line.trim()) || 'That'} is not on the list. ${ask}`,
  });
}

/** Prompts for one line, without echo if it is hidden. @returns undefined if the person cancels, or at the end of input */
export async function typePlainly(question: string, { hidden = false, hint }: LineOptions, stage: Stage): Promise<string | undefined> {
  const hints = [hint, `"${leaves}" cancels`].filter((one) => one !== undefined).join('; ');
  const prompt = `${escapeControls(question)} (${escapeControls(hints)}): `;
  return hidden ? answerUnseen(stage, prompt) : answerOf(stage, { prompt, take: (line) => line });
}

interface LinePrompt<Answer> {
  readonly prompt: string;
  /** Parses a line; undefined for an invalid one: then `again` is the prompt. */
  take(line: string): Answer | undefined;
  again?(line: string): string;
}
/** Reads lines, edited and echoed by the terminal, until one is valid. */
async function answerOf<Answer>({ stdin, stdout: screen, signal }: Stage, { prompt, take, again }: LinePrompt<Answer>) {
  if (signal?.aborted) return undefined;
  stdin.ref?.(); // an earlier prompt may have called unref
  const lines = createInterface({ input: stdin, terminal: false });
  const leave = () => lines.close();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    screen.write(prompt);
    for await (const line of lines) {
      if (isLeft(line)) return undefined;
      const answer = take(line);
      if (answer !== undefined) return answer;
      screen.write(again?.(line) ?? '');
    }
    screen.write(`${noAnswer}\n`);
    return undefined;
  } finally {
    signal?.removeEventListener('abort', leave);
    lines.close();
  }
}

/** Reads a line without echo; node:readline does not handle backspace on a dumb terminal. */
async function answerUnseen(stage: Stage, prompt: string): Promise<string | undefined> {
  const { keyLine } = await import('../ui/key-line.js');
  const { stdout: screen } = stage;
  const answer = await keyLine(stage, { prompt: () => screen.write(prompt), echo: false });
  const line = 'line' in answer && !isLeft(answer.line) ? answer.line : undefined;
  screen.write(`${line === undefined ? noAnswer : hiddenAnswer}\n`);
  return line;
}
