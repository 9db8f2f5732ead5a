// Finds the result of a command for its screen: an order to watch, an image to preview.

import type { Context } from '../../cli/context.js';
import { inWorkingFolder } from '../../cli/working-folder.js';
import { Ledger } from '../../money/ledger.js';
import { filledLine, optionIn } from '../../services/command-line.js';
import { isRecord } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { filePreview } from '../../ui/file-preview.js';
import type { FilePreview } from '../../ui/state/screens.js';

interface CompletedCommand {
  readonly line: string;
  readonly code: number;
  /** Start time, epoch milliseconds. */
  readonly since: number;
}

/** The result of a completed command, if there is one. */
export function commandResult(
  { line, code, since }: CompletedCommand,
  context: Context,
): { readonly watches?: string; readonly made?: FilePreview } {
  const watches = watchCommandOf(line, since, context);
  const out =
    watches === undefined && code === 0 && line.startsWith('image create ') ? optionIn(line, '--out') : undefined;
  return {
    watches,
    made: out === undefined ? undefined : filePreview(inWorkingFolder(context.world, out), context.world.clock.now()),
  };
}

/** Commands that start something: the call that returns its id, and the command that watches it. */
const startingCommands = [
  { command: 'store buy', service: 'sale', call: 'createOrder', watches: 'watch order:{id}' },
] as const;

/** The command that watches what a command has started, by the ledger. @param since epoch milliseconds */
function watchCommandOf(line: string, since: number, context: Context): string | undefined {
  const settings = context.settings();
  const entry = startingCommands.find(({ command }) => line === command || line.startsWith(`${command} `));
  if (!entry) return undefined;
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const [last] = ledger.newest({
      profile: settings.profile.value,
      calls: (_, call) => call === entry.call,
      page: 1,
    });
    if (!last || last.service !== entry.service || Date.parse(last.at) < since) return undefined;
    const response: unknown = JSON.parse(last.answer ?? 'null');
    return isRecord(response) ? filledLine(entry.watches, response, 'id') : undefined;
  } catch {
    return undefined; // a response that is not JSON has no id
  } finally {
    ledger.close();
  }
}
