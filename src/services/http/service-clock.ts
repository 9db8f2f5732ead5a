// The clock of a service, by the headers of its responses: times of its data are relative to it, not to this machine's clock.
import type { HttpResponse } from './transport.js';

/** `Date` has whole seconds, and a response takes time: a smaller difference is none, milliseconds. */
const tolerance = 2000;
/** The last time that ISO texts write with four digits of the year. */
const latest = Date.UTC(9999, 11, 31);

/**
 * How far the clock of a service is ahead of this machine's, milliseconds: 0 within the tolerance; undefined without a usable header. A sandbox tells the time
 * of its world by `x-sandbox-now`, which `sandbox advance` moves.
 * @param now the time of this machine at the response, epoch milliseconds
 */
export function clockOffset({ headers }: Pick<HttpResponse, 'headers'>, now: number): number | undefined {
  const text = headers['x-sandbox-now'] ?? headers.date;
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (!(at > 0 && at < latest)) return undefined; // no clock of a service
  return Math.abs(at - now) <= tolerance ? 0 : at - now;
}
