// Protects flows: nothing is sent before all steps are checked, money moves once for each reference, every failure
// stops what follows, and a run is resumed by the same line.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFlow } from '../../../src/commands/flow/flow.js';
import { Failure } from '../../../src/services/http/errors.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { userOf } from '../../support/operations.js';
import { property } from '../../support/runs.js';
import { neverRespond, reset, respond, respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import type { User } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

// Protects the file of a flow: every mistake is named with its line, numbers keep their digits, nothing is guessed.
const problemsOf = (text: string) => parseFlow(text).problems.map(({ line, message }) => `${line}: ${message}`);
const oneStep = (fields: string) => `steps:\n  - {${fields}}\n`;

test('a step has its line, its words, its captures and its conditions', () => {
  const { steps, problems } = parseFlow(`# pay
steps:
  - name: pay
    run: >
      tuk points transfer --to 'da ra'
      --amount 0.10
    save: {id: .id, fee: .fee}
    expect: .amount == 0.10
    wait: {until: '.status == "DONE"', max: 1m30s, every: 5s}
`);
  expect(problems).toEqual([]);
  const words = ['points', 'transfer', '--to', 'da ra', '--amount', '0.10'];
  const wait = { until: '.status == "DONE"', max: 90_000, every: 5000 };
  expect(steps).toMatchObject([{ number: 1, line: 3, ref: 'pay', words, expect: '.amount == 0.10', wait }]);
  expect(Object.fromEntries(steps[0]!.save!)).toEqual({ id: '.id', fee: '.fee' });
});

test.each([
  ['', 'it has no list of steps'],
  ['steps: 1', 'it has no list of steps'],
  ['- a', 'it has no list of steps'],
  ['steps: []', 'its list of steps is empty'],
  ['step: []\nsteps: []', 'it has the key "step"'],
  ['steps:\n  - name: a\n   run: b', 'is not YAML'],
  ['steps: []\nsteps: []', 'line 2 is not YAML: Map keys must be unique'],
  ['a: &a [x, *a]', 'it has no list of steps'],
  ['steps: []\n---\nsteps: []', 'is not YAML'],
])('%j cannot be read: %s', (text, why) => expect(() => parseFlow(text)).toThrow(why));

test.each([
  ['run: whoami', 'it has no name'],
  ['name: a', 'it has no run'],
  ['name: 1, run: [whoami]', 'its run is not a text'],
  ['name: a, run: whoami, expects: {}', 'it has the key "expects"'],
  ['name: a, run: "ride \'x"', 'open quote'],
  ['name: a, run: "whoami\\nwhoami"', 'or is more than one line'],
  ['name: a, run: whoami, expect: [PAID]', 'its expect is not a text'],
  ['name: a, run: whoami, expect: {exit: 5, code: GONE}', 'jq: $exit == 5 and .code == "GONE"'],
  ['name: a, run: whoami, expect: {exit: [0, 5]}', 'jq: ($exit | IN(0, 5))'],
  ["name: a, run: whoami, expect: {'.total': '>= 3.10', 'a.b': '!= x'}", '(.total | tonumber) >= 3.10 and .a.b != "x"'],
  ['name: a, run: whoami, expect: {ok: true, gone: null}', '.ok == true and .gone == null'],
  ['name: a, run: whoami, save: {"a b": .id}', 'save takes names'],
  ['name: a, run: whoami, save: {a: {b: c}}', 'its save a is not a text'],
  ['name: a, run: whoami, wait: {max: 3s}', 'it has no until'],
  ['name: a, run: whoami, wait: {until: {a: 1}}', 'its until is one condition in jq: (.a | tonumber) == 1'],
  ['name: a, run: whoami, wait: {until: .a, max: 3}', 'wait max is not a time'],
  ['name: a, run: whoami, wait: {until: .a, limit: 3s}', 'wait has the key "limit"'],
  ['name: "a\\u202Eb", run: whoami', 'its name is not one line'],
])('{%s}: %s', (fields, why) =>
  expect(problemsOf(oneStep(fields))).toEqual([expect.stringContaining(`2: `) && expect.stringContaining(why)]),
);

test('two steps with one name, and a step that is no mapping, are named with their lines', () => {
  const problems = problemsOf('steps:\n- {name: a, run: whoami}\n- {name: a, run: whoami}\n- whoami\n');
  expect(problems).toEqual(['3: an earlier step has the name a', '4: it is not a mapping with name and run']);
});

test('any text is a flow or one clear failure', () => {
  const pieces = ['steps:', '\n', '  ', '- ', 'name: a', 'run: whoami', '{', '}', '&a', '*a', "'", '"', '|', '!!int x'];
  const ofPieces = fc.array(fc.constantFrom(...pieces)).map((some) => some.join(''));
  property(2000, fc.oneof(fc.string(), ofPieces), (text) => {
    try {
      expect(parseFlow(text).steps.every(({ words }) => Array.isArray(words))).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).message).not.toContain('\n');
    }
  });
});

