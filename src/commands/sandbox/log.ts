// The log of a sandbox that is served: a line a request.
import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { askControl } from '../../cli/sandbox-control.js';
import { given, textOf } from './hand.js';
import { whole } from './values.js';

interface Line {
  readonly seq: number;
  readonly time: string;
  readonly method: string;
  readonly call: string | null;
  readonly status: number;
  readonly ms: number;
  readonly who: string | null;
  readonly fault: string | null;
}
/** How often a log that is followed is asked for more, in milliseconds. */
const interval = 300;

export const log: Command = {
  name: 'log',
  summary: 'Show the requests that a served sandbox has answered, the last ten thousand',
  description:
    'One line each: time, call, status, milliseconds, who asked, its faults and its scenario; never a path, a header or a body. The embedded sandbox writes none.',
  options: [
    { flags: '-f, --follow', summary: 'go on until stopped, one JSON line each in a pipe' },
    { flags: '--count <match>', summary: 'how many there are whose method and call hold this text' },
    { flags: '--service <name>', summary: 'only requests to this service' },
    { flags: '--status <n>', summary: 'only answers with this status' },
  ],
  examples: ['tuk sandbox log', "tuk sandbox log --count 'POST sale createOrder'", 'tuk sandbox log --service user --status 401'],
  run: async (typed, context) => {
    const asked = askedBy(typed);
    if (typed.options.follow) await follow(context, asked);
    else await context.print(await askControl(context, 'log', asked));
    return 0;
  },
};

function askedBy(typed: Arguments): Readonly<Record<string, unknown>> {
  const status = textOf(typed, 'status');
  const [count, service] = [textOf(typed, 'count'), textOf(typed, 'service')];
  return given({ count, service, status: status === undefined ? undefined : whole(status, '--status', 599) });
}

async function follow(context: Context, { count: _, ...asked }: Readonly<Record<string, unknown>>): Promise<void> {
  const { signal, stdout } = context.world;
  for (let after = 0; !signal?.aborted; ) {
    const lines = JSON.parse(await askControl(context, 'log', { ...asked, after })) as Line[];
    const text = lines.map((line) => (stdout.isTTY ? plain(line) : JSON.stringify(line)));
    if (text.length > 0) await context.printText(`${text.join('\n')}\n`);
    after = lines.at(-1)?.seq ?? after;
    await pause(signal);
  }
}

const plain = ({ time, method, call, status, ms, who, fault }: Line): string =>
  [time, status, method.padEnd(6), call ?? '?', `${ms} ms`, who ?? '-', fault ?? ''].join('  ').trimEnd();

const pause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, interval);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
