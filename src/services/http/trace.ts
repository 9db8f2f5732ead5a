// Logs each request and response for `-v` and `-vv`, with secrets redacted.

import { counted } from '../counted.js';
import type { RequestContext } from './send.js';
import type { HttpResponse } from './transport.js';

const maxLength = 4000;
/** The names of headers whose values are secrets. The redaction of a run knows `Bearer` and `Basic`. */
export const secretHeader = /^(set-)?cookie$|(^|-)(api-key|token|secret|signature)$/i;

/** Masks personal data in logs; `persons`: the body is a person, or a list of persons. */
export interface TraceMask {
  readonly body: (text: string, persons: boolean) => string;
  readonly url: (url: string) => string;
}

/**
 * Makes the trace function for a level of `-v`: 1 logs a line per request, 2 also headers and bodies.
 * @param clean redacts secrets
 * @param log prints one line, and escapes its control characters
 * @param proxyOf the proxy of an address
 * @param mask masks personal data in a body and in an address
 */
export function trace(
  level: number,
  clean: (text: string) => string,
  log: (line: string) => void,
  proxyOf: (url: string) => string | undefined = () => undefined,
  mask: TraceMask = { body: (text) => text, url: (url) => url },
): RequestContext['trace'] {
  if (level < 1) return undefined;
  const body = (whole: string, secret: boolean, persons = false) => {
    if (secret && whole !== '') return '[not shown: it holds secrets]';
    // before cutting: half a secret is not recognised
    const text = clean(whole === '' ? '' : mask.body(whole, persons));
    return text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
  };
  const block = (sign: string, headers: Readonly<Record<string, unknown>>, text: string) => {
    for (const [name, value] of Object.entries(headers))
      log(clean(`  ${sign} ${name}: ${secretHeader.test(name) ? '[redacted]' : String(value)}`));
    if (text !== '') for (const line of text.split('\n')) log(`  ${sign} ${line}`);
  };
  return (call, request, outcome, milliseconds) => {
    const secret = call.secret === true || call.auth === 'refresh';
    if (level > 1) block('>', request.headers, body(request.body ?? '', secret));
    const ended = outcome instanceof Error ? outcome.message : `${outcome.status} ${outcome.body.length} B`;
    const proxy = proxyOf(request.shownUrl);
    const through = proxy === undefined ? '' : `, through the proxy ${proxy}`;
    log(clean(`  ${request.method} ${mask.url(request.shownUrl)} ${ended} ${milliseconds.toFixed(0)} ms${through}`));
    if (level > 1 && !(outcome instanceof Error))
      block('<', outcome.headers, body(text(outcome), secret, call.persons));
  };
}

function text({ headers, body }: HttpResponse) {
  const readable = /json|text|xml/.test(String(headers['content-type'] ?? ''));
  return readable ? body.toString('utf8') : body.length > 0 ? `[${counted(body.length, 'byte')}]` : '';
}
