// The journal of a batch or a flow with --client-ref: the changes that move no value, which the ledger does not have. A change
// is on the disk before it is made, so that the same line run again does not make it twice.

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { bindingOf } from '../../money/facts/reference-binding.js';
import { areApart, type Binding, bindingTo } from '../../money/ledger/owner.js';
import { quoted } from '../../services/command-line.js';
import { makeFolder } from '../../services/folder.js';
import { BadInput, Failure, Guarded, LocalFailure, OutcomeUnknown, partFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { createFile, removeQuietly, replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';
import { readOwnFile } from '../../session/plain-file.js';
import { bindingDependencies } from '../request/binding.js';
import { callOf, readEndpoint } from '../request/call.js';
import type { LineEnd } from './run-line.js';

/** The record of a step: how it was begun, and how it ended, if that is known. */
interface Entry extends Binding {
  readonly version: 1;
  readonly flow: string;
  readonly step: string;
  /** A hash of the words of its command. */
  readonly digest: string;
  readonly at: string;
  readonly end?: { readonly code: number; readonly result: string };
}

/** The kinds of failure after which nothing was changed: the step is made again. */
const unmade = (['usage', 'refused', 'sign-in', 'not-found', 'unreachable', 'guarded', 'rate-limited'] as const).map(
  exitCode,
);

export class Journal {
  readonly #context: Context;
  readonly #flow: string;
  readonly #again: ReadonlySet<string>;
  #binding: Promise<Binding> | undefined;

  /** @param flow its reference @param again the names of lines whose record is set aside (--again) */
  constructor(context: Context, flow: string, again: ReadonlySet<string>) {
    this.#context = context;
    this.#flow = flow;
    this.#again = again;
  }

  /**
   * Makes a change, or returns its end in an earlier run. A change that was certainly not made leaves no record.
   * @throws {OutcomeUnknown} STEP_UNKNOWN if an earlier run has begun it and its end is not known; {BadInput} REF_USED
   * if it was another command; {Guarded} REF_OF_OTHER_SESSION for another account; {LocalFailure}
   */
  async make(
    step: string,
    words: readonly string[],
    run: () => Promise<LineEnd>,
  ): Promise<{ readonly end: LineEnd; readonly earlier?: true }> {
    this.#binding ??= bindingIn(this.#context);
    const binding = await this.#binding;
    const file = this.#fileOf(step);
    const isAgain = this.#again.has(step);
    const earlier = isAgain ? undefined : read(file);
    const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex');
    if (earlier && !isOfOtherSandbox(earlier, binding))
      return { end: this.#earlierEnd(earlier, binding, digest), earlier: true };
    const at = new Date(this.#context.world.clock.now()).toISOString();
    const entry: Entry = { version: 1, flow: this.#flow, step, digest, at, ...binding };
    write(file, entry, isAgain || earlier ? replaceFile : createFile);
    const end = await run();
    const { code } = end;
    const result = this.#context.out.redact.cleanRecord(end.result);
    if (unmade.includes(code)) removeQuietly(file);
    else if (code === 0 || code === exitCode('pending')) write(file, { ...entry, end: { code, result } }, replaceFile);
    return { end };
  }

  #earlierEnd(entry: Entry, binding: Binding, digest: string): LineEnd {
    const { step, at, end } = entry;
    const clientRef = `${this.#flow}:${step}`;
    const anotherName = 'Use another name: --client-ref';
    const profile = this.#context.settings().profile.value;
    if (bindingTo({ ...binding, profile }, { ...entry, profile }) !== 'same')
      throw new Guarded(
        'REF_OF_OTHER_SESSION',
        `${clientRef} was made at ${at} by another account or at another address.`,
        anotherName,
      );
    if (digest !== entry.digest)
      throw new BadInput('REF_USED', `${clientRef} was another command at ${at}.`, anotherName);
    if (end) return end;
    throw new OutcomeUnknown(
      'STEP_UNKNOWN',
      `${clientRef} began at ${at}, and its outcome is unknown; it was not run again.`,
      { clientRef },
      undefined,
      `Check whether it was done. To run it again: --again ${quoted(step)}`,
    );
  }

  #fileOf(step: string) {
    const { value: profile } = this.#context.settings().profile;
    const name = createHash('sha256')
      .update(JSON.stringify([profile, this.#flow, step]))
      .digest('hex');
    return path.join(paths(this.#context.world).flows, `${name.slice(0, 32)}.json`);
  }
}

/** A sandbox that was reset is another world: the changes in the earlier one are gone. */
const isOfOtherSandbox = (earlier: Binding, now: Binding) =>
  earlier.origin !== undefined && now.origin !== undefined && areApart(earlier.origin, now.origin);

/** The address of the user service and the account; undefined without a session. */
async function bindingIn(context: Context): Promise<Binding> {
  try {
    const { call, build } = await callOf('user', 'getCurrent', {});
    const request = await build(await context.http().requestContext());
    const { origin, account } = await bindingOf(call, request, bindingDependencies(context, readEndpoint), {
      mayRead: true,
    });
    return { origin, account };
  } catch (error) {
    partFailure(error);
    return {};
  }
}

const broken = (file: string, why: string, hint?: string) =>
  new LocalFailure('FLOW_JOURNAL', `The journal ${file} ${why}.`, hint);

function read(file: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(readOwnFile(file, { what: 'journal' }));
    if (isRecord(entry) && typeof entry.digest === 'string' && typeof entry.step === 'string')
      return entry as unknown as Entry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof Failure) throw error;
  }
  const hint = 'Check what was done, then remove the file.';
  throw broken(file, 'cannot be read, so what was completed is unknown', hint);
}

function write(file: string, entry: Entry, by: typeof createFile | typeof replaceFile) {
  try {
    makeFolder(path.dirname(file));
    by(file, Buffer.from(`${JSON.stringify(entry)}\n`), 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new OutcomeUnknown('STEP_UNKNOWN', `${entry.step} is being made by another process.`, {});
    throw broken(file, `cannot be written: ${(error as Error).message}`);
  }
}
