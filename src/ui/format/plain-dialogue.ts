// The dialogues as plain lines, for screen readers and terminals that cannot redraw: said once, answered with one line. A point alone leaves a question.

import { hiddenAnswer, noAnswer } from './answer.js';
import type { LineOptions, Option, Stage } from './dialogue.js';
import { escapeControls } from './visible.js';

/** Whether the environment asks for plain lines in place of a drawing. */
export function wantsLines({ ACCESSIBLE, INK_SCREEN_READER, TERM }: Stage['env']): boolean {
  return [ACCESSIBLE, INK_SCREEN_READER].some((set) => !!set && set !== '0' && set !== 'false') || TERM === 'dumb';
}

/** A line that leaves a question, which is said with it: whoever does not know the answer must not be kept. */
const leaves = '.';
const isLeft = (line: string): boolean => line.trim() === leaves;

/** A numbered list and one line read; a number that is not on it is asked for again. Undefined if the person leaves, or nobody answers. */
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
  const ask = `Number, 1 to ${choices.length}, or ${leaves} to leave: `;
  return answerOf(stage, {
    prompt: `${escapeControls(question)}\n${rows.join('')}${ask}`,
    take: (line) => (/^\s*\d+\s*$/.test(line) ? choices[Number(line) - 1]?.key : undefined),
    again: (line) => `${escapeControls(line.trim()) || 'That'} is not on the list. ${ask}`,
  });
}

/** One line, which is not echoed where it is hidden. Undefined if the person leaves, or nobody answers. */
export async function typePlainly(question: string, { hidden = false, hint }: LineOptions, stage: Stage): Promise<string | undefined> {
  const said = [hint, `${leaves} leaves`].filter((one) => one !== undefined).join('; ');
  const prompt = `${escapeControls(question)} (${escapeControls(said)}): `;
  return hidden ? answerUnseen(stage, prompt) : answerOf(stage, { prompt, take: (line) => line });
}

interface Asking<Answer> {
  readonly prompt: string;
  /** The answer in a line, or undefined if there is none: then it is asked `again`. */
  take(line: string): Answer | undefined;
  again?(line: string): string;
}
/** Lines as the terminal itself edits and echoes them, until one is taken. */
async function answerOf<Answer>({ stdin, stdout: screen, signal }: Stage, { prompt, take, again }: Asking<Answer>) {
  const { createInterface } = await import('node:readline');
  if (signal?.aborted) return undefined;
  stdin.ref?.(); // an earlier question may have let go of it
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

/** A line without an echo: node:readline could, but knows no backspace on a dumb terminal. */
async function answerUnseen(stage: Stage, prompt: string): Promise<string | undefined> {
  const { keyLine } = await import('../key-line.js');
  const { stdout: screen } = stage;
  const answer = await keyLine(stage, { prompt: () => screen.write(prompt), echo: false });
  const line = 'line' in answer && !isLeft(answer.line) ? answer.line : undefined;
  screen.write(`${line === undefined ? noAnswer : hiddenAnswer}\n`);
  return line;
}
