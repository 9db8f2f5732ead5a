// The clock of a service, by the headers of its responses. Times in its data follow this clock, not the machine's.
import { httpDate } from './http-date.js';
import type { HttpResponse } from './transport.js';

/** The smallest difference that counts, milliseconds: `Date` has whole seconds, and a response takes time. */
const tolerance = 2000;
/** The last time that ISO texts write with a four-digit year. */
const latest = Date.UTC(9999, 11, 31);
const isoTime = /^\d{4}-\d\d-\d\dT/;

/**
 * The offset of a service's clock from this machine's, milliseconds: 0 within the tolerance, undefined without a usable
 * header. `x-sandbox-now` is the time of a sandbox, which `sandbox advance` moves.
 * @param now the time of this machine at the response, epoch milliseconds
 * @param took how long the request took, milliseconds: the header is from any moment of it, so a slow response of a
 * service whose clock may be right is no offset
 */
export function clockOffset({ headers }: Pick<HttpResponse, 'headers'>, now: number, took = 0): number | undefined {
  const sandbox = String(headers['x-sandbox-now']);
  const at = isoTime.test(sandbox) ? Date.parse(sandbox) : dateOf(headers.date);
  if (!(at > 0 && at < latest)) return undefined; // not a real time
  const [least, most] = [at - now, at - now + took];
  if (least <= tolerance && most >= -tolerance) return 0;
  return least > 0 ? least : most;
}

/** An HTTP date; the usual form is read here, which spares loading the others. */
function dateOf(header: unknown) {
  const at = Date.parse(String(header));
  return new Date(at).toUTCString() === header ? at : header ? httpDate(header) : Number.NaN;
}
