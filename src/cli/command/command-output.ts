// The output of a command: data to stdout in the format of -o, everything else to stderr, with secrets redacted.

import type { Deadline } from '../../services/http/deadline.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { isUnix } from '../../services/platform/platform.js';
import { forShell } from '../../services/platform/shells.js';
import { type Redaction, redaction } from '../../session/redact.js';
import { withoutCommands } from '../../text/ci-commands.js';
import type { Line } from '../../text/line.js';
import { escapeControls, isOnCi } from '../../text/visible.js';
import { isMasked } from '../output/masking.js';
import { misfit } from '../output/misfit.js';
import type { OutputOptions, Presentation, Streams } from '../output/output.js';
import { printPages } from '../output/page-output.js';
import { printJson } from '../output/print-json.js';
import { printBytes, printLines, printText, renderText } from '../output/render.js';
import { type StartJq, sharedJq } from '../output/shared-jq.js';
import { formatNames, isFormat } from '../settings/formats.js';
import type { Flags, Settings } from '../settings/options.js';
import { replacedOption } from '../settings/removed-names.js';
import { suggestion } from '../settings/suggest.js';
import type { World } from '../settings/world.js';

export interface CommandOutput {
  /** The person's output options. @throws {BadInput} UNKNOWN_FORM */
  readonly options: OutputOptions;
  readonly redact: Redaction;
  /** Whether errors are printed as JSON. Never throws: it is read while a failure is printed. */
  readonly jsonErrors: boolean;
  /** Prints a JSON text in the format of -o. */
  print(json: string, presentation?: Presentation): Promise<void>;
  /**
   * Prints the pages of a list as one response, page by page.
   * @returns false if the format needs the whole response; then nothing is printed
   */
  printPages(pages: Iterable<string>, presentation?: Presentation): Promise<boolean>;
  printText(text: string): Promise<void>;
  /** Prints lines for people, in colours if the terminal has them. */
  printLines(lines: readonly Line[]): Promise<void>;
  printBytes(bytes: Uint8Array): Promise<void>;
  /** Renders the text that `print` would print. */
  render(json: string, presentation: Presentation): Promise<string>;
  /** Whether personal data are masked on this stream. */
  isMasked(stream: 'stdout' | 'stderr'): boolean;
  /**
   * Writes one line to stderr: what would end it or act in a terminal is escaped, secrets are redacted.
   * @param style colours the escaped line
   */
  writeLine(line: string, style?: (safe: string) => string): void;
  /** Writes what is drawn on a terminal, whose texts are escaped: a prompt, a card, progress. */
  draw(text: string): void;
  /** Writes a workflow command of ours to stderr, which its CI system obeys. */
  writeCommand(line: string): void;
  /**
   * Logs a line, except with JSON errors: stderr must then contain one JSON object only.
   * @param of `failure`: also with --quiet
   */
  log(line: string, of?: 'failure'): void;
  /** Reports a failure at the end of the run, after the output. */
  deferFailure(failure: Failure): void;
  readonly deferred: Failure | undefined;
}

interface OutputDependencies {
  readonly settings: () => Settings;
  readonly deadline: Deadline;
  /** Whether a request may have been sent. */
  readonly hasSent?: () => boolean;
  /** Whether something may have changed. If not, an unknown field and a failing jq expression are usage errors. */
  readonly mayHaveChanged?: () => boolean | Promise<boolean>;
  /** The offset of the service's clock, milliseconds. */
  readonly clockOffset?: () => number;
  /** The secrets of the surrounding run. */
  readonly redact?: Redaction;
}

export class RunOutput implements CommandOutput {
  readonly redact: Redaction;
  deferred: Failure | undefined;
  readonly #world: World;
  readonly #deadline: Deadline;
  readonly #flags: Flags;
  readonly #settings: () => Settings;
  readonly #hasSent: () => boolean;
  readonly #mayHaveChanged: () => boolean | Promise<boolean>;
  readonly #clockOffset: () => number;
  #startJq: StartJq | undefined;

  constructor(
    world: World,
    flags: Flags,
    {
      settings,
      deadline,
      hasSent = () => true,
      mayHaveChanged = () => true,
      clockOffset = () => 0,
      redact = redaction(),
    }: OutputDependencies,
  ) {
    this.#world = world;
    this.redact = redact;
    this.#deadline = deadline;
    this.#flags = flags;
    this.#settings = settings;
    this.#hasSent = hasSent;
    this.#mayHaveChanged = mayHaveChanged;
    this.#clockOffset = clockOffset;
  }

  get jsonErrors(): boolean {
    return this.#flags.json === true;
  }

