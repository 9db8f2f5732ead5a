// What stands around every screen: whose services, who, how long the session lasts, how old the data are.

/** Whose data these are. Times are epoch milliseconds. */
export interface Head {
  readonly profile: string;
  /** Said in words on every screen. */
  readonly mark?: 'sandbox' | 'protected';
  /** Who is signed in, if that is known; masked where it is shown. */
  readonly who?: string;
  /** Said in the place of who. */
  readonly note?: string;
  /** When the session ends, as far as its token says so. */
  readonly sessionEnds?: number;
}
/** How fresh the data are. */
export interface Freshness {
  /** When the last answer came. */
  readonly at?: number;
  /** The last asking failed, and nobody asks again by themselves soon. */
  readonly failed?: boolean;
  /** Since when nothing answers, and when it is asked again. */
  readonly outage?: { readonly since: number; readonly next: number };
}
/** A terminal's size. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Every group, in the order of their digits. */
export const groupNames = ['Home', 'Assets', 'Ride', 'Wallet', 'Swap', 'Points', 'Store', 'Depin', 'Image', 'Notify'] as const;

/** Below this a terminal shows nothing but what it would need. */
export const leastSize: Size = { rows: 10, columns: 40 };
/** Below this a screen has no bar and no rules. */
const smallSize: Size = { rows: 16, columns: 60 };
/** From here on the groups stand at the left. */
export const railFrom = 100;
/** How many columns they take there. */
export const railWidth = (columns: number): number => (columns >= 200 ? 18 : 15);

/** The size that a screen's body has on a terminal of this size, without its margins. */
export function bodySize({ rows, columns }: Size): Size {
  if (isSmall({ rows, columns })) return { rows: Math.max(0, rows - 3), columns: Math.max(0, columns - 2) };
  if (columns < railFrom) return { rows: rows - 6, columns: columns - 2 };
  return { rows: rows - 5, columns: columns - railWidth(columns) - 3 };
}
/** Whether a screen has no bar and no rules. */
export const isSmall = ({ rows, columns }: Size): boolean => rows < smallSize.rows || columns < smallSize.columns;
