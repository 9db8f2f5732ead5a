// Protects the file of a flow: every mistake is named with its line, numbers keep their digits, nothing is guessed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlow } from '../../../src/commands/flow/file.js';
import { Failure } from '../../../src/services/http/errors.js';
import { runs } from '../../support/runs.js';

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
  expect(steps).toMatchObject([
    {
      number: 1,
      line: 3,
      ref: 'pay',
      words: ['points', 'transfer', '--to', 'da ra', '--amount', '0.10'],
      expect: '.amount == 0.10',
      wait: { until: '.status == "DONE"', max: 90_000, every: 5000 },
    },
  ]);
  expect([...steps[0]!.save!]).toEqual([
    ['id', '.id'],
    ['fee', '.fee'],
  ]);
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
])('%j cannot be read: %s', (text, why) => {
  expect(() => parseFlow(text)).toThrow(why);
});

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
  expect(problemsOf('steps:\n- {name: a, run: whoami}\n- {name: a, run: whoami}\n- whoami\n')).toEqual([
    '3: an earlier step has the name a',
    '4: it is not a mapping with name and run',
  ]);
});

test('any text is a flow or one clear failure', () => {
  const piece = fc.constantFrom(
    'steps:',
    '\n',
    '  ',
    '- ',
    'name: a',
    'run: whoami',
    '{',
    '}',
    '&a',
    '*a',
    "'",
    '"',
    '|',
    '!!int x',
    '\t',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        try {
          expect(parseFlow(text).steps.every(({ words }) => Array.isArray(words))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
          expect((error as Failure).message).not.toContain('\n');
        }
      },
    ),
    { numRuns: runs(2000) },
  );
});
