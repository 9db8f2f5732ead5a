// What a receipt says of where it stands.

/** Whose receipt it is: a sandbox's, in which nothing is real, or that of a profile which is protected, or of any other. */
export interface Mark {
  readonly is: 'sandbox' | 'protected' | 'none';
  readonly profile: string;
}
