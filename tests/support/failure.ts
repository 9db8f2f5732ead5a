// The failure that a piece of work ends with.

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

/** The failure of work as a text: `BAD_KEY usage: <message> <hint>`. */
export async function refusal(work: Promise<unknown> | (() => unknown)): Promise<string> {
  const { code, kind, message, hint = '' } = await failureOf(work);
  return `${code} ${kind}: ${message} ${hint}`;
}
