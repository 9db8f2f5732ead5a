// `tuk store forms submit`: checks the data of a form, and submits them.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { responseResult } from '../../cli/command/result.js';
import { readInput, readJsonText } from '../../cli/files/input-file.js';
import { refuseMissing } from '../../cli/prompts/needs.js';
import { askLine } from '../../cli/prompts/prompt.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { plain } from '../../cli/settings/options.js';
import { isDryRun } from '../../cli/settings/settings.js';
import { callEndpoint, readFact } from '../../engine/request/call.js';
import { deadlineLine } from '../../engine/request/deadline.js';
import { draftOf, edit } from '../../engine/request/edited-body.js';
import { editFlag } from '../../engine/request/shared-options.js';
import { requireAddress } from '../../money/address.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { JsonText } from '../../services/http/params.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { columnsNamed } from '../../text/columns-named.js';
import { escapeControls } from '../../text/visible.js';

export const submit: Command = {
  name: 'forms submit',
  values: '<id>',
  summary: 'Submit a form',
  description: `The answers are a JSON object with the names of the form's questions (tuk store forms show); on a terminal tuk prompts for them. tuk
reads the form first, and refuses a closed form and incomplete answers.`,
  options: [
    { ...editFlag, summary: 'edit the answers in VISUAL or EDITOR before they are sent' },
    { flags: '--input <file>', effects: ['file'], summary: 'the answers as JSON, from a file or - for standard input' },
    plain('--wallet <address>', 'the wallet that holds the tokens'),
    {
      flags: '--signature-file <file>',
      effects: ['file'],
      summary: 'the signature of that wallet, from a file or - for standard input',
    },
    plain('--token-id <id>', 'the id of a token; may be repeated', { repeatable: true }),
  ],
  examples: [
    'tuk store forms submit 1 --input answers.json --yes',
    'tuk store forms submit 1 --input answers.json --dry-run',
    'tuk store forms submit <id> --edit',
  ],
  uses: { user: ['getForm', 'submitForm'] },
  needs: [['input', 'edit']],
  prompts: true,
  run: async (args, context) => {
    const completeArgs = await runWizard(args, [{ key: 'id', label: 'Form', hint: 'its id' }], '<id>', context);
    const { options } = completeArgs;
    const id = completeArgs.positionals[0]!;
    if (options.wallet !== undefined) requireAddress(String(options.wallet), '--wallet');
    if (options.input === '-' && options.signatureFile === '-')
      throw new BadInput('CONFLICT', 'Standard input can hold the answers or the signature, not both.');
    const isGiven = options.input !== undefined;
    const inputData =
      isGiven && !options.edit
        ? answersIn(parseLossless(await readJsonText(context.world, String(options.input))))
        : undefined;
    if (!isGiven && isDryRun(context.flags)) refuseMissing(submit, completeArgs);
    const form = isDryRun(context.flags) ? {} : await readForm(context, id);
    const data = inputData ?? (await (options.edit ? editData(context, form, options) : promptForData(context, form)));
    checkForm(form, data, context);
    if (!isDryRun(context.flags))
      await printReceipt(context, submit.summary, receiptLines(form, data, completeArgs, context));
    const body = new JsonText(stringifyLossless({ data, ...(await tokenFields(context, options)) }));
    const response = await callEndpoint(context, 'user', 'submitForm', { id, body });
    return response && responseResult(response, { columns: columnsNamed('id formId createdAt') }, context);
  },
};

function answersIn(data: unknown): Row {
  if (!isRecord(data)) throw new BadInput('NO_OBJECT', 'The answers must be a JSON object.');
  return data;
}

/** Opens the editor on the answers, below the questions of the form. A dry run reads no form, so it has none. */
async function editData(context: Context, form: Row, options: Arguments['options']): Promise<Row> {
  const required = requiredFields(form);
  const questions = formQuestions(form).map(([name, { title, type }]) => {
    const facts = [typeof type === 'string' ? type : 'any', required.includes(name) ? 'required' : 'optional'];
    return escapeControls(`  ${name}: ${facts.join(', ')}${typeof title === 'string' ? `; ${title}` : ''}`);
  });
  const comments = ['The answers of the form.', ...(questions.length > 0 ? ['', 'Questions:', ...questions] : []), ''];
  const draft = await draftOf(context, options, {});
  return answersIn(
    parseLossless(await edit(context, draft, comments, (data) => checkForm(form, answersIn(data), context))),
  );
}