  #sharedJq(): StartJq {
    this.#startJq ??= sharedJq(this.#world, () => this.#settings().maxWait.value);
    return this.#startJq;
  }

  get options(): OutputOptions {
    const { fields, jq, columns, sortBy, match, limit, sum, sumBy, noHeader, noPager, quiet, reveal, mask } =
      this.#flags;
    const { value: format, origin } = this.#settings().output;
    if (format !== undefined && !isFormat(format))
      throw (
        replacedOption(`-o ${format}`) ??
        new BadInput(
          'UNKNOWN_FORM',
          `${JSON.stringify(format)} is not an output format (${origin}).`,
          suggestion(format, formatNames),
        )
      );
    const list = (text: string) => text.split(',').map((part) => part.trim());
    return {
      format,
      fields: fields === undefined ? undefined : list(fields),
      columns: columns === undefined ? undefined : list(columns),
      jq,
      startJq: jq === undefined ? undefined : this.#sharedJq(),
      sortBy,
      match: match === undefined || match.trim() === '' ? undefined : match,
      limit: limit === undefined ? undefined : countOf('--limit', limit),
      sum: sum === undefined && sumBy === undefined ? undefined : { path: sum ?? '', by: sumBy },
      noHeader,
      noPager,
      quiet,
      reveal,
      mask,
      explicitJson: origin === '--json' || origin === '--output',
      profile: this.#flags.profile,
      profileInUse: () => {
        const named = this.#flags.profile;
        return named?.includes(',') ? named : this.#settings().profile.value;
      },
    };
  }

  get #streams(): Streams {
    const world = this.#world;
    return {
      stdout: world.stdout,
      deadline: this.#deadline,
      stderr: {
        writeLine: (line, style) => this.writeLine(line, style),
        get isTTY() {
          return world.stderr.isTTY === true; // creating the stream takes time, and few commands need it
        },
      },
      env: world.env,
      page: world.page && !world.inDialog ? world.page : undefined,
      inDialog: world.inDialog,
      now: () => world.clock.now() + this.#clockOffset(),
    };
  }

  /**
   * Prints a response as asked. An option that does not fit it is a usage error; but after a change the response is
   * printed whole, since the change must not appear failed.
   */
  async print(json: string, presentation: Presentation = {}): Promise<void> {
    try {
      await printJson(json, this.options, this.#streams, presentation);
    } catch (error) {
      const hasChanged = presentation.hasEffect ?? (await this.#mayHaveChanged());
      if (error instanceof Failure && hasChanged) {
        const { reveal = false, mask = false } = this.#flags;
        await printJson(json, { reveal, mask }, this.#streams, { persons: presentation.persons });
      }
      throw misfit(error, presentation, { hasChanged, hasSent: this.#hasSent() });
    }
  }
  async printPages(pages: Iterable<string>, presentation: Presentation = {}): Promise<boolean> {
    try {
      return !presentation.singleRecord && (await printPages(pages, this.options, this.#streams, presentation));
    } catch (error) {
      throw misfit(error, presentation, { hasChanged: false, hasSent: this.#hasSent() });
    }
  }
  async printText(text: string): Promise<void> {
    await printText(text, this.options, this.#streams);
  }
  async render(json: string, presentation: Presentation): Promise<string> {
    return renderText(json, this.options, this.#streams, presentation);
  }
  async printLines(lines: readonly Line[]): Promise<void> {
    await printLines(lines, this.options, this.#streams);
  }
  async printBytes(bytes: Uint8Array): Promise<void> {
    await printBytes(bytes, this.options, this.#streams);
  }
  isMasked(stream: 'stdout' | 'stderr'): boolean {
    return isMasked(this.#flags, this.#world[stream], stream === 'stdout' ? this.options.format : undefined);
  }
  writeLine(line: string, style = (safe: string) => safe): void {
    this.draw(`${style(escapeControls(this.redact.clean(line)))}\n`); // redacted before it is escaped
  }
  draw(text: string): void {
    this.#write(isOnCi(this.#world.env) ? withoutCommands(text) : text);
  }
  writeCommand(line: string): void {
    this.#write(`${escapeControls(line)}\n`);
  }
  /** The only writer of stderr (tests/architecture.test.ts). */
  #write(text: string): void {
    this.#deadline.root.sign?.hush();
    // for another shell, unless it is data
    this.#world.stderr.write(this.redact.clean(isUnix() || this.jsonErrors ? text : forShell(text, this.#world.env)));
  }
  log(line: string, of?: 'failure'): void {
    if (!this.jsonErrors && (of === 'failure' || !this.#flags.quiet)) this.writeLine(line);
  }
  deferFailure(failure: Failure): void {
    this.deferred ??= failure;
  }
}

/** @throws {BadInput} BAD_VALUE */
export function countOf(option: string, typed: string): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw new BadInput(
    'BAD_VALUE',
    `${option} must be a whole number of at least 1, not ${JSON.stringify(typed.slice(0, 30))}.`,
  );
}
