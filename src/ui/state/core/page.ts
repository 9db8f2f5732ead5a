// The frame of every screen: profile, user, end of the session, age of the data.

/** The data of the header. Times are epoch milliseconds. */
export interface Head {
  readonly profile: string;
  /** The other profile, whose rows are shown beside. */
  readonly other?: string;
  /** The services are on this machine: they may be a sandbox that is served. */
  readonly isLocal?: true;
  /** The time of the sandbox, if it differs from this machine's, or plays. */
  readonly sandboxClock?: string;
  /** Printed as text on every screen. */
  readonly mark?: 'sandbox' | 'protected' | 'live';
  /** The signed-in user, if known; masked on the screen. */
  readonly who?: string;
  /** A text in place of the user. */
  readonly note?: string;
  /** The end of the session, if its token has one. */
  readonly sessionEnds?: number;
  /** The screens show personal data whole. */
  readonly revealed?: boolean;
}
/**
 * The header with the end of the session by the clock of this machine.
 * @param ahead how far the clock of sessions is ahead of it, milliseconds
 */
export const onThisClock = (head: Head, ahead = 0): Head =>
  head.sessionEnds === undefined ? head : { ...head, sessionEnds: head.sessionEnds - ahead };
/** The freshness of the data. */
export interface Freshness {
  /** The time of the last response. */
  readonly at?: number;
  /** The last request failed, and no retry is scheduled soon. */
  readonly failed?: boolean;
  /** The start of an outage, and the time of the next retry. `responds`: the service responds, with failures. */
  readonly outage?: { readonly since: number; readonly next: number; readonly responds?: boolean };
  /** The start of the oldest request that is in flight. */
  readonly asked?: number;
}
/** A terminal's size. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Every group, in the order of their digits. */
export const groupNames = [
  'Home',
  'Assets',
  'Ride',
  'Wallet',
  'Swap',
  'Points',
  'Store',
  'Depin',
  'Image',
  'Notify',
] as const;

/** The minimum size of the application; a smaller terminal shows this size only. */
export const leastSize: Size = { rows: 10, columns: 40 };
/** The size below which a screen has no bar and no rules. */
const smallSize: Size = { rows: 16, columns: 60 };
/** The width from which the groups are listed at the left. */
export const railFrom = 100;
/** The width of that list, in columns: the longest name of a screen, Notifications, with its indent and a space. */
export const railWidth = 17;

/**
 * The size of a screen's body on a terminal of this size, without margins.
 * @param strips the rows of strips above the message; a small terminal has none
 */
export function bodySize({ rows, columns }: Size, strips = 0): Size {
  if (isSmall({ rows, columns })) return { rows: Math.max(0, rows - 3), columns: Math.max(0, columns - 2) };
  if (columns < railFrom) return { rows: rows - 6 - strips, columns: columns - 2 };
  return { rows: rows - 5 - strips, columns: columns - railWidth - 3 };
}
/** The size of the body of a screen with pinned things: their strip takes a row of it. */
export const areaOf = ({ pinned = [] }: { readonly pinned?: readonly unknown[] }, size: Size): Size =>
  bodySize(size, pinned.length > 0 ? 1 : 0);
/** Whether a screen has no bar and no rules. */
export const isSmall = ({ rows, columns }: Size): boolean => rows < smallSize.rows || columns < smallSize.columns;

/** The sizes of two profiles' rows, below their titles: side by side, or below each other on a narrow terminal. */
export function sidesOf(
  { rows, columns }: Size,
  { columns: terminal }: Size,
): { readonly own: Size; readonly other: Size } {
  if (terminal >= railFrom) {
    const side = { rows: rows - 1, columns: Math.floor((columns - 3) / 2) };
    return { own: side, other: side };
  }
  const upper = Math.ceil(rows / 2);
  return { own: { rows: upper - 1, columns }, other: { rows: rows - upper - 1, columns } };
}

/** The least width of a body with a preview that takes the focus, in columns. */
export const leastWithPreview = 80;
/** Whether a preview is beside a table. @param columns the width of the terminal */
export const hasPreview = (area: Size, columns: number): boolean =>
  columns >= railFrom && area.columns >= leastWithPreview;
