// Lists the commands of `tuk store`: products, orders, payments, the inventory, forms.

import { type Arguments, type Command, type Context, type Group, responseResult } from '../../cli/command/command.js';
import { readInput, readJsonText } from '../../cli/files/input-file.js';
import { refuseMissing } from '../../cli/prompts/needs.js';
import { askLine } from '../../cli/prompts/prompt.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { callEndpoint, readFact } from '../../engine/request/call.js';
import { deadlineLine } from '../../engine/request/deadline.js';
import { draftOf, edit } from '../../engine/request/edited-body.js';
import { editFlag } from '../../engine/request/shared-options.js';
import { requireAddress } from '../../money/values/address.js';
import { StockStatus } from '../../services/catalogue/words.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { JsonText } from '../../services/http/params.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { columnsNamed } from '../../text/columns-named.js';
import { escapeControls } from '../../text/visible.js';
import { form } from '../../things/game.js';
import { item } from '../../things/item.js';
import { product, purchasable } from '../../things/product.js';
import { buy } from './buy.js';
import { orders } from './orders.js';

// `tuk store forms submit`: checks the data of a form, and submits them.
const submit: Command = {
  name: 'forms submit',
  values: '<id>',
  summary: 'Submit a form',
  description: `The answers are a JSON object with the names of the questions (tuk store forms show). On a terminal tuk asks for them.
tuk reads the form first. It refuses a closed form and incomplete answers.`,
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

// `tuk store inventory`: lists and shows the items of the signed-in user, gives one away.

/** The instruction for an item, by its action type (platform 8.2). */
const actions: Readonly<Record<string, string>> = {
  NONE: 'No action is needed',
  WEBVIEW: 'Open it in a browser',
  DAPPVIEW: 'Open it in the browser of a wallet',
  DEEPLINK: 'Open it on a phone that has the app',
  DEEPLINK_WITH_DEFERRED_AUTH: 'Open it on a phone that has the app; sign in there with a code: tuk auth code',
};

const inventory: readonly Command[] = [
  listCommand('sale', {
    name: 'inventory list',
    summary: 'List your items',
    options: [plain('--status <status>', 'filter by status', { words: StockStatus })],
    examples: ['tuk store inventory list', 'tuk store inventory list --status READY -o csv'],
    endpoint: 'listItems',
    open: true,
    columns: item.fields,
    empty: ['Nothing in your inventory.', 'See the store: tuk store featured'],
  }),
  showCommand('sale', {
    name: 'inventory show',
    values: '<id>',
    summary: 'Show an item and how to use it',
    examples: ['tuk store inventory show 1'],
    endpoint: 'getItem',
    columns: item.fields,
    transform: logAction,
  }),
  changeCommand('sale', {
    name: 'inventory give',
    values: '<id>',
    summary: 'Give an item to another user; this cannot be undone',
    options: [plain('--to <user>', 'the id of the recipient', { required: true })],
    examples: ['tuk store inventory give 2 --to lan --new-recipient --yes'],
    endpoint: 'giveItem',
    open: true,
    money: 'to recipient',
    about: [
      {
        endpoint: 'getItem',
        columns: item.receipt,
      },
      {
        service: 'user',
        endpoint: 'getUser',
        paramsFrom: { userId: 'to' },
        columns: [{ path: 'name', heading: 'Goes to' }],
      },
    ],
    columns: item.fields,
    next: ({ id }, response) =>
      response.id === undefined && id !== undefined
        ? `tuk store inventory show ${String(id)}`
        : 'tuk store inventory list',
  }),
];

/** Returns the response unchanged, and logs the instruction for its action once. */
function logAction(json: string, { options }: Arguments, context: Context) {
  const item: unknown = json === '' ? undefined : JSON.parse(json);
  if (!isRecord(item) || options.watch === true) return json;
  const { actionType, actionUrl } = item;
  const instruction = actions[String(actionType)];
  if (instruction === undefined) return json;
  if (typeof actionUrl === 'string' && actionUrl !== '') context.log(`  ${instruction}: ${escapeControls(actionUrl)}`);
  else if (actionType === 'NONE') context.log(`  ${instruction}.`); // any other instruction needs the address
  return json;
}

// The product reads of `tuk store`: products, currencies, purchasables.

const products: readonly Command[] = [
  listCommand('sale', {
    name: 'featured',
    summary: 'List the featured products',
    examples: ['tuk store featured'],
    endpoints: [{ endpoint: 'listFeatured' }, { endpoint: 'listPublicFeatured', when: 'signed-out' }],
    columns: product.fields,
    empty: ['No featured products.', 'See what you have: tuk store inventory list'],
  }),
  showCommand('sale', {
    name: 'product',
    values: '<id>',
    summary: 'Show one product',
    examples: ['tuk store product 1'],
    endpoint: 'getProduct',
    columns: product.fields,
  }),
  listCommand('sale', {
    name: 'currencies',
    summary: 'List the currencies of the store',
    examples: ['tuk store currencies'],
    endpoint: 'listCurrencies',
    columns: [
      { path: 'id' },
      { path: 'name' },
      { path: 'tokenDecimal', heading: 'decimals' },
      { path: 'balanceTransferable', heading: 'transferable' },
    ],
    empty: ['No currencies.', 'See the products: tuk store featured'],
  }),
  listCommand('user', {
    name: 'purchasables',
    values: '[slug]',
    summary: 'List the purchasables of the first sale, or show a group with its page and your balance',
    description:
      'If a group takes the token that it is bought for, add -f tokenNetwork=… -f tokenContractAddress=… -f tokenId=….',
    examples: ['tuk store purchasables', 'tuk store purchasables first -o json'],
    endpoints: [{ endpoint: 'listFirstSale' }, { endpoint: 'getPurchasableGroup', requires: ['slug'] }],
    columns: purchasable.fields,
    empty: ['Nothing is sold.', 'See the store: tuk store featured'],
    open: true,
  }),
];

// The form commands of `tuk store`, and other requests to the user service: web input, the waiting list of a sale.

const forms: readonly Command[] = [
  showCommand('user', {
    name: 'forms show',
    values: '<id>',
    summary: 'Show a form with its questions and its closing time',
    examples: ['tuk store forms show 1'],
    endpoint: 'getForm',
    columns: form.fields,
  }),
  listCommand('user', {
    name: 'forms inventory',
    values: '<id>',
    summary: 'List the tokens that a form can be submitted for',
    options: [plain('--wallet <address>', 'the tokens of this wallet', { as: 'address', param: 'walletAddress' })],
    examples: [
      'tuk store forms inventory 3 --wallet 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'tuk store forms inventory 3 -o csv',
    ],
    endpoint: 'listFormInventory',
    columns: [
      { path: 'tokenId', heading: 'token' },
      { path: 'completed' },
      { path: 'network' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id' },
    ],
    id: 'tokenId',
    empty: ['No tokens for this form.', 'See the form: tuk store forms show <id>'],
  }),
  changeCommand('user', {
    name: 'waiting-list',
    values: '<wallet>',
    summary: 'Join the waiting list of a sale',
    description: 'The service refuses a wallet whose turn has not come, and says when it comes.',
    examples: ['tuk store waiting-list 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes'],
    endpoint: 'joinWaitingList',
    columns: [{ path: 'waitingNumber', heading: 'number' }, { path: 'signature' }],
    toParams: (params) => {
      requireAddress(String(params.wallet), 'The wallet');
      return params;
    },
    id: 'waitingNumber',
  }),
];

export const group: Group = { commands: [...products, buy, ...orders, ...inventory, ...forms, submit] };
