// The exit codes by name: `exit.ok`, `exit.guarded`, `exit.signIn`; how a run ends.
import { expect } from 'vitest';
import { exitCodes } from '../../src/cli/settings/exit-codes.js';
import type { Kind } from '../../src/services/http/errors.js';

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;
type Named = Readonly<Record<CamelCase<Kind | 'ok'>, number>>;

const camelCase = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const exit = {
  ...(Object.fromEntries(exitCodes.map(([code, kind]) => [camelCase(kind), code])) as Named),
  /** After SIGTERM. */
  terminated: 143,
  /** After SIGHUP. */
  hungUp: 129,
};

/** A run with this exit code, whose messages have these words; with `stdout`, which has printed just that. */
export const ends = (code: number, stderr: string | RegExp, stdout?: unknown) => ({
  code,
  stderr: typeof stderr === 'string' ? expect.stringContaining(stderr) : expect.stringMatching(stderr),
  ...(stdout === undefined ? {} : { stdout }),
});
