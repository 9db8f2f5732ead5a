// The mark of a receipt: the kind of its profile.

/** The mark of the profile: the sandbox, in which nothing is real, a protected profile, or any other. */
export interface Mark {
  readonly is: 'sandbox' | 'protected' | 'none';
  readonly profile: string;
}
