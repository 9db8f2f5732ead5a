// Reads the file of a flow: YAML with `steps:`, a list of command lines with what they save, expect and wait for.

import { isAlias, isMap, isSeq, LineCounter, type Node, parseDocument, type Tags } from 'yaml';
import type { InputLine, LineProblem } from '../../engine/lines/line.js';
import { wordsOfLine } from '../../services/command-line.js';
import { durationMs } from '../../services/duration.js';
import { BadInput } from '../../services/http/errors.js';
import { type Condition, conditionsOf, type Expected, type Mapping, type Place, placeOf, problemOf } from './expect.js';

/** A step: a command line, and the use of its response. */
export interface Step extends InputLine {
  readonly name: string;
  /** The line as it stands in the file, without `tuk`. */
  readonly run: string;
  /** Captures of the response, by name. */
  readonly save: ReadonlyMap<string, Place>;
  readonly expect: readonly Condition[];
  /** The exit codes that are expected. */
  readonly exits: readonly number[];
  readonly wait?: Wait;
}
/** Repeats the read of a step until its response meets conditions. Times are milliseconds. */
interface Wait {
  readonly until: readonly Condition[];
  readonly max: number;
  readonly every: number;
}

const stepKeys = ['name', 'run', 'save', 'expect', 'wait'];
const [usualMax, usualPause, mostSteps, longestName] = [60_000, 2000, 1000, 100];
/** A name of a capture, as `{name}` takes it. */
const captureName = /^[A-Za-z_][\w-]*$/;

/**
 * Reads the steps of a flow.
 * @returns also the problems of single steps, by their line
 * @throws {BadInput} BAD_FLOW for a text that is not YAML, or has no list of steps
 */
export function parseFlow(text: string): {
  readonly steps: readonly Step[];
  readonly problems: readonly LineProblem[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    customTags: textNumbers,
    prettyErrors: true,
  });
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS') throw badFlow('it is not YAML of one document');
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    throw badFlow(
      `line ${line} is not YAML: ${error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')}`,
    );
  }
  const root = document.contents;
  const items = isMap(root) ? root.get('steps', true) : undefined;
  if (!isMap(root) || !isSeq(items))
    throw badFlow('it has no list of steps', 'A flow is like: {steps: [{name: me, run: whoami}]}');
  const stray = root.items.map(({ key }) => String(key)).find((key) => key !== 'steps');
  if (stray !== undefined)
    throw badFlow(`it has the key ${JSON.stringify(stray.slice(0, 40))}, and a flow has steps only`);
  if (items.items.length === 0) throw badFlow('its list of steps is empty');
  if (items.items.length > mostSteps) throw badFlow(`it has more than ${mostSteps} steps`);
  const steps: Step[] = [];
  const problems: LineProblem[] = [];
  const names = new Set<string>();
  for (const [at, item] of items.items.entries()) {
    const node = item as Node;
    const line = lines.linePos(node.range?.[0] ?? 0).line;
    try {
      if (isAlias(node) || !isMap(node)) throw wrong('it is not a mapping with name and run');
      const step = stepOf(node.toJS(document, { maxAliasCount: 100 }) as Fields, { number: at + 1, line });
      if (names.has(step.name)) throw wrong(`an earlier step has the name ${step.name}`);
      names.add(step.name);
      steps.push(step);
    } catch (problem) {
      if (!(problem instanceof BadInput)) throw problem;
      problems.push({ line, message: problem.message });
    }
  }
  return { steps, problems };
}

/** Numbers stay texts: a double would lose digits of an amount. */
const textNumbers = (tags: Tags): Tags =>
  tags.map((tag) =>
    typeof tag === 'object' && /:(int|float)$/.test(tag.tag) && !('collection' in tag && tag.collection)
      ? { ...tag, resolve: (written: string) => written }
      : tag,
  ) as Tags;

interface Fields {
  readonly [key: string]: unknown;
}

