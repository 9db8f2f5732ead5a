// The bytes of a terminal as whole keys: a pure machine of states. However its input is cut into pieces, the keys are
// the same, and a piece of a sequence is never a key.

/** What the input so far is within. */
type State =
  | 'ground'
  | 'escape' // ESC
  | 'csi' // ESC [ parameters, intermediates, one final character
  | 'linux' // ESC [ [ one character: a function key of the Linux console
  | 'x10' // ESC [ M and three characters: the mouse of an old terminal
  | 'ss3' // ESC O one character
  | 'string' // OSC, DCS, APC, PM, SOS: a text up to BEL or ST
  | 'string escape' // its ESC, which a backslash completes to ST
  | 'paste'; // ESC [ 200 ~ a text ESC [ 201 ~

/** Bracketed paste: its marks, as a terminal sends them. A paste is one key, `ESC[200~TEXT`. */
export const paste = { begins: '\x1b[200~', ends: '\x1b[201~' } as const;

/** The first character after an escape, and what it begins. */
const introduced: Readonly<Record<string, State>> = {
  '[': 'csi',
  O: 'ss3',
  ']': 'string',
  P: 'string',
  _: 'string',
  '^': 'string',
  X: 'string',
};
/** What stays of a string, UTF-16 units: a response about the background is short. */
const longestString = 256;
/** A rest that arrives so late that its escape was already a key. */
const lateRest = /^(?:\[[0-?]*[ -/]*[@-~]|O[A-DFHP-S]|[\]P_^X].*(?:\x07|\x1b\\))$/s;
/** Characters that end any sequence, and are keys or nothing themselves: ctrl-c, ctrl-z, CAN. */
const breaks = /[\x03\x18\x1a]/;
/** The time without input that ends an escape; any other sequence, or a paste, milliseconds. */
const rests = { escape: 40, other: 500 } as const;

/**
 * Whether a whole sequence is a string of the terminal: a response, and never a key.
 */
export const isString = (sequence: string): boolean => sequence.length > 2 && /^\x1b[\]P_^X]/.test(sequence);

export class KeyParser {
  readonly #bracketedPaste: boolean;
  #state: State = 'ground';
  /** The sequence so far, or the text of a paste. */
  #text = '';
  #pieces: string[] = [];
  #wasReturn = false;
  /** What silence has cut off, and its text: if its rest comes nevertheless, in one piece, it is no typing. */
  #late: readonly [State, string] = ['ground', ''];

  /** @param bracketedPaste whether a paste is one key; else its marks and characters are keys */
  constructor(bracketedPaste: boolean) {
    this.#bracketedPaste = bracketedPaste;
  }

  /** Whether nothing has begun. */
  get isIdle(): boolean {
    return this.#state === 'ground';
  }
  /** The time without input after which `rest` is due, milliseconds; undefined if nothing has begun. */
  get due(): number | undefined {
    return this.isIdle ? undefined : this.#state === 'escape' ? rests.escape : rests.other;
  }

  /** Takes input. @returns the keys that it completes */
  push(text: string): readonly string[] {
    const keys: string[] = [];
    if (this.isIdle && text.length > 1) this.#continueLate(text);
    this.#late = ['ground', ''];
    let at = 0;
    while (at < text.length) {
      if (this.#state === 'paste') {
        at = this.#pasted(text, at, keys);
        continue;
      }
      const char = String.fromCodePoint(text.codePointAt(at)!);
      at += char.length;
      this.#step(char, keys);
    }
    return keys;
  }

  /** Ends what has begun, because nothing more came: an escape is a key, a paste is over, a cut sequence is nothing. */
  rest(): readonly string[] {
    const [state, text, pieces] = [this.#state, this.#text, this.#pieces];
    this.#late = state === 'paste' ? [state, ''] : [state === 'string escape' ? 'string' : state, text];
    this.#begin('ground');
    if (state === 'paste') return [paste.begins + pieces.join('') + text];
    return state === 'escape' ? [text] : [];
  }

  /** Goes on with what silence has cut off. One character is typing. */
  #continueLate(text: string): void {
    const [state] = this.#late;
    if (state === 'escape' ? lateRest.test(text) : state !== 'ground') this.#begin(...this.#late);
  }

  #begin(state: State, text = ''): void {
    [this.#state, this.#text, this.#pieces] = [state, text, []];
  }

  #step(char: string, keys: string[]): void {
    if (/[\x80-\x9f]/.test(char)) {
      this.#step('\x1b', keys); // the same sequences in one character
      this.#step(String.fromCharCode(char.charCodeAt(0) - 0x40), keys);
    } else if (this.#state === 'ground') this.#ground(char, keys);
    else if (this.#state === 'escape') this.#escaped(char, keys);
    else if (breaks.test(char) || (char === '\x1b' && this.#state !== 'string')) this.#breaks(char, keys);
    else this.#within(char, keys);
  }
  #ground(char: string, keys: string[]): void {
    const isSame = char === '\n' && this.#wasReturn; // the end of a line is one enter
    this.#wasReturn = char === '\r';
    if (char === '\x1b') this.#begin('escape', char);
    else if (!isSame) keys.push(char === '\n' ? '\r' : char);
  }
  /** The character after an escape: it begins a sequence, is another escape, or a key with alt. */
  #escaped(char: string, keys: string[]): void {
    const next = introduced[char];
    this.#wasReturn = char === '\r';
    if (next !== undefined) this.#begin(next, `\x1b${char}`);
    else if (char === '\x1b') keys.push('\x1b');
    else this.#end(`\x1b${char}`, keys);
  }
  /** A sequence that another one, or a key that stops things, cuts off. A backslash after ESC completes a string. */
  #breaks(char: string, keys: string[]): void {
    this.#begin('ground');
    this.#ground(char, keys);
  }
  #within(char: string, keys: string[]): void {
    const state = this.#state;
    if (this.#text.length < longestString) this.#text += char;
    const text = this.#text;
    if (state === 'string') {
      if (char === '\x07') this.#end(text, keys);
      else if (char === '\x1b') this.#state = 'string escape';
    } else if (state === 'string escape') {
      if (char === '\\') this.#end(text, keys);
      else {
        this.#begin('escape', '\x1b');
        this.#escaped(char, keys);
      }
    } else if (state === 'linux' || state === 'ss3') this.#end(text, keys);
    else if (state === 'x10') {
      if ([...text].length === 6) this.#begin('ground');
    } else if (text === '\x1b[[') this.#state = 'linux';
    else if (text === '\x1b[M') this.#state = 'x10';
    else if (/[@-~]/.test(char)) this.#end(text, keys);
    else if (!/[ -?]/.test(char)) this.#breaks(char, keys); // no sequence has such a character
  }
  /** A whole sequence; a paste begins here. */
  #end(text: string, keys: string[]): void {
    this.#begin('ground');
    if (text === paste.begins && this.#bracketedPaste) this.#begin('paste');
    else keys.push(text);
  }

  /** Collects a paste up to its end, which may arrive in pieces. @returns where the input after it begins */
  #pasted(text: string, from: number, keys: string[]): number {
    const mark = paste.ends.length - 1;
    const before = this.#text; // the end of what came before, no longer than the mark
    const all = before + (from === 0 ? text : text.slice(from));
    const end = all.indexOf(paste.ends);
    const stop = end < 0 ? Math.max(0, all.length - mark) : end;
    this.#pieces.push(all.slice(0, stop));
    this.#text = all.slice(stop);
    if (end < 0) return text.length;
    keys.push(paste.begins + this.#pieces.join(''));
    this.#begin('ground');
    return from + end + paste.ends.length - before.length;
  }
}
