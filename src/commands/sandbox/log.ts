// `tuk sandbox log`: prints the request log of a served sandbox.
import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { askControl } from '../../cli/sandbox-control.js';
import { optionText, optionValue } from './control-command.js';
import { parseWhole } from './option-values.js';

interface LogLine {
  readonly seq: number;
  readonly time: string;
  readonly method: string;
  readonly call: string | null;
  readonly status: number;
  readonly ms: number;
  readonly who: string | null;
  readonly fault: string | null;
}
/** The polling interval of --follow, milliseconds. */
const pollInterval = 300;

export const log: Command = {
  name: 'log',
  summary: 'Show the last ten thousand requests of a served sandbox',
  description:
    'A line has time, call, status, milliseconds, user, faults and scenario; never a path, a header or a body. The embedded sandbox has no log.',
  options: [
    { flags: '-f, --follow', effects: 'plain', summary: 'follow the log until stopped; JSON lines in a pipe' },
    {
      flags: '--count <match>',
      effects: 'plain',
      summary: 'count the requests whose method and call contain this text',
    },
    { flags: '--service <name>', effects: 'plain', summary: 'only requests to this service' },
    { flags: '--status <n>', effects: 'plain', summary: 'only responses with this status' },
  ],
  examples: [
    'tuk sandbox log',
    "tuk sandbox log --count 'POST sale createOrder'",
    'tuk sandbox log --service user --status 401',
  ],
  run: async (args, context) => {
    const [count, service] = [optionText(args, 'count'), optionText(args, 'service')];
    const filter = { service, status: optionValue(args, 'status', (text) => parseWhole(text, '--status', 599)) };
    if (args.options.follow) await follow(context, filter);
    else await context.out.print(await askControl(context, 'log', { count, ...filter }));
  },
};

async function follow(context: Context, filter: Readonly<Record<string, unknown>>): Promise<void> {
  const { signal, stdout } = context.world;
  for (let after = 0; !signal?.aborted; ) {
    const lines = JSON.parse(await askControl(context, 'log', { ...filter, after })) as LogLine[];
    const text = lines.map((line) => (stdout.isTTY ? formatLine(line) : JSON.stringify(line)));
    if (text.length > 0) await context.out.printText(`${text.join('\n')}\n`);
    after = lines.at(-1)?.seq ?? after;
    await pause(signal);
  }
}

const formatLine = ({ time, method, call, status, ms, who, fault }: LogLine): string =>
  [time, status, method.padEnd(6), call ?? '?', `${ms} ms`, who ?? '-', fault ?? ''].join('  ').trimEnd();

const pause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, pollInterval);
    const stop = () => {
      clearTimeout(timer);
      done();
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
