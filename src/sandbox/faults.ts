// Faults on demand: what one request asks to go wrong, in the header `X-Sandbox-Fault`.

import { spanMs } from './clock.js';
import { refuse } from './refuse.js';

/** What goes wrong with one answer. */
export interface Faults {
  /** Milliseconds that the answer is held back. */
  readonly latency?: number;
  /** An answer in the place of the call's own; the call is not done. */
  readonly instead?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly type?: string;
  };
  readonly expired?: true;
}

const table: Readonly<Record<string, (value: string) => Faults>> = {
  'expired-session': () => ({ expired: true }),
  latency: (value) => ({ latency: Math.min(spanMs(value), 600_000) }),
  status: (value) => {
    const status = /^[45]\d\d$/.test(value) ? Number(value) : unknown(`status=${value}`);
    return { instead: { status, body: JSON.stringify({ message: `The fault ${value} was asked for.` }), type: 'application/json' } };
  },
  html: (value) => ({ instead: { status: value === '' ? 502 : Number(value), body: page, type: 'text/html; charset=utf-8' } }),
  empty: () => ({ instead: { status: 200, body: '' } }),
  redirect: (value) => ({ instead: { status: 302, headers: { location: value }, body: '' } }),
};
const page = '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>';
const unknown = (spec: string): never =>
  refuse(400, `There is no fault ${JSON.stringify(spec.slice(0, 100))}: there are ${Object.keys(table).join(', ')}.`, 'INVALID_REQUEST');

/** Reads a list of faults such as `latency=200ms, status=503`. @throws {Refusal} for one that there is not. */
export function readFaults(header: string | undefined): Faults {
  const specs = (header ?? '').split(',').map((spec) => spec.trim());
  return Object.assign({}, ...specs.filter(Boolean).map(readOne)) as Faults;
}

function readOne(spec: string): Faults {
  const [name = '', ...value] = spec.split('=');
  const fault = Object.hasOwn(table, name) ? table[name] : undefined;
  const made = fault?.(value.join('='));
  const { status } = made?.instead ?? {};
  const sound = made && (status === undefined || (Number.isInteger(status) && status >= 200 && status <= 599));
  const located = !/[\r\n]/.test(made?.instead?.headers?.location ?? '');
  return sound && located ? made : unknown(spec);
}
