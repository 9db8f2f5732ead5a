// Amounts with the names of their tokens.

/** An amount in whole units of a token or of a currency, as decimal text. */
export interface StatedAmount {
  readonly amount: string;
  readonly token: string;
}

/** An amount in whole units, as decimal text, with its unit if that is known. */
export interface Figure {
  readonly amount: string;
  readonly token: string | undefined;
}

/** Whether two names are one token, ignoring letter case: no two tokens differ in it alone. */
export const sameToken = (item: string | undefined, other: string | undefined): boolean =>
  item?.toUpperCase() === other?.toUpperCase();
