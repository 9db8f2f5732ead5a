// `tuk case`: packs what is known of a thing into a file, and shows such a file to a colleague, offline.

import { type Arguments, type Context, type Group, textResult } from '../../cli/command/command.js';
import { writeOutputFile } from '../../cli/files/output-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { buildOf } from '../../cli/settings/world.js';
import { BadInput } from '../../services/http/errors.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { readPlainFile } from '../../session/plain-file.js';
import { masked, maskedText } from '../../text/mask.js';
import { localText } from '../../text/time.js';
import { type CaseFile, caseIn, format, mostBytes } from './file.js';

/** The rows of the case screen for a text, as JSON, and the requests that it made. @throws {Failure} */
type Search = (
  args: Arguments,
  context: Context,
) => Promise<{ readonly rows: string; readonly requests: readonly object[] }>;
/** Shows a case on the whole terminal; without one it returns its texts. */
type Show = (file: CaseFile, line: string, context: Context) => Promise<string | undefined>;

/** Makes the group from what other commands do for a case. */
export const caseGroup = (search: Search, show: Show): Group => ({
  commands: [
    {
      name: 'pack',
      values: '<id-or-hash...>',
      summary: 'Write what is known of an item into a new file, for a ticket or a colleague',
      description: `Use it to hand a case to a colleague, who opens it with tuk case open. The file has the responses of tuk find, with their times.
Names, phone numbers and e-mail addresses are masked. Tokens and other secrets are left out.
Only you can read the file (mode 0600). tuk overwrites no file.`,
      prints: 'text',
      examples: ['tuk case pack 53'],
      run: async (args, context) => {
        const { rows, requests } = await search(args, context);
        const now = context.world.clock.now();
        const about = args.positionals.join(' ');
        const packed = {
          about: maskedText(about),
          packedAt: new Date(now).toISOString(),
          requests,
          rows: masked(parseLossless(rows)),
        };
        const slug = maskedText(about)
          .replace(/[^\w-]+/g, '-')
          .slice(0, 18)
          .replace(/-+$/, '');
        const name = `case-${slug}-${localText(now).replace(/[-:]/g, '').replace('T', '-')}.json`;
        const text = context.out.redact.clean(
          stringifyLossless({ format, packedBy: buildOf(context.world), ...packed }),
        );
        writeOutputFile(inWorkingFolder(context.world, name), Buffer.from(`${text}\n`), {
          name,
          mode: 0o600,
          exists: () => new BadInput('FILE_EXISTS', `${name} exists.`, 'Run the command again in a moment.'),
        });
        return textResult(`${inWorkingFolder(context.world, name)}\n`);
      },
    },
    {
      name: 'open',
      values: '<file>',
      summary: 'Show the file of a case, offline',
      description: `The screen of the case as it was packed, without actions and without a request. Without a terminal it prints its texts.
A file that is not one is exit 2.`,
      prints: 'text',
      readOnly: true,
      examples: ['tuk case open <file>'],
      run: async ({ positionals: [file = ''] }, context) => {
        const text = await show(caseIn(textOf(file, context), file), `case open ${file}`, context);
        return text === undefined ? 0 : textResult(text);
      },
    },
  ],
});

/** The text of the file. @throws {BadInput} BAD_CASE_FILE */
function textOf(file: string, context: Context): string {
  try {
    return readPlainFile(inWorkingFolder(context.world, file), { most: mostBytes, links: true });
  } catch (error) {
    throw new BadInput('BAD_CASE_FILE', `${file} cannot be read: ${(error as Error).message}.`);
  }
}
