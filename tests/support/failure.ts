// What work fails with: the failure itself, its code, or its code, kind and sentences as one text.
import { caught } from '../../src/money/facts/request-problems.js';

type Failed = Error & { readonly code: string; readonly kind: string; readonly hint?: string };

/** The failure of work, which must fail. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<Failed> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    return error as Failed;
  }
  throw new Error('it did not fail');
}

/** The code of the failure of work that is no promise; `undefined` without one. */
export const codeOf = (work: () => unknown): string | undefined => caught(work)[0]?.code;

/** The failure of work as a text: `BAD_KEY usage: <message> <hint>`. */
export async function refusal(work: Promise<unknown> | (() => unknown)): Promise<string> {
  const { code, kind, message, hint = '' } = await failureOf(work);
  return `${code} ${kind}: ${message} ${hint}`;
}
