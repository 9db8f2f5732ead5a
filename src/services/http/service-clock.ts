// The clock of a service, by the headers of its responses. Times in its data follow this clock, not the machine's.
import type { HttpResponse } from './transport.js';

/** The smallest difference that counts, milliseconds: `Date` has whole seconds, and a response takes time. */
const tolerance = 2000;
/** The last time that ISO texts write with a four-digit year. */
const latest = Date.UTC(9999, 11, 31);

/**
 * The offset of a service's clock from this machine's, milliseconds: 0 within the tolerance, undefined without a usable
 * header. `x-sandbox-now` is the time of a sandbox, which `sandbox advance` moves.
 * @param now the time of this machine at the response, epoch milliseconds
 */
export function clockOffset({ headers }: Pick<HttpResponse, 'headers'>, now: number): number | undefined {
  const text = headers['x-sandbox-now'] ?? headers.date;
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (!(at > 0 && at < latest)) return undefined; // not a real time
  return Math.abs(at - now) <= tolerance ? 0 : at - now;
}
