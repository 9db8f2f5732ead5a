// The users of the sandbox that sign-in and completion name.

/** The seed users of every sandbox (docs/sandbox/1-time-and-users.md). */
export const sandboxUserChoices = [
  { key: 'mina', label: 'mina', is: 'Mina Park, SG: owns a bit of everything' },
  { key: 'dara', label: 'dara', is: 'Dara Sok, KH: a request in every state' },
  { key: 'kenji', label: 'kenji', is: 'Kenji Mori, JP: reads jp' },
  { key: 'lan', label: 'lan', is: 'Lan Tran, VN: signed up with Privy' },
  { key: 'partner', label: 'partner', is: 'a third-party app' },
  { key: 'fresh', label: 'fresh', is: 'owns nothing at all' },
  { key: 'whale', label: 'whale', is: 'amounts of up to 78 digits' },
  { key: 'gone', label: 'gone', is: 'a deleted account' },
] as const;

/** Their names. */
export const sandboxUsers = sandboxUserChoices.map(({ key }) => key);
