// The users of the sandbox that sign-in and completion name.

/** The seed users of every sandbox (docs/sandbox/1-time-and-users.md). */
export const sandboxUserChoices = [
  { value: 'mina', label: 'mina', is: 'Mina Park, SG: owns a bit of everything' },
  { value: 'dara', label: 'dara', is: 'Dara Sok, KH: a request in every state' },
  { value: 'kenji', label: 'kenji', is: 'Kenji Mori, JP: reads jp' },
  { value: 'lan', label: 'lan', is: 'Lan Tran, VN: signed up with Privy' },
  { value: 'partner', label: 'partner', is: 'a third-party app' },
  { value: 'fresh', label: 'fresh', is: 'owns nothing at all' },
  { value: 'whale', label: 'whale', is: 'amounts of up to 78 digits' },
  { value: 'gone', label: 'gone', is: 'a deleted account' },
] as const;

/** Their names. */
export const sandboxUsers = sandboxUserChoices.map(({ value }) => value);
