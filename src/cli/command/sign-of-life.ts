// The sign of life of a run: what it waits for, on stderr from 10 s on, then each minute; on a terminal in one line that
// is redrawn. It is loaded when a run has waited for 10 s. And whether somebody can still read what it prints.
import { writeSync } from 'node:fs';
import { type Deadline, longWait, monotonicNow, type SignOfLife } from '../../services/http/deadline.js';
import { fit as cutEnd } from '../../text/text.js';
import { exactSpan } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { Flags } from '../settings/options.js';
import type { World } from '../settings/world.js';
import type { CommandOutput } from './command-output.js';

/** Milliseconds: between two looks at what is waited for, between two lines; and by which a timer may be early. */
const [look, again, early] = [1000, 60_000, 20];

type Out = Pick<CommandOutput, 'draw' | 'log'>;

export class RunSign implements SignOfLife {
  readonly #stdout: World['stdout'] & { readonly fd?: number };
  readonly #run: Deadline;
  /** The time of the first wait. */
  readonly #began = monotonicNow() - longWait;
  readonly #out: Out;
  /** The width of the terminal; undefined where lines are written. */
  readonly #columns: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the next line is due, milliseconds of the monotonic clock. */
  #next = 0;
  #isDrawn = false;

  constructor(run: Deadline, out: Out, world: World, flags: Flags) {
    this.#stdout = world.stdout;
    this.#run = run;
    this.#out = out;
    // nothing else draws there, nobody hears it again and again
    if (world.stdout.isTTY && !world.env.ACCESSIBLE && isLive(world, flags)) this.#columns = world.stderr.columns || 80;
    if (!world.hasScreen && !world.inDialog) this.#say();
  }

  #say(): void {
    this.#timer = setTimeout(() => this.#say(), look).unref();
    const text = this.#text();
    if (text === undefined) this.hush();
    else if (this.#columns !== undefined) {
      this.#out.draw(`\r\u001b[2K  ${cutEnd(escapeControls(text), this.#columns - 3)}`);
      this.#isDrawn = true;
    } else if (monotonicNow() >= this.#next) {
      this.#next = monotonicNow() + again - early;
      this.#out.log(`  ${text}`);
    }
  }

  /** What has been waited for for long: a request before anything else, since it may never have a response. */
  #text() {
    const { waits, requests } = this.#run;
    if (waits.size === 0) return undefined;
    const now = monotonicNow();
    const long = [...waits].filter(([, at]) => now - at >= longWait - early);
    const [first, ...more] = long.flatMap(([one, at]) => (typeof one === 'object' ? { ...one, at } : []));
    if (first) {
      const { shownUrl, timeout, at } = first;
      const others = more.length === 0 ? '' : ` (and to ${more.length} more)`;
      const most =
        timeout > 0
          ? `It is waited for at most ${timeout / 1000} s.`
          : 'Set a limit with --timeout, like --timeout 30s.';
      return `No response from ${new URL(shownUrl).host}${others} for ${exactSpan(now - at + early)}. ${most}`;
    }
    const last = long.flatMap(([says, at]) => (typeof says === 'function' ? { says, at } : [])).at(-1); // the others wait for it
    const words = last?.says();
    if (words) return `Still waiting after ${exactSpan(now - last!.at + early)}: ${words}.`;
    if ([...waits.keys()].some((one) => typeof one === 'function')) return undefined;
    return `Still at work after ${exactSpan(now - this.#began + early)}, with ${requests} requests so far.`;
  }

  hasReader(): boolean {
    const { fd, isTTY } = this.#stdout;
    try {
      if (fd !== undefined && !isTTY) writeSync(fd, ''); // fails without a reader, but for a pipe of Linux
      return true;
    } catch (error) {
      return (error as { code?: unknown }).code !== 'EPIPE';
    }
  }
  hush(): void {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    this.#out.draw('\r\u001b[2K');
  }
  end(): void {
    clearTimeout(this.#timer);
    this.hush();
  }
}

/** Whether a line can be redrawn on stderr. */
export const isLive = ({ stderr, env, inDialog }: World, { quiet, json, verbose }: Flags): boolean =>
  stderr.isTTY === true && !env.CI && env.TERM !== 'dumb' && !inDialog && !(quiet || json || verbose);