async function readForm(context: Context, id: string) {
  const { data } = await readFact(context, 'user', 'getForm', { id });
  return isRecord(data) ? data : {};
}

function requiredFields(form: Row) {
  const names = valueAt(form, 'scheme.JSONSchema.required');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
function formQuestions(form: Row): [name: string, question: Row][] {
  const properties = valueAt(form, 'scheme.JSONSchema.properties');
  return isRecord(properties)
    ? Object.entries(properties).map(([name, question]) => [name, isRecord(question) ? question : {}])
    : [];
}

/** Checks the data. @throws {Refused} for a closed form; {BadInput} for missing fields */
function checkForm(form: Row, data: Row, { world }: Context) {
  const closed = form.submissionClosedAt;
  if (typeof closed === 'string' && Date.parse(closed) <= world.clock.now())
    throw new Refused('refused', 'CLOSED', `This form has been closed since ${escapeControls(closed)}.`, undefined, {
      unsent: true,
    });
  const missing = requiredFields(form).filter((name) => !Object.hasOwn(data, name));
  if (missing.length === 0) return;
  throw new BadInput(
    'MISSING_ANSWER',
    `The answers leave out ${missing.map((name) => escapeControls(name)).join(', ')}.`,
    'See its questions: tuk store forms show',
  );
}

async function promptForData(context: Context, form: Row) {
  const required = requiredFields(form);
  const questions = formQuestions(form);
  if (questions.length === 0)
    throw new BadInput('MISSING_OPTION', '--input is needed: the form has no readable questions.');
  const data: [string, unknown][] = [];
  for (const [name, question] of questions) {
    const value = await promptForValue(context, name, question, required.includes(name));
    if (value !== undefined) data.push([name, value]);
  }
  return Object.fromEntries(data);
}

async function promptForValue(context: Context, name: string, { title, description, type }: Row, required: boolean) {
  const label = escapeControls(typeof title === 'string' ? title : name);
  const hint = [description, required ? undefined : 'may be left empty']
    .filter((part) => typeof part === 'string')
    .join('; ');
  for (;;) {
    const text = await askLine(context, label, hint === '' ? {} : { hint: escapeControls(hint) });
    if (text === '' && !required) return undefined;
    const value = text === '' ? undefined : parseValue(type, text);
    if (value !== undefined) return value;
    context.out.writeLine(`✗ ${label} is needed${typeof type === 'string' ? `, of the type ${type}` : ''}.`);
  }
}

/** Parses an input by the type of its question, as JSON unless it is text; undefined for another type. */
function parseValue(type: unknown, text: string) {
  if (type === undefined || type === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    const kind = Array.isArray(value) ? 'array' : typeof value;
    return kind === type || (type === 'integer' && Number.isInteger(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function receiptLines(
  { title, submissionClosedAt: closes }: Row,
  data: Row,
  { positionals: [id], options }: Arguments,
  context: Context,
) {
  const tokens = [options.tokenId ?? []].flat() as string[];
  return [
    ['Form', typeof title === 'string' ? title : id!],
    ...deadlineLine('Closes', closes, context),
    ...Object.entries(data).map(([name, value]) => [escapeControls(name), asText(value)] as const),
    ...(tokens.length === 0 ? [] : ([['Tokens', tokens.join(', ')]] as const)),
  ] as const;
}

async function tokenFields(context: Context, { wallet, signatureFile, tokenId }: Arguments['options']) {
  const signature =
    signatureFile === undefined ? undefined : (await readInput(context.world, String(signatureFile))).trim();
  if (signature !== undefined) context.out.redact.add(signature);
  return { walletAddress: wallet, signature, tokenIds: tokenId };
}