const write = (user: Pick<User, 'home'>, steps: string, name = 'flow.yaml') =>
  writeFileSync(path.join(user.home, name), `steps:\n${steps}`);
// biome-ignore lint/suspicious/noExplicitAny: rows of the output
const rows = (stdout: string): any[] => JSON.parse(stdout);

describe('on the sandbox', async () => {
  const user = await signedIn();
  const flow = (line: string) => user.run(`flow run flow.yaml ${line}`);
  const references = async () => ((await user.json('ops list')) as { ref?: string }[]).map(({ ref }) => ref);

  test('steps save, take and expect values; the transcript is on stderr', async () => {
    write(
      user,
      `- {name: featured, run: store featured, save: {id: '.[0].id', price: '.[0].price'}, expect: length >= 2}
- {name: show, run: 'store product {id}', expect: '(.price | tonumber) > 0 and (.actionType | IN("NONE", "WEBVIEW"))'}
- {name: gone, run: store product nothing, expect: '$exit == 5 and .code == "NOT_FOUND_PRODUCT"'}
`,
    );
    const { code, stdout, stderr } = await flow('');
    const ends = rows(stdout).map(({ outcome, exit: ended }) => `${outcome} ${ended}`);
    expect([code, ends]).toEqual([exit.ok, ['passed 0', 'passed 0', `passed ${exit.notFound}`]]);
    expect(rows(stdout)[0].saved.price).toMatch(/^\d+$/);
    expect(stderr).toMatch(/✓ featured .*\n✓ show .*\n✓ gone .*\n✓ 3 of 3 steps passed/);
  });

  test.each([
    ['{name: a, run: store featured, expect: length == 0}', 'length == 0 is not true: false', 'failed'],
    ['{name: a, run: store product nothing}', 'exit 5: ', 'failed'],
    ["{name: a, run: whoami, expect: '$exit == 5'}", '$exit == 5 is not true: false', 'failed'],
    ['{name: a, run: whoami, save: {x: .nothing}}', 'the response has no value for x', 'failed'],
    ['{name: a, run: store featured, save: {x: .}}', 'the value for x is not one text or number', 'failed'],
  ])('%s fails with exit 1, and stops the flow unless --keep-going', async (step, why) => {
    write(user, `- ${step}\n- {name: b, run: whoami}\n`);
    const stopped = await flow('');
    expect([stopped.code, rows(stopped.stdout).map(({ outcome }) => outcome)]).toEqual([1, ['failed', 'not-run']]);
    expect(rows(stopped.stdout)[0].why).toContain(why);
    const on = await flow('--keep-going');
    expect([on.code, rows(on.stdout).map(({ outcome }) => outcome)]).toEqual([1, ['failed', 'passed']]);
  });

  test('a step whose capture failed is not run, not even with an earlier value of that name', async () => {
    write(
      user,
      `- {name: a, run: whoami, save: {id: .id}}
- {name: b, run: whoami, save: {id: .nothing}}
- {name: c, run: 'api user get-user {id}'}
`,
    );
    const { stdout } = await flow('--keep-going');
    expect(rows(stdout).map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'not-run']);
  });

  test('a flow that moves value is refused as a whole, names every step, and pays once for each reference', async () => {
    const pay = `- {name: rent, run: points transfer --to dara --amount 5, save: {amount: .amount}}
- {name: food, run: 'points transfer --to lan --amount {amount}'}
`;
    write(user, `${pay}- {name: bad, run: points transfer --to x --amount 1e3}\n- {name: worse, run: walet}\n`);
    const refused = await flow('--client-ref may --new-recipient --yes');
    expect([refused.code, refused.stdout, await references()]).toEqual([exit.usage, '', []]);
    expect(refused.stderr).toMatch(/2 steps are wrong\. Nothing was sent\.\n.*line 4: [\s\S]*line 5: /);
    write(user, pay);
    expect((await flow('--new-recipient --yes')).stderr).toContain('the flow has no reference');
    const unconfirmed = await flow('--client-ref may --new-recipient');
    expect([unconfirmed.code, await references()]).toEqual([exit.guarded, []]);
    const dry = await flow('--client-ref may --new-recipient --dry-run');
    expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([
      exit.ok,
      { dryRun: true, steps: 2, transfers: 2, totals: { MVP: '5.5' }, unknownAmounts: 1, newRecipients: ['dara'] },
    ]);
    const first = await flow('--client-ref may --new-recipient --yes');
    expect(rows(first.stdout).map(({ outcome, clientRef }) => [outcome, clientRef])).toEqual([
      ['passed', 'may:rent'],
      ['failed', 'may:food'], // no receipt has shown its recipient
    ]);
    expect([first.code, rows(first.stdout)[1].why]).toEqual([1, expect.stringMatching(/^exit 7: .*new recipient/)]);
    await user.run('points transfer --to lan --amount 1 --new-recipient --client-ref known --yes');
    const again = await flow('--client-ref may --yes');
    expect([again.code, (await references()).sort()]).toEqual([exit.ok, ['known', 'may:food', 'may:rent']]);
    expect(again.stderr).toContain('Begun before  1: none is sent twice');
    const third = await flow('--client-ref may --yes');
    expect([third.code, (await references()).length]).toEqual([exit.ok, 3]);
    write(user, pay.replace('--amount 5', '--amount 6'));
    const changed = await flow('--client-ref may --yes');
    expect(changed).toMatchObject(ends(exit.usage, 'may:rent was used for something else'));
    expect(await references()).toHaveLength(3);
  });

  test.each([
    ['{name: a, run: points transfer --to dara --amount 1, wait: {until: .status}}', 'it changes something, and wait'],
    ["{name: a, run: whoami, expect: '.a | ('}", 'is not a jq expression'],
    ["{name: a, run: whoami, expect: '.id == $id'}", 'no earlier step saves it, and no --env id has a value'],
    ["{name: a, run: whoami, expect: {status: PAID, '.total': '>= 3'}}", '"PAID" and (.total | tonumber) >= 3'],
    ["{name: a, run: 'whoami {id}'}", 'it takes {id}, which no earlier step has'],
    ["{name: a, run: 'find {row.1.id}'}", 'which no earlier step has'],
    ["{name: a, run: 'find {env:SECRET}'}", 'which --env does not name'],
    ['{name: a, run: login --as dara}', 'not a command for a flow'],
    ['{name: a, run: flow run other.yaml}', 'not a command for a flow'],
    ['{name: a, run: whoami -p other}', '--profile, which is given to the flow'],
    ['{name: a, run: whoami --yes}', '--yes, which is given to the flow'],
    ['{name: a, run: whoami -o json}', 'which is given to the flow'],
    ['{name: a, run: whoami --timeout soon}', 'not a duration for --timeout'],
    ["{name: 'a, b', run: points transfer --to dara --amount 1}", 'its name "a, b" is a part of its reference'],
    ['{name: a, run: api user delete-account}', 'line 2:'],
  ])('%s is refused before anything is sent', async (step, why) => {
    write(user, `- ${step}\n`);
    expect(await flow('--client-ref x --new-recipient --yes')).toMatchObject(ends(exit.usage, why, ''));
  });

  test('a capture is one word, and never an option', async () => {
    write(
      user,
      `- {name: a, run: 'wallet chains --jq "{x:\\"--help\\",y:\\"a b;whoami\\"}"', save: {x: .x, y: .y}}
- {name: b, run: 'find {y}', expect: '$exit | IN(0, 5)'}
- {name: c, run: 'find {x}'}
`,
    );
    const ended = rows((await flow('--keep-going')).stdout);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'failed']);
    expect(ended[2].why).toContain('begins with a hyphen');
  });

  test('the format of the whole changes nothing that a step reads', async () => {
    write(
      user,
      `- {name: a, run: points balance, save: {currency: .currencyId}, expect: '.currencyId == "MVP"'}
- {name: b, run: 'wallet account {currency}', wait: {until: '.currencyId == $currency'}}
- {name: c, run: store featured, expect: '.[0].currencyId == $currency'}
`,
    );
    for (const format of ['csv', 'table', 'name']) {
      expect([format, (await flow(`-o ${format}`)).code]).toEqual([format, exit.ok]);
      const env = { TUK_OUTPUT: format };
      expect([format, (await user.run('flow run flow.yaml', { env })).code]).toEqual([format, exit.ok]);
    }
  });

  test('a condition takes the variables that --env names; what fails names them in the line that resumes it', async () => {
    write(
      user,
      `- {name: a, run: points balance, wait: {until: '.currencyId == $UNIT'}, expect: '(.amount | tonumber) <= ($BOUND | tonumber) and (.currencyId | IN("X", $UNIT))'}\n`,
    );
    const ended = async (bound: string, line = '--env BOUND --env UNIT') =>
      user.run(`flow run flow.yaml ${line}`, { env: { BOUND: bound, UNIT: 'MVP' } });
    expect((await ended('100000.5')).code).toBe(exit.ok);
    const above = await ended('1');
    expect(above.code).toBe(exit.failed);
    expect(rows(above.stdout)[0].why).toContain('is not true: .amount is');
    const named = await ended('1', '--client-ref n --env BOUND --env UNIT');
    expect(named.stderr).toContain('Resume it: tuk flow run flow.yaml --client-ref n --env BOUND --env UNIT\n');
    expect(rows((await ended('many')).stdout)[0].why).toContain('failed: Invalid numeric literal');
    expect(await ended('')).toMatchObject(ends(exit.usage, 'no --env BOUND has a value'));
    const unnamed = await ended('1', '--env BOUND');
    expect([unnamed.code, unnamed.stderr]).toEqual([exit.usage, expect.stringContaining('$UNIT is not defined')]);
  });

  test('after a change, options that do not fit the steps are exit 1, and the steps are printed whole', async () => {
    write(user, '- {name: a, run: points transfer --to dara --amount 1}\n');
    const made = await flow('--client-ref fit --new-recipient --yes --fields nothing');
    expect([made.code, rows(made.stdout)[0].outcome]).toEqual([exit.failed, 'passed']);
    expect(made.stderr).toContain('✓ 1 of 1 step passed');
    write(user, '- {name: a, run: tuk whoami}\n');
    expect(await flow('--fields nothing')).toMatchObject(ends(exit.usage, / {2}tuk whoami$/m)); // one tuk
    write(user, "- {name: a, run: whoami, expect: '$exit == 5'}\n");
    expect((await flow('--fields nothing')).code).toBe(exit.failed);
  });

  test('a recipient that another step returns and that is new is refused there', async () => {
    const names = `- {name: a, run: 'wallet chains --jq "{x:\\"kenji\\"}"', save: {x: .x}}`;
    write(user, `${names}\n- {name: b, run: 'points transfer --to {x} --amount 1'}`);
    const { code, stdout } = await flow('--client-ref who --new-recipient --yes');
    const refused = { exit: exit.guarded, hint: expect.stringContaining('write it in the line') };
    expect([code, rows(stdout)[1]]).toMatchObject([exit.failed, refused]);
  });

  test('reports are written, the JUnit one is XML, and --json has the first failed step', async () => {
    write(user, "- {name: 'a <b>', run: whoami}\n- {name: b, run: store product nothing}\n- {name: c, run: whoami}\n");
    const { code, stderr } = await flow('--report json:r.json --report junit:r.xml --json');
    expect([code, JSON.parse(stderr).error.code]).toEqual([exit.failed, 'STEP_FAILED']);
    expect(JSON.parse(stderr).error.message).toContain('The step b: exit 5');
    const report = JSON.parse(readFileSync(path.join(user.home, 'r.json'), 'utf8'));
    expect(report).toMatchObject({ passed: 1, failed: 1, notRun: 1, exitCode: 1, steps: [{ name: 'a <b>' }, {}, {}] });
    const xml = readFileSync(path.join(user.home, 'r.xml'), 'utf8');
    expect(xml).toContain('<testcase classname="flow" name="a &lt;b&gt;"');
    expect(xml).toMatch(/tests="3" failures="1" errors="0" skipped="1"/);
  });
});

