// `tuk image create`: asks for the picture of a text, looks at what has come, writes it into a file.
import path from 'node:path';
import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readStdin } from '../../cli/input-file.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { ask, callOf } from '../../engine/call.js';
import { filled, openFlags } from '../../engine/parameters.js';
import { type Option, paramsOf, problemOf } from '../../engine/params.js';
import { FontWeight, ImageFont, TextAlign } from '../../services/catalogue/words.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import { type Response, sendRequest } from '../../services/http/send.js';
import { pictureLines } from '../../ui/format/picture.js';
import { wantsLines } from '../../ui/format/plain-dialogue.js';
import { checkFree, writeWhole } from './file.js';
import { pictureOf } from './png.js';
import { typeOf } from './type.js';

const own: readonly Option[] = [
  { flags: '--text <text>', summary: 'the text' },
  { flags: '--text-stdin', summary: 'the text is piped in', to: false },
  { flags: '--font <font>', summary: 'the font', words: ImageFont },
  { flags: '--weight <weight>', summary: 'how heavy the letters are', words: FontWeight },
  { flags: '--align <side>', summary: 'where the lines stand', words: TextAlign },
  { flags: '--out <file>', summary: 'the file that is written', to: false },
  { flags: '--force', summary: 'write over a file that is there', to: false },
];
const fontOption = own.find(({ flags }) => flags.startsWith('--font'))!;

export const create: Command = {
  name: 'create',
  summary: 'Make a picture of a text, as a file',
  description: `Prints the path, the type and the size of what was written. A file that is there is never written over without --force; the file comes
whole or not at all.`,
  options: [...own, ...openFlags],
  examples: [
    'tuk image create --text Hello --font Poppins --out hello.png --force',
    "tuk image create --text 'Ride quiet' --font Poppins --weight SemiBold --align center --out quiet.png --force --jq .size",
  ],
  uses: ['image-factory POST /image-factory/create'],
  asks: true,
  run: async (typed, context) => {
    const { positionals, options } = await runWizard(typed, questionsFor(context), undefined, context);
    if (options.out === undefined) throw new BadInput('MISSING_OPTION', '--out is needed; nothing was sent.', 'Like: --out hello.png');
    const given = paramsOf({ options: own }, { positionals, options }, context);
    const file = path.resolve(context.world.cwd, String(options.out));
    if (!context.onlyShows) checkFree(file, String(options.out), options.force === true);
    const body = await filled(context, 'image-factory', 'createImage', await withText(given, options, context), options);
    if (context.onlyShows) {
      await ask(context, 'image-factory', 'createImage', body);
      return 0;
    }
    const { bytes, type } = pictureIn(await asked(context, body));
    writeWhole(file, bytes, options.force === true);
    await context.print(JSON.stringify({ path: file, type, size: bytes.length }), { columns: ['path', 'type', 'size'], name: 'path' });
    await looked(bytes, context);
    return 0;
  },
};

const [mostColumns, mostRows] = [78, 20];
/** The picture under its answer, where a person is at a terminal who has asked for no form of output. */
async function looked(bytes: Uint8Array, context: Context): Promise<void> {
  const { world, outputOptions, flags } = context;
  if (
    !world.stdout.isTTY ||
    outputOptions.form !== undefined ||
    flags.json ||
    flags.jq !== undefined ||
    flags.fields !== undefined ||
    flags.quiet
  )
    return;
  if (wantsLines(world.env) || world.env.CI) return;
  const picture = pictureOf(bytes);
  if (!picture) return;
  const columns = Math.min(mostColumns, (world.stdout.columns || 80) - 1);
  await context.printLines([[], ...pictureLines(picture, { columns, rows: mostRows })]);
}

const questionsFor = (context: Context): readonly Question[] => [
  { of: 'text', ask: 'Text', when: ({ options: { textStdin } }) => textStdin !== true },
  { of: 'font', ask: 'Font', words: ImageFont, check: (text) => problemOf(fontOption, text, context) },
  { of: 'out', ask: 'Write to', hint: 'a file, like hello.png' },
];

/** @throws {BadInput} where the text comes from two sides */
async function withText(given: Readonly<Record<string, unknown>>, { textStdin }: Arguments['options'], context: Context) {
  if (textStdin !== true) return given;
  if (given.text !== undefined) throw new BadInput('CONFLICT', 'Give the text with --text or --text-stdin, not both.');
  const text = (await readStdin(context.world, 'the text')).replace(/\r?\n$/, '');
  if (text === '') throw new BadInput('NO_TEXT', 'Standard input holds no text.');
  return { ...given, text };
}

/** The answer, though it is no text: it goes into a file, not on the terminal. */
async function asked(context: Context, body: Readonly<Record<string, unknown>>): Promise<Response> {
  const { call, build } = await callOf('image-factory', 'createImage', body);
  const reach = await context.requestContext();
  return sendRequest(call, await build(reach), reach);
}

/** What has come, by its own first bytes. @throws {ServerFailure} for what is no picture; nothing is written then */
function pictureIn({ bytes, call, headers }: Response): { readonly bytes: Buffer; readonly type: string } {
  const type = typeOf(bytes);
  if (type !== undefined) return { bytes, type };
  const said = String(headers['content-type'] ?? 'nothing');
  throw new ServerFailure(
    'NO_PICTURE',
    `What ${call.service} answered is no picture that is known (it is called ${JSON.stringify(said.slice(0, 60))}); nothing was written.`,
    { service: call.service, call: call.name },
  );
}
