/** Types each text on a screen, and waits for each pattern, in their order. */
export async function through(
  on: { press(typed: string): unknown; until(shows: RegExp): Promise<unknown> },
  ...steps: readonly (string | RegExp)[]
): Promise<void> {
  for (const step of steps) await (typeof step === 'string' ? on.press(step) : on.until(step));
}