test('a wait repeats the read of its step until its response is as it waits for, and fails at its end', async () => {
  let asked = 0;
  const user = await stubUser((socket, request) =>
    respondJson({ id: '7', status: ++asked < 4 ? 'OPEN' : 'PAID' })(socket, request),
  );
  const waits = `until: '.status == "PAID"', max: 1m`;
  write(user, `- {name: w, run: api sale get-order 7, wait: {${waits}}, save: {s: .status}}\n`);
  const paid = await whileTimePasses(() => user.run('flow run flow.yaml'));
  expect([paid.code, rows(paid.stdout)[0].saved, asked]).toEqual([exit.ok, { s: 'PAID' }, 4]);
  write(user, `- {name: w, run: api sale get-order 7, wait: {until: '.status == "GONE"', max: 10s}}\n`);
  const late = await whileTimePasses(() => user.run('flow run flow.yaml'));
  expect(late.code).toBe(exit.failed);
  expect(rows(late.stdout)[0].why).toBe('after 10 s .status == "GONE" is not true: .status is "PAID"');
});

test('a wait ends at its time even if a read has no response', async () => {
  let asked = 0;
  const user = await stubUser((socket, request) => {
    asked++;
    neverRespond(socket, request);
  });
  write(user, `- {name: w, run: api sale get-order 7, wait: {until: '.status == "PAID"', max: 5s}}\n`);
  const { code, stdout } = await whileTimePasses(() => user.run('flow run flow.yaml'));
  expect([code, rows(stdout)[0].exit, asked]).toEqual([1, exit.unreachable, 1]);
});

