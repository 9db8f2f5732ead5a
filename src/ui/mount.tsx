// Puts dialogues on the terminal, and takes them off on every way out. It alone calls Ink's render.
import type { Instance, RenderOptions } from 'ink';
import type { ReactNode } from 'react';
import { hiddenInput, type LineOptions, noInput, type Option, type Stage, wantsLines } from '../text/dialogue.js';
import type { Mark, ReceiptLine } from '../text/receipt.js';
import { escapeControls } from '../text/visible.js';
import { inForeground } from './foreground.js';
import { Keys } from './keys.js';
import { chooseByNumber, typePlainly } from './plain-dialogue.js';

/**
 * Lets the person choose from a list; undefined if they leave (esc, Ctrl-C, the end of input, the stage's signal).
 * @throws {Error} without a terminal
 */
export async function choose<Key extends string>(
  question: string,
  choices: readonly Option<Key>[],
  stage: Stage,
): Promise<Key | undefined> {
  if (!canAsk(stage)) return undefined;
  if (wantsLines(stage.env)) return chooseByNumber(question, choices, stage);
  const { Choice } = await import('./components/choice.js');
  return dialogue<Key>(stage, {
    question,
    draw: ({ rows, columns, reply, leave }) => (
      <Choice {...{ question, choices, rows, columns }} onReply={(key) => reply(key as Key)} onLeave={leave} />
    ),
    replyText: (chosen) => choices.find(({ key }) => key === chosen)?.label ?? chosen,
  });
}

/** Lets the person type one line, which may be empty; undefined if they leave. @throws {Error} without a terminal */
export async function typeLine(question: string, options: LineOptions, stage: Stage): Promise<string | undefined> {
  if (!canAsk(stage)) return undefined;
  if (wantsLines(stage.env)) return typePlainly(question, options, stage);
  const { Line } = await import('./components/line.js');
  return dialogue<string>(stage, {
    question,
    draw: ({ reply, leave }) => <Line question={question} {...options} onReply={reply} onLeave={leave} />,
    replyText: (line) => (options.hidden ? hiddenInput : line || (options.instead ?? '')),
  });
}

/** A receipt as a card, for a terminal so many columns wide; it ends with a line feed. */
export async function drawReceipt(
  mark: Mark,
  title: string,
  lines: readonly ReceiptLine[],
  { columns, env }: { readonly columns: number; readonly env: Stage['env'] },
): Promise<string> {
  const [{ renderToString }, { Receipt }, { ThemeContext, themeOf }, { default: chalk }] = await Promise.all([
    import('ink'),
    import('./components/receipt.js'),
    import('./components/theme.js'),
    import('chalk'),
  ]);
  const theme = themeOf(env);
  chalk.level = Math.max(1, theme.depth) as 1 | 2 | 3;
  const card = <Receipt {...{ mark, title, lines, columns }} />;
  return `${renderToString(<ThemeContext value={theme}>{card}</ThemeContext>, { columns })}\n`;
}

/** Whether a person can still reply. @throws {Error} without a terminal */
function canAsk({ stdin, stdout, signal }: Stage): boolean {
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('no terminal');
  return stdin.readable && !signal?.aborted;
}

interface Dialogue<Reply> {
  readonly question: string;
  draw(context: {
    readonly rows: number;
    readonly columns: number;
    reply(reply: Reply): void;
    leave(): void;
  }): ReactNode;
  replyText(reply: Reply): string;
}

/** Draws a dialogue until it has a reply. Then one plain line stays, and the terminal is as before. */
async function dialogue<Reply>(
  stage: Stage,
  { question, draw, replyText }: Dialogue<Reply>,
): Promise<Reply | undefined> {
  const [{ render, Text }, { Caught, Turns }, { Question }, { ThemeContext, themeOf }, { default: chalk }] =
    await drawing();
  const { stdin, stdout, env, signal } = stage;
  if (!(await inForeground(stage))) return undefined; // the person may have left meanwhile
  chalk.level = 1; // Ink's own instance, which reads the process's stdout; the theme names no other colours
  const keys = new Keys(stdin);
  const { settled, settle, fail } = outcome<Reply>();
  const framed = (inside: ReactNode) => (
    <ThemeContext value={themeOf(env)}>
      <Caught onError={fail}>{inside}</Caught>
    </ThemeContext>
  );
  const leave = () => settle();
  const drawn = () => {
    const inside = draw({ rows: stdout.rows || 24, columns: stdout.columns || 80, reply: settle, leave });
    return framed(<Turns onTaken={() => keys.taken()}>{inside}</Turns>);
  };
  const stays = (reply: Reply | undefined) => {
    const text = reply === undefined ? noInput : escapeControls(replyText(reply));
    const line = <Text>{text}</Text>;
    return framed(<Question text={question}>{line}</Question>);
  };

  keys.once('over', leave);
  signal?.addEventListener('abort', leave, { once: true });
  keys.open(); // before the question is drawn: early keys must not be echoed, least of all a secret
  let app: Instance | undefined;
  const resized = () => app?.rerender(drawn());
  stdout.on('resize', resized);
  try {
    app = render(drawn(), onStage(stage, keys));
    const reply = await settled;
    app.rerender(stays(reply));
    return reply;
  } finally {
    signal?.removeEventListener('abort', leave);
    stdout.removeListener('resize', resized);
    const gone = app?.waitUntilExit();
    app?.unmount();
    await gone;
    keys.close();
  }
}

/** A promise of a reply, and its two ways to settle. */
function outcome<Reply>() {
  let settle!: (reply?: Reply) => void;
  let fail!: (error: unknown) => void;
  const settled = new Promise<Reply | undefined>((yes, no) => {
    [settle, fail] = [yes, no];
  });
  return { settled, settle, fail };
}

/** Loads the parts that draw. */
function drawing() {
  return Promise.all([
    import('ink'),
    import('./components/turns.js'),
    import('./components/question.js'),
    import('./components/theme.js'),
    import('chalk'),
  ]);
}

/** Ink's options: it draws on the stage only, and leaves Ctrl-C, the console and screen readers to us. */
function onStage({ stdout: drawnOn }: Stage, keys: Keys): RenderOptions {
  const screen = {
    isTTY: true,
    /** For a drawing as high as the terminal, Ink erases the screen and the scrollback. A dialogue never may. */
    rows: Number.POSITIVE_INFINITY,
    get columns() {
      return drawnOn.columns || 80;
    },
    writableLength: 0,
    write: (text: string, written?: () => void) => drawnOn.write(text, written),
    on: (event: string, listener: () => void) => drawnOn.on(event, listener),
    off: (event: string, listener: () => void) => drawnOn.off(event, listener),
  } as unknown as NodeJS.WriteStream;
  return {
    stdin: keys as unknown as NodeJS.ReadStream,
    stdout: screen,
    stderr: screen,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: false,
  };
}
