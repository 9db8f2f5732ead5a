// `tuk store forms submit`: the answers to a form, held against what it asks before they leave.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import { askLine } from '../../cli/prompts/prompt.js';
import { receipt } from '../../cli/prompts/receipt.js';
import { mayAsk, runWizard } from '../../cli/prompts/wizard.js';
import { ask } from '../../engine/call.js';
import { readOnce } from '../../engine/read-command.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { JsonText } from '../../services/http/params.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { escapeControls } from '../../ui/format/visible.js';

export const submit: Command = {
  name: 'forms submit',
  values: '<id>',
  summary: 'Send a form',
  description: `The answers are one JSON object, as the form's questions have them (tuk store forms show); on a terminal they are asked for. The form is read
first: one that is closed, or answers that leave out what it needs, are not sent.`,
  options: [
    { flags: '--input <file>', summary: 'the answers as JSON, from a file or - for standard input' },
    { flags: '--wallet-address <address>', summary: 'the wallet that holds the tokens that it is sent for' },
    { flags: '--signature-file <file>', summary: 'the signature of that wallet, from a file or - for standard input' },
    { flags: '--token-id <id>', summary: 'a token that it is sent for; may stand several times', many: true },
  ],
  examples: ['tuk store forms submit 1 --input answers.json --yes', 'tuk store forms submit 1 --input answers.json --dry-run'],
  uses: ['user GET /forms/{id}', 'user POST /forms/{id}'],
  asks: true,
  run: async (typed, context) => {
    const { stringifyLossless } = await import('../../services/lossless-number.js');
    const whole = await runWizard(typed, [{ of: 'id', ask: 'Form', hint: 'its id' }], '<id>', context);
    const { options } = whole;
    const id = whole.positionals[0]!;
    if (options.walletAddress !== undefined)
      (await import('../../money/address.js')).requireAddress(String(options.walletAddress), '--wallet-address');
    if (options.input === '-' && options.signatureFile === '-')
      throw new BadInput('CONFLICT', 'Standard input can be the answers or the signature, not both.');
    const typedData = options.input === undefined ? undefined : await answersIn(context, String(options.input));
    if (typedData === undefined && (context.onlyShows || !mayAsk(context)))
      throw new BadInput(
        'MISSING_OPTION',
        '--input is needed; nothing was sent.',
        'On a terminal, without --yes and --no-input, the answers are asked for.',
      );
    const form = context.onlyShows ? {} : await formOf(context, id);
    const data = typedData ?? (await asked(context, form));
    check(form, data, context);
    if (!context.onlyShows) await receipt(context, submit.summary, linesOf(form, data, whole));
    const body = new JsonText(stringifyLossless({ data, ...(await tokensOf(context, options)) }));
    const reply = await ask(context, 'user', 'submitForm', { id, body });
    if (reply) await context.printReply(reply, { columns: ['id', 'formId', 'createdAt'] });
    return 0;
  },
};

/** @throws {BadInput} for what is no JSON object */
async function answersIn(context: Context, file: string): Promise<Row> {
  const text = await readInput(context.world, file);
  parseInput(text, file === '-' ? 'Standard input' : file);
  const data = (await import('../../services/lossless-number.js')).parseLossless(text);
  if (!isRecord(data)) throw new BadInput('NO_OBJECT', 'The answers are one JSON object, and this is none; nothing was sent.');
  return data;
}

async function formOf(context: Context, id: string): Promise<Row> {
  const { data } = await readOnce(context, 'user', 'getForm', { id });
  return isRecord(data) ? data : {};
}

const textsAt = (row: Row, path: string): string[] => {
  const value = valueAt(row, path);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};
const neededBy = (form: Row): string[] => textsAt(form, 'scheme.JSONSchema.required');
function questionsOf(form: Row): [name: string, question: Row][] {
  const properties = valueAt(form, 'scheme.JSONSchema.properties');
  return isRecord(properties) ? Object.entries(properties).map(([name, one]) => [name, isRecord(one) ? one : {}]) : [];
}

/** @throws {Guarded} where the form cannot be sent, as far as it says so itself */
function check(form: Row, data: Row, { world }: Context): void {
  const closed = form.submissionClosedAt;
  if (typeof closed === 'string' && Date.parse(closed) <= world.clock.now())
    throw new Guarded('CLOSED', `This form has been closed since ${escapeControls(closed)}; nothing was sent.`);
  const missing = neededBy(form).filter((name) => !Object.hasOwn(data, name));
  if (missing.length === 0) return;
  throw new BadInput(
    'MISSING_ANSWER',
    `The answers leave out ${missing.map((name) => escapeControls(name)).join(', ')}; nothing was sent.`,
    'What it asks: tuk store forms show',
  );
}

/** Asks a person what the form asks, question by question. @throws {Failure} where they leave */
async function asked(context: Context, form: Row): Promise<Row> {
  const needed = neededBy(form);
  const questions = questionsOf(form);
  if (questions.length === 0)
    throw new BadInput('MISSING_OPTION', '--input is needed: the form does not say what it asks; nothing was sent.');
  const answers: [string, unknown][] = [];
  for (const [name, question] of questions) {
    const answer = await answerTo(context, name, question, needed.includes(name));
    if (answer !== undefined) answers.push([name, answer]);
  }
  return Object.fromEntries(answers);
}

async function answerTo(context: Context, name: string, { title, description, type }: Row, needed: boolean): Promise<unknown> {
  const label = typeof title === 'string' ? title : name;
  const hint = [description, needed ? undefined : 'may be left empty'].filter((one) => typeof one === 'string').join('; ');
  for (;;) {
    const text = await askLine(
      context,
      escapeControls(label),
      hint === '' ? {} : { hint: escapeControls(hint) },
      'Nothing was sent: the question was left.',
    );
    if (text === '' && !needed) return undefined;
    const value = text === '' ? undefined : typedAs(type, text);
    if (value !== undefined) return value;
    context.writeError(`✗ ${escapeControls(label)} is needed${typeof type === 'string' ? `, of the type ${escapeControls(type)}` : ''}.\n`);
  }
}

/** A line as the question types its answer; JSON for what is no text. Nothing for what is not of the type. */
function typedAs(type: unknown, text: string): unknown {
  if (type === undefined || type === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    const kind = Array.isArray(value) ? 'array' : typeof value;
    return kind === type || (type === 'integer' && Number.isInteger(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function linesOf({ title, submissionClosedAt: closes }: Row, data: Row, { positionals: [id], options }: Arguments) {
  const tokens = [options.tokenId ?? []].flat() as string[];
  return [
    ['Form', typeof title === 'string' ? title : id!],
    ...(typeof closes === 'string' ? ([['Closes', closes]] as const) : []),
    ...Object.entries(data).map(([name, value]) => [escapeControls(name), asText(value)] as const),
    ...(tokens.length === 0 ? [] : ([['Tokens', tokens.join(', ')]] as const)),
  ] as const;
}

/** The tokens that it is sent for, and who says that they hold them. @throws {BadInput} */
async function tokensOf(context: Context, { walletAddress, signatureFile, tokenId }: Arguments['options']): Promise<Row> {
  const signature = signatureFile === undefined ? undefined : (await readInput(context.world, String(signatureFile))).trim();
  if (signature !== undefined) context.redact.add(signature);
  return Object.fromEntries(Object.entries({ walletAddress, signature, tokenIds: tokenId }).filter(([, value]) => value !== undefined));
}