test('--check, --retry, --timeout and --lang in a line count for its step alone', async () => {
  let asked = 0;
  const user = await stubUser((socket, request) =>
    (++asked === 1 ? respond(503, '{}') : respondJson({ odd: 1 }))(socket, request),
  );
  write(
    user,
    `- {name: a, run: api user get-current --retry 1 --lang ko}
- {name: b, run: api user get-current --check, expect: '$exit == 1'}
- {name: c, run: api user get-current}
`,
  );
  const { code, stdout } = await whileTimePasses(() => user.run('flow run flow.yaml'));
  expect([code, rows(stdout).map(({ outcome }) => outcome)]).toEqual([exit.ok, ['passed', 'passed', 'passed']]);
  expect(user.server.requests.map(({ headers }) => headers['accept-language'])).toEqual(['ko', 'ko', 'en', 'en']);
});

test('a transfer whose response was lost is looked up, never sent again, and judged by what the service shows', async () => {
  const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const request = { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' };
  const shown = { title: 'Withdrawal', request: { ...request, createdAt: new Date(now).toISOString() } };
  let isShown = false;
  const answer = (at: string): unknown => {
    if (/withdrawals\/active/.test(at)) return isShown ? [shown] : [];
    return at.endsWith('/withdrawals/w1') ? shown : undefined;
  };
  const user = await userOf(reset, answer, 25);
  const line = `wallet withdraw create --currency MVL --amount 25 --to ${to}`;
  write(user, `- {name: out, run: ${line}, expect: .total == 26}\n- {name: me, run: whoami}\n`);
  const flow = () => user.run('flow run flow.yaml --client-ref a --new-recipient --yes');
  for (const said of ['', /is not known: looking it up[\s\S]*tuk ops check/]) {
    expect(await flow()).toMatchObject(ends(exit.unknown, said));
    expect(user.sent()).toBe(1);
  }
  isShown = true;
  const { why } = rows((await flow()).stdout)[0];
  expect(why).toMatch(
    /^\.total == 26 is not true: .* its response was lost, so expect was judged by what the service shows$/,
  );
  write(user, `- {name: out, run: ${line}, expect: '.request.status == "INCOMING"'}\n- {name: me, run: whoami}\n`);
  const { code, stdout, stderr } = await flow();
  expect([code, user.sent()]).toEqual([exit.ok, 1]);
  expect(rows(stdout)[0]).toMatchObject({ outcome: 'passed', earlier: true, shown: true });
  expect(stderr).toContain('made before');
});

test('a step that moved value has its outcome in the ledger, in its row, on stderr and in the reports', async () => {
  const user = await userOf(respondJson({ data: { state: 'processing' } }, 201), () => undefined);
  write(user, '- {name: pay, run: points transfer --to 102 --amount 5}\n- {name: see, run: points balance}\n');
  const line = 'flow run flow.yaml --client-ref a --new-recipient --yes --keep-going --report junit:j.xml';
  for (const run of [await user.run(line), await user.run(line)]) {
    const [pay, see] = rows(run.stdout);
    expect([pay.outcome, pay.ledger, see.ledger]).toEqual(['passed', 'accepted', undefined]);
    expect(run.stderr).toContain(`${pay.operation} is accepted, and not known to be done. Check it: tuk ops check`);
    const said = `<system-out>The transfer ${pay.operation} is accepted, and not known to be done.</system-out>`;
    expect(readFileSync(path.join(user.home, 'j.xml'), 'utf8')).toContain(said);
  }
});
