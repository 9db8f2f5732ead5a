// Lists the commands of `tuk image`: images of text.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Arguments, type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { writeOutputFile } from '../../cli/files/output-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { callEndpoint, sendNow } from '../../engine/request/call.js';
import { endpointParams } from '../../engine/request/parameters.js';
import { type Option, optionProblem, paramsOf } from '../../engine/request/params.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { FontWeight, ImageFont, TextAlign } from '../../services/catalogue/words.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { columnsNamed } from '../../text/columns-named.js';
import { mediaTypeOf } from '../../text/media-type.js';

// `tuk image create`: requests an image of a text, validates it, and writes it to a file.
const imageOptions: readonly Option[] = [
  plain('--text <text>', 'the text'),
  {
    flags: '--text-file <file>',
    effects: ['file'],
    summary: 'the file with the text, - for standard input',
    param: false,
  },
  plain('--font <font>', 'the font', { words: ImageFont, required: true }),
  plain('--weight <weight>', 'the font weight', { words: FontWeight }),
  plain('--align <side>', 'the text alignment', { words: TextAlign }),
  { flags: '--out <file>', effects: ['file'], summary: 'the output file', param: false, required: true },
  { flags: '--replace', effects: ['file'], summary: 'overwrite an existing file', param: false },
];
const fontOption = imageOptions.find(({ flags }) => flags.startsWith('--font'))!;

const create: Command = {
  name: 'create',
  summary: 'Create an image of a text',
  description: `Prints the path, type and size of the file. An existing file is kept unless you add --replace. On a terminal the image is shown, too.
It has full resolution in kitty, Ghostty, iTerm2 and WezTerm, and half blocks elsewhere.`,
  options: [...imageOptions, ...openFlags],
  needs: [['text', 'textFile']],
  examples: [
    'tuk image create --text Hello --font Poppins --out hello.png --replace',
    "tuk image create --text 'Ride quiet' --font Poppins --weight SemiBold --align center --out quiet.png --replace --jq .size",
  ],
  uses: { 'image-factory': ['createImage'] },
  prompts: true,
  run: async (args, context) => {
    const answered = await runWizard(args, promptsFor(context), undefined, context);
    const { options } = answered;
    const params = paramsOf({ options: imageOptions }, answered, context);
    const file = inWorkingFolder(context.world, String(options.out));
    const replaces = options.replace === true;
    if (!isDryRun(context.flags)) checkWritable(file, String(options.out), replaces);
    const fields = await withText(params, options, context);
    const body = await endpointParams(context, 'image-factory', 'createImage', fields, options);
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'image-factory', 'createImage', body);
      return undefined;
    }
    const { bytes, type } = requirePicture(await fetchImage(context, body));
    writeOutputFile(file, bytes, { name: file, mode: 0o666, replaces, exists: () => fileExists(file) });
    context.world.wrote?.(file);
    const rare = rareIn(String(fields.text ?? ''), fields.font);
    if (rare.length > 0)
      context.note({ is: 'warning', text: `The font may not have ${rare.join(' ')}: look for boxes in the image.` });
    const row = { path: file, type, size: bytes.length };
    return resultOf(JSON.stringify(row), {
      columns: columnsNamed('path type size'),
      idPath: 'path',
      picture: bytes,
    });
  },
};

const fileExists = (name: string) =>
  new BadInput('FILE_EXISTS', `${name} exists; nothing was written.`, 'Overwrite it: --replace');

/** Checks that a file can be written. @throws {BadInput} NO_FILE, FILE_EXISTS, NO_FOLDER */
function checkWritable(file: string, name: string, replaces: boolean): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory())
    throw new BadInput('NO_FILE', `${name} is a folder, and a file is needed.`, 'Add the name of a file to it.');
  if (existing && !replaces) throw fileExists(name);
  if (!existsSync(path.dirname(file)))
    throw new BadInput('NO_FOLDER', `The folder ${path.dirname(name)} does not exist.`);
}

/** The scripts of the fonts, as their publishers state them. */
const scripts: Readonly<Record<string, RegExp>> = {
  Poppins: /[\p{Script=Latin}\p{Script=Devanagari}]/u,
  D2Coding: /[\p{Script=Latin}\p{Script=Hangul}]/u,
  MaruBuri: /[\p{Script=Latin}\p{Script=Hangul}]/u,
  NanumGothic: /[\p{Script=Latin}\p{Script=Hangul}]/u,
};
const mostNamed = 5;
/** The first letters of a text that are in no script of its font, and pictures, which no text font has. */
function rareIn(text: string, font: unknown): readonly string[] {
  const has = scripts[String(font)];
  const isRare = (sign: string) =>
    /\p{Emoji_Presentation}/u.test(sign) || (has !== undefined && /\p{L}/u.test(sign) && !has.test(sign));
  return [...new Set(text)].filter(isRare).slice(0, mostNamed);
}

const promptsFor = (context: Context): readonly Question[] => [
  { key: 'text', label: 'Text', when: ({ options: { textFile } }) => textFile === undefined },
  { key: 'font', label: 'Font', words: ImageFont, validate: (text) => optionProblem(fontOption, text, context) },
  { key: 'out', label: 'Write to', hint: 'a file, like hello.png' },
];

/** Adds the text of --text-file. @throws {BadInput} CONFLICT with --text; NO_TEXT */
async function withText(
  params: Readonly<Record<string, unknown>>,
  { textFile }: Arguments['options'],
  context: Context,
) {
  if (textFile === undefined) return params;
  if (params.text !== undefined) throw new BadInput('CONFLICT', 'Give the text with --text or --text-file, not both.');
  const text = (await readInput(context.world, String(textFile))).replace(/\r?\n$/, '');
  if (text === '') throw new BadInput('NO_TEXT', 'The text is empty.');
  return { ...params, text };
}

/** Requests the image. `callEndpoint` refuses such a response. */
async function fetchImage(context: Context, body: Readonly<Record<string, unknown>>): Promise<Response> {
  return sendNow(context, 'image-factory', 'createImage', body);
}

/** Returns an image and its media type, by its first bytes. @throws {ServerFailure} NO_PICTURE for other bytes */
function requirePicture({ bytes, call, headers }: Response): { readonly bytes: Buffer; readonly type: string } {
  const type = mediaTypeOf(bytes);
  if (type !== undefined) return { bytes, type };
  const { service, name } = call;
  const contentType = JSON.stringify(String(headers['content-type'] ?? 'nothing').slice(0, 60));
  throw new ServerFailure(
    'NO_PICTURE',
    `The response of ${service} is not a known image format (content type ${contentType}); nothing was written.`,
    { service, call: name },
  );
}

export const group: Group = { commands: [create] };