function stepOf(fields: Fields, { number, line }: Pick<InputLine, 'number' | 'line'>): Step {
  const stray = Object.keys(fields).find((key) => !stepKeys.includes(key));
  if (stray !== undefined)
    throw wrong(`it has the key ${JSON.stringify(stray.slice(0, 40))}, and takes ${stepKeys.join(', ')}`);
  const name = textOf(fields.name, 'name').trim();
  if (name.length > longestName || /[\p{Cc}\p{Cf}]/u.test(name))
    throw wrong(`its name is not one line of at most ${longestName} characters`);
  const run = textOf(fields.run, 'run').trim();
  const expected = mappingOf(fields.expect, 'expect');
  const { exit, ...conditions } = expected;
  const save = Object.entries(mappingOf(fields.save, 'save')).map(([key, at]): [string, Place] => {
    if (!captureName.test(key)) throw wrong(`save takes names of letters, digits, - and _, not ${JSON.stringify(key)}`);
    if (typeof at !== 'string' || at.trim() === '') throw wrong(`save ${key} is not a field or a jq path such as .id`);
    return [key, placeOf(at.trim())];
  });
  return {
    number,
    line,
    name,
    ref: name,
    run: run.replace(/^tuk\s+/, ''),
    words: wordsOf(run),
    save: new Map(save),
    expect: checkedConditions(conditions),
    exits: exit === undefined ? [0] : exitsOf(exit),
    wait: fields.wait === undefined ? undefined : waitOf(mappingOf(fields.wait, 'wait')),
  };
}

function wordsOf(run: string): readonly string[] {
  const words = wordsOfLine(run);
  if (!words) throw wrong('its run has an open quote, or is more than one line');
  return words[0] === 'tuk' ? words.slice(1) : words;
}

function waitOf({ until, max, every, ...others }: Mapping): Wait {
  const [stray] = Object.keys(others);
  if (stray !== undefined)
    throw wrong(`wait has the key ${JSON.stringify(stray.slice(0, 40))}, and takes until, max, every`);
  if (!isMapping(until) || Object.keys(until).length === 0)
    throw wrong('wait has no until, such as {until: {status: PAID}}');
  if ('exit' in until) throw wrong('wait until takes fields of a response, not exit');
  return {
    until: checkedConditions(until),
    max: max === undefined ? usualMax : timeOf(max, 'max'),
    every: every === undefined ? usualPause : timeOf(every, 'every'),
  };
}

function checkedConditions(mapping: Mapping): readonly Condition[] {
  const problem = problemOf(mapping);
  if (problem !== undefined) throw wrong(problem);
  return conditionsOf(mapping);
}

function timeOf(value: Expected, key: string): number {
  const time = typeof value === 'string' ? durationMs(value) : undefined;
  if (time === undefined || time > 2 ** 31 - 1) throw wrong(`wait ${key} is not a time such as 30s`);
  return time;
}

function exitsOf(exit: Expected): readonly number[] {
  const codes = Array.isArray(exit) ? exit : [exit];
  if (codes.length > 0 && codes.every((code) => typeof code === 'string' && /^\d{1,3}$/.test(code)))
    return codes.map(Number);
  throw wrong('expect exit is not an exit code, or a list of them');
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function mappingOf(value: unknown, key: string): Mapping {
  if (value === undefined) return {};
  if (isMapping(value)) return value;
  throw wrong(`its ${key} is not a mapping such as ${key === 'save' ? '{id: .id}' : '{status: PAID}'}`);
}
function textOf(value: unknown, key: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw wrong(value === undefined ? `it has no ${key}` : `its ${key} is not a text`);
}

const wrong = (message: string): BadInput => new BadInput('BAD_ROW', message);
const badFlow = (why: string, hint?: string): BadInput =>
  new BadInput('BAD_FLOW', `The flow cannot be read: ${why}; nothing was sent.`, hint);
