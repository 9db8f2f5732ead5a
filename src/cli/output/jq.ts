// Runs jq (jq-wasm) on a JSON text. A separate file of the build, because the package contains 1 MB of wasm.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import startJq from 'jq-wasm/dist/build/jq.js';

/** The outcome of a run: jq's exit status, its results as compact JSON, one per line, and its stderr. */
export interface JqRun {
  readonly status: number;
  readonly results: string;
  readonly said: string;
  /** Whether it was ended at its limit: the engine cannot be used again. */
  readonly wasEnded?: boolean;
}

/** A started jq, for many runs. */
export interface Jq {
  /** @param limit milliseconds; by default, or with 0, none */
  run(expression: string, input: string, limit?: number): JqRun;
}

type Call = (fd: number, vectors: number, count: number, total: number) => number;
interface Imports {
  readonly a: Record<string, Call>;
}
interface Started {
  readonly instance: { readonly exports: Record<string, unknown> };
}
interface Wasm {
  instantiate(bytes: Uint8Array, imports: Imports): Promise<Started>;
}
interface JqModule {
  callMain(args: string[]): number;
}

/**
 * Starts jq. The package's own `raw` copies the whole buffer for each byte (minutes for 8 MB), trims the results, and
 * hides errors behind earlier results. This replaces the wasm's read and write imports through
 * `WebAssembly.instantiate`, which the package calls once at its start.
 */
export async function openJq(): Promise<Jq> {
  const wires = new Wires();
  const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const original = wasm.instantiate;
  wasm.instantiate = async (bytes, imports) => {
    const isCompressed = bytes[0] === 0x1f; // in dist/; wasm begins with 0
    const started = await original.call(wasm, isCompressed ? gunzipSync(bytes) : bytes, {
      a: wires.spliced(imports.a),
    });
    wires.attach(started.instance.exports);
    return started;
  };
  let jq: JqModule;
  const restore = withoutOptimizing();
  try {
    jq = (await startJq()) as JqModule;
  } finally {
    wasm.instantiate = original;
    restore();
  }
  return { run: (expression, input, limit = 0) => run(jq, wires, [expression, input], limit) };
}

function run(jq: JqModule, wires: Wires, [expression, input]: readonly [string, string], limit: number): JqRun {
  wires.load(input);
  const exitCode = process.exitCode; // jq's runtime overwrites it
  const restore = withoutOptimizing();
  try {
    // `--` protects an expression such as `-1`; an empty expression means `.`, as in other tools
    const argv = ['-c', '-M', '--', expression.trim() === '' ? '.' : expression, '/dev/stdin'];
    const status = within(limit, () => jq.callMain(argv));
    return { status, results: wires.written(1), said: wires.written(2) };
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { status: 5, results: '', said: `jq: error: it was ended after ${limit / 1000} s`, wasEnded: true };
    const why = cause instanceof Error ? cause.message : String(cause);
    return { status: 5, results: '', said: `jq: error: jq gave up (${why})` };
  } finally {
    process.exitCode = exitCode;
    restore();
  }
}

/**
 * Runs work that may never end. V8 ends it at the limit, with no `catch` or `finally` inside: it can do so in
 * WebAssembly, where no signal or timer of the process can.
 * @throws {Error} ERR_SCRIPT_EXECUTION_TIMEOUT for work that was ended
 */
function within(limit: number, work: () => number): number {
  return limit === 0 ? work() : (runInNewContext('work()', { work }, { timeout: limit }) as number);
}

/**
 * Keeps V8 from optimizing WebAssembly until the returned function is called: a process would wait for that work at its
 * end, for longer than jq runs. Nine megabytes take a tenth longer. V8 knows the flag up to Node 24; later versions
 * would complain on stderr.
 */
function withoutOptimizing(): () => void {
  if (Number.parseInt(process.versions.node, 10) > 24) return () => {};
  setFlagsFromString('--liftoff-only');
  return () => {
    // also the implied flags: V8 uses its code cache only if every flag is unchanged
    for (const flag of ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering']) setFlagsFromString(flag);
  };
}

/** The ends of jq's stdin, stdout and stderr, in whole blocks of its memory. */
class Wires {
  #memory: { readonly buffer: ArrayBuffer } = { buffer: new ArrayBuffer(0) };
  #input = new Uint8Array(0);
  #at = 0;
  #written: Uint8Array[][] = [];

  load(input: string): void {
    this.#input = new TextEncoder().encode(input);
    this.#at = 0;
    this.#written = [[], [], []];
  }

  attach(exports: Record<string, unknown>): void {
    const memory = Object.values(exports).find(
      (value) => Object.prototype.toString.call(value) === '[object WebAssembly.Memory]',
    );
    this.#memory = memory as { readonly buffer: ArrayBuffer };
  }

  written(fd: 1 | 2): string {
    return new TextDecoder().decode(Buffer.concat(this.#written[fd] ?? []));
  }

  /**
   * The imports with read and write replaced. Their keys are single letters, so the names of their functions identify
   * them.
   */
  spliced(imports: Record<string, Call>): Record<string, Call> {
    const read = Object.keys(imports).find((key) => imports[key]?.name === '_fd_read');
    const write = Object.keys(imports).find((key) => imports[key]?.name === '_fd_write');
    if (read === undefined || write === undefined)
      throw new Error('this build of jq-wasm reads and writes in an unknown way');
    const writeElsewhere = imports[write] as Call;
    return {
      ...imports,
      // jq opens no file but /dev/stdin
      [read]: (_fd, vectors, count, total) => this.#each(vectors, count, total, (block) => this.#fill(block)),
      [write]: (fd, vectors, count, total) =>
        fd === 1 || fd === 2
          ? this.#each(vectors, count, total, (block) => this.#keep(fd, block))
          : writeElsewhere(fd, vectors, count, total),
    };
  }

  #each(vectors: number, count: number, total: number, move: (block: Uint8Array) => number): number {
    const view = new DataView(this.#memory.buffer);
    let moved = 0;
    for (let at = vectors; at < vectors + count * 8; at += 8) {
      moved += move(new Uint8Array(this.#memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true)));
    }
    view.setUint32(total, moved, true);
    return 0;
  }

  #fill(block: Uint8Array): number {
    const part = this.#input.subarray(this.#at, this.#at + block.length);
    block.set(part);
    this.#at += part.length;
    return part.length;
  }

  #keep(fd: number, block: Uint8Array): number {
    this.#written[fd]?.push(block.slice());
    return block.length;
  }
}
