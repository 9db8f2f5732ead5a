// Every value of every command and option is completed, or is on the list of open ones here: a closed list, a list with names or ids, or files.
import { expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { isReadOnly } from '../../src/cli/command/read-only.js';
import { callNamed, serviceNamed } from '../../src/cli/lines/find-command.js';
import { RunContext } from '../../src/cli/run/run-context.js';
import { type Flag, takesValue } from '../../src/cli/settings/options.js';
import { groupScreens } from '../../src/commands/app/boards.js';
import { resolveCommand } from '../../src/commands/app/screen-data.js';
import { closedWords, type Field, filePart, type Place, valueName } from '../../src/commands/completion/closed.js';

import { isList, isLocal, listsOf, ofThing, sourcesOf } from '../../src/commands/completion/sources.js';
import { groups } from '../../src/groups.js';
import { catalogue } from '../../src/services/catalogue/index.js';
import { things } from '../../src/things/index.js';
import { collector } from '../support/streams.js';
import { newHome } from '../support/tuk.js';

/** Names of values that a person makes up or copies: numbers, amounts, times, texts, patterns. */
const openNames = new Set(
  `n more raw amount lamports share percent p gwei duration time expression text line words values lat,lon phone url spec level key=value
   key=JSON assertion header pattern statuses rules form:file duration-or-row rate i/n match command characters raw version field slug uid hash row new-name options slug`.split(
    /\s+/,
  ),
);
/** Values that no list has: names that are new, ids that no call lists, addresses of others. An option alone counts everywhere. */
const openFields = new Set([
  ...['--client-ref <name>', '--identifier <id>', '--request-id <id>', '--spender <address>', '--token-id <id>'],
  ...['wallet contacts add <contact>', 'wallet contacts add <address>', 'wallet add --address <address>'],
  ...['new', 'import', 'restore'].map((command) => `wallet key ${command} <key-name>`),
  ...['profile add <name>', 'alias set <name>', '--rider-name <name>', '--env <name>', '--field <name>'],
  ...['--again <step>', '--again <row>', 'diff --by <fields>', 'depin token <token-id>', '--product <code>'],
  ...['assets lease show <id>', 'store forms show <id>', 'store forms inventory <id>', 'store forms submit <id>'],
  ...['points games <id>', 'points games play <id>', 'points games play --score <points>', 'points games result <id>'],
  ...['wallet key import --address <address>', 'wallet verify --address <address>'],
  ...['wallet sign-message --domain <host>', 'wallet verify --signature <signature>'],
  ...['grant new --calls <list>', 'grant new --to <list>', 'mcp --grant <token>'],
  ...['--via <word>', '--base <address>', '--key <key>'],
  ...['ops list --by <host>', 'ops init <address>', 'ops init --writer <role...>', 'ops move --to <place>'],
  ...['case pack <id-or-hash>', 'points referral register <code>', 'find <id-or-hash>', 'api list <words>'],
]);
/** Values whose list depends on what was typed before; another test completes them. */
const dependent = new Set(
  'wait <id-or-hash>, watch <id-or-hash>, profile set <value>, config reset <preference>, sandbox token <of>'.split(
    ', ',
  ),
);
const lists = listsOf(groupScreens.flatMap(({ screens }) => screens));
const home = newHome('empty');
const streams = { stdin: process.stdin, stdout: collector({}), stderr: collector({}) };
const world = { ...streams, env: { TUK_HOME: home }, clock: { now: () => 0 }, home, cwd: home, version: '0' };
const context = new RunContext(world, {});

type Value = { readonly name: string; readonly field: Field; readonly place: Place };
const values: Value[] = [];
for (const [groupName, { load }] of Object.entries(groups)) {
  const { group } = await load();
  for (const command of group.commands) {
    const line = `${groupName} ${command.name}`.trim();
    const placeOf = (field: Field): Place => ({
      ...{ groupName, group, command, field, flags: [], words: [], values: ['user'], given: new Set<string>() },
      ...{ start: '', isOption: false, isBehind: false, global: {} },
    });
    const add = (name: string, field: Field) => values.push({ name, field, place: placeOf(field) });
    for (const [place, { name }] of valuesOf(command.values).entries())
      add(`${line} <${name}>`, { place, name, isNeeded: true });
    for (const flag of command.options ?? []) if (takesValue(flag.flags)) add(`${line} ${flag.flags}`, { flag });
  }
}
const wordsOf = async ({ place, field }: Value) => (await closedWords(place, field, context)) ?? [];
const valueNamed = (name: string) => values.find((value) => value.name === name)!;

test('every value is completed, or is one of those that are open', async () => {
  const lacking: string[] = [];
  for (const value of values) {
    const isFlag = 'flag' in value.field;
    const name = 'flag' in value.field ? valueName(value.field.flag) : value.field.name;
    const spelled = 'flag' in value.field ? value.field.flag.flags : value.name;
    if (filePart.test(name) || openNames.has(name) || dependent.has(value.name)) continue;
    if (openFields.has(value.name) || (isFlag && openFields.has(spelled))) continue;
    if ((await wordsOf(value)).length === 0 && sourcesOf(value.place, value.field, lists).length === 0)
      lacking.push(value.name);
  }
  expect(lacking, 'give each "words", "offers" or "from", or name it in the "fills" of a board').toEqual([]);
});

test('an option with a closed list offers that list, whole', async () => {
  const declared = values.filter(({ field }) => 'flag' in field && (field.flag.words || field.flag.offers));
  expect(declared.length).toBeGreaterThan(80);
  for (const value of declared) {
    const { flag } = value.field as { readonly flag: Flag };
    expect(await wordsOf(value), value.name).toEqual((flag.offers?.() ?? flag.words)!.map(String));
  }
});

test.each([
  ['wallet fee <network>', 'BSC'],
  ['find --network <network>', 'BSC'],
  ['wait --network <network>', 'POLYGON'],
  ['doctor --service <name>', 'ride-hailing'],
  ['api openapi --service <names>', 'sale'],
  ['api <service>', 'GET'],
  ['api <call>', 'get-current'],
  ['api show <call>', 'get-current'],
  ['sandbox fault add --on <call>', 'sale createOrder'],
  ['explain <word>', 'FINISHED'],
  ['wait --fail-on <status>', 'EXPIRED'],
  ['profile set <setting>', 'service.user'],
  ['profile set <setting>', 'limits.day'],
  ['ride providers <region>', 'KH'],
  ['login --as <user>', 'dara'],
])('%s offers %s', async (name, word) => {
  expect((await wordsOf(valueNamed(name))).map((one) => (typeof one === 'string' ? one : one[0]))).toContain(word);
});

test.each([
  ['ride status <id>', 'ride status --known'],
  ['store order pay <id>', 'store order list'],
  ['assets order --offering <id>', 'assets offerings'],
  ['wallet send --to <address>', 'wallet contacts list'],
  ['wallet send --key <name>', 'wallet key list'],
  ['swap run --despite <op>', 'ops list'],
  ['depin swaps --station <id-or-name>', 'depin stations'],
  ['auth sessions revoke <id>', 'auth sessions'],
  ['alias remove <name>', 'alias list'],
])('the values of %s are those of tuk %s', (name, line) => {
  const { place, field } = valueNamed(name);
  expect(sourcesOf(place, field, lists).map((source) => source.line)).toContain(line);
});

test('every list is a command that exists, and changes nothing', async () => {
  const lines = values.flatMap(({ place, field }) => sourcesOf(place, field, lists).map(({ line }) => line));
  const ofThings = things.flatMap((thing) => ofThing(thing, '', lists).map(({ line }) => line));
  const local = /^(wallet tx list|sandbox fault list|sandbox scenario|ride status --known)$/;
  for (const line of new Set([...lines, ...ofThings])) {
    expect(isList(line, lists), line).toBe(true);
    const [group = '', service = '', call = ''] = line.split(' ');
    const { command } = (await resolveCommand(line, groups)) ?? {};
    const reads =
      group === 'api'
        ? callNamed(await catalogue(serviceNamed(service)), call).effect === 'none'
        : command && (isLocal(line) || local.test(line) || (await isReadOnly(command)));
    expect(reads, line).toBe(true);
  }
});
