// What a handler may answer besides a plain JSON body. Handlers know these few words and nothing of HTTP.

/** A part of a list, and how long the whole is. */
export class Page {
  readonly rows: readonly unknown[];
  readonly total: number;
  constructor(rows: readonly unknown[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}
/** Text instead of JSON. */
export class PlainText {
  readonly text: string;
  readonly type: string;
  constructor(text: string, type: string) {
    this.text = text;
    this.type = type;
  }
}
/** Bytes instead of JSON, with headers that say more of them. */
export class Bytes {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(bytes: Uint8Array, type: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.type = type;
    this.headers = headers;
  }
}
/** Another address to go to. */
export class Redirect {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}
/** What is left to do once the transaction is committed and that takes time: signing a token, loading a shape. */
export class Later {
  readonly make: () => Promise<unknown>;
  constructor(make: () => Promise<unknown>) {
    this.make = make;
  }
}
