// What `-v` and `-vv` say of each exchange, on stderr, with every secret taken out.
import type { HttpAnswer } from '../services/http/exchange.js';
import type { Reach } from '../services/http/send.js';
import type { Redaction } from '../session/redact.js';
import { visible } from '../ui/present/visible.js';

const longest = 4000;

/** A trace for a level of `-v`: 1 a line a request, 2 headers and bodies too. */
export function trace(level: number, redact: Redaction, tell: (text: string) => void): Reach['trace'] {
  if (level < 1) return undefined;
  const say = (line: string) => tell(`${visible(line)}\n`);
  const body = (whole: string, secret: boolean) => {
    if (secret && whole !== '') return '[not shown: it holds secrets]';
    const text = redact.clean(whole); // before it is cut: half a secret would not be known for one
    return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
  };
  const block = (sign: string, headers: Readonly<Record<string, unknown>>, text: string) => {
    for (const [name, value] of Object.entries(headers)) say(redact.clean(`  ${sign} ${name}: ${String(value)}`));
    if (text !== '') for (const line of text.split('\n')) say(`  ${sign} ${line}`);
  };
  return (call, request, outcome, milliseconds) => {
    const secret = call.secret === true || call.auth === 'refresh';
    if (level > 1) block('>', request.headers, body(request.body ?? '', secret));
    const ended = outcome instanceof Error ? outcome.message : `${outcome.status} ${outcome.body.length} B`;
    say(redact.clean(`  ${request.method} ${request.url} ${ended} ${milliseconds.toFixed(0)} ms`));
    if (level > 1 && !(outcome instanceof Error)) block('<', outcome.headers, body(text(outcome), secret));
  };
}

function text({ headers, body }: HttpAnswer): string {
  const readable = /json|text|xml/.test(String(headers['content-type'] ?? ''));
  return readable ? body.toString('utf8') : body.length > 0 ? `[${body.length} bytes]` : '';
}
