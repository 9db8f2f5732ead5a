// What a handler may return besides a plain JSON body: a page, text, bytes, a redirect, work after the commit.

/** A page of a list, and the length of the whole list. */
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
/** Bytes instead of JSON, with further headers. */
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
/** A redirect. */
export class Redirect {
  readonly location: string;
  constructor(to: string) {
    this.location = to;
  }
}
/** Work that runs after the commit because it takes time, such as signing a token or loading a shape. */
export class AfterCommit {
  readonly run: () => Promise<unknown>;
  constructor(make: () => Promise<unknown>) {
    this.run = make;
  }
}
