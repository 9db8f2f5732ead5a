// Prints a JSON response. What a script reads unchanged is neither parsed nor rendered.

import { isTerminal, type OutputOptions, type Presentation, type Streams, writeAll } from './output.js';
import { printRendered } from './render.js';

/**
 * Prints a JSON text: by default as a table on a terminal, and unchanged in a pipe.
 * @throws {UnknownField} {JqFailed}, and the stream's error when stdout cannot be written
 */
export async function printJson(
  json: string,
  options: OutputOptions,
  streams: Streams,
  presentation: Presentation = {},
): Promise<void> {
  if (options.quiet) return;
  const isUnchanged = !(
    options.fields ||
    options.sortBy !== undefined ||
    options.match !== undefined ||
    options.limit !== undefined ||
    options.sum !== undefined ||
    options.jq !== undefined ||
    options.mask ||
    options.columns
  );
  if (isUnchanged && !isTerminal(streams) && (options.format ?? presentation.usualFormat ?? 'json') === 'json') {
    // not parsed: this is the start-up cost of every script
    await writeAll(streams.stdout, json.endsWith('\n') ? json : `${json}\n`, streams.deadline);
    return;
  }
  await printRendered(json, options, streams, presentation);
}
