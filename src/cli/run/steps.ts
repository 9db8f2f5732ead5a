// The steps of a job on a terminal: what a line lacks is chosen from the lists that its steps read.

import { kebab } from '../../services/catalogue/define.js';
import { quoted, splitWords } from '../../services/command-line.js';
import { partFailure } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
import { choicesIn, firstChoices, knownFirst, type StepRead, saidIn, unreadChoices } from '../../text/job-choices.js';
import { masked } from '../../text/mask.js';
import { choicesLine, isAsked, knownLine, lineOf, type Step, typedFacts, type Values } from '../../things/job.js';
import { jobOf } from '../../things/jobs.js';
import { type Arguments, type CommandRunner, type Context, commandOf, groupEntry } from '../command/command.js';
import { valuesOf } from '../command/command-values.js';
import { mayBeSandbox } from '../command/sandbox-detection.js';
import { type CommandMatch, parseLine } from '../lines/find-command.js';
import { readResult, readValue } from '../print/read-result.js';
import { askChoice, askLine, canPrompt } from '../prompts/prompt.js';
import { profileOption } from '../settings/next-command.js';
import { flagKey, isDryRun } from '../settings/options.js';

/**
 * Asks the steps of a job that have a list, for what its line lacks. What has none is left to the command.
 * @returns the arguments with the answers
 * @throws {Failure} if the person leaves, or has to sign in
 */
export async function askSteps(
  args: Arguments,
  { groupName, command }: CommandMatch,
  context: Context,
  runner: CommandRunner | undefined,
): Promise<Arguments> {
  const steps = jobOf(`${groupName} ${command.name}`.trim())?.steps ?? [];
  const isLeft = isDryRun(context.flags) || args.options.input !== undefined || !canPrompt(context);
  if (!runner || isLeft) return args;
  const places = valuesOf(command.values).map(({ key }) => key);
  const options = new Map(
    command.options?.map(({ flags, words, offers }) => [flagKey(flags), (offers?.() ?? words)?.map(String)]),
  );
  const typed = Object.entries(args.options).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : value === true ? [[key, 'yes']] : [],
  );
  let values: Values = {
    sandbox: mayBeSandbox(context.settings()) ? 'yes' : undefined,
    ...Object.fromEntries(typed),
    ...Object.fromEntries(places.map((key, at) => [key, args.positionals[at]])),
  };
  values = { ...typedFacts(steps, values), ...values };
  let isAnswered = false;
  const reading: Reading = { context, runner, typed: values, words: options, said: new Set() };
  for (const [at, step] of steps.entries()) {
    const isPast = steps.slice(at + 1).some(({ fills }) => values[fills] !== undefined);
    // a signer, and what stands before an answer of the line, may be left out; what is typed follows an answer
    if (step.isOptional && (step.choices || isPast)) continue;
    if (values[step.fills] !== undefined || !isAsked(step, values) || (step.hint && !isAnswered)) continue;
    const answer = await asked(step, values, reading);
    values = { ...values, ...answer };
    isAnswered = true;
  }
  const isWhole = steps.every((step) => step.isOptional || values[step.fills] !== undefined || !isAsked(step, values));
  if (isWhole && isAnswered) {
    const words = steps.flatMap(({ fills }) => {
      const value = values[fills];
      return !value ? [] : places.includes(fills) ? [quoted(value)] : [`--${kebab(fills)}`, quoted(value)];
    });
    const line = [`tuk ${groupName} ${command.name}`, ...words].join(' ');
    context.note({ is: 'next', what: 'The same in a script', line: `${line}${profileOption(context)}` });
  }
  const given = Object.entries(values).filter(([key, value]) => options.has(key) && value);
  return {
    name: args.name,
    positionals: args.positionals.length > 0 ? args.positionals : places.flatMap((key) => values[key] ?? []),
    options: { ...Object.fromEntries(given), ...args.options },
  };
}

interface Reading {
  readonly context: Context;
  readonly runner: CommandRunner;
  /** The values of the line: no answer changes them. */
  readonly typed: Values;
  /** The words of its options: a choice fills in no other. */
  readonly words: ReadonlyMap<string, readonly string[] | undefined>;
  /** The texts that a step has said. */
  readonly said: Set<string>;
}
/** The answer of a step and what it fills in; nothing, if the command asks itself. */
async function asked(step: Step, values: Values, reading: Reading): Promise<Values> {
  const { context, said, typed, words } = reading;
  const says = step.says && lineOf(step.says.line, values);
  if (says !== undefined) {
    const read = await readOf(says, reading);
    const text = read && saidIn(step.says!.text, read, shown(context));
    if (text !== undefined && !said.has(text)) context.log(`  ${text}`);
    said.add(text ?? '');
  }
  for (let text = ''; ; ) {
    const isSearch = step.choices?.line.includes('{text}');
    if (isSearch) text = (await askLine(context, step.question, { hint: 'a name to search for' })).trim();
    const line = choicesLine(step, values, text);
    const read = line === undefined ? undefined : await readOf(line, reading);
    const { choices: all, unread } = choicesIn(step, read, shown(context));
    const fitting = all.filter(({ fills }) =>
      Object.entries(fills).every(
        ([key, value]) => [undefined, value].includes(typed[key]) && words.get(key)?.includes(value ?? '') !== false,
      ),
    );
    const lists = new Map<string, StepRead | undefined>();
    for (const list of new Set(fitting.flatMap((choice) => knownLine(step, choice) ?? [])))
      lists.set(list, await readOf(list, reading));
    const choices = knownFirst(step, fitting, (list) => lists.get(list));
    if (unread !== undefined) context.log(`  ${unreadChoices(line!, unread)}`);
    else if (read?.isFirst && !step.isClosed) context.log(`  ${firstChoices(line!)}`);
    if (isSearch && choices.length === 0)
      return text === '' ? {} : { [step.fills]: text, ...typedFacts([step], { [step.fills]: text }) };
    if (choices.length === 0)
      return step.hint ? { [step.fills]: await askLine(context, step.question, { hint: step.hint }) } : {};
    const only = step.isAutomatic && choices.length === 1 ? choices[0] : undefined;
    if (only) context.log(`  ${step.question}: ${only.label}`);
    const other = { key: 'other', label: 'another one', is: isSearch ? 'search again' : 'it is typed' };
    const none = { key: 'none', label: '–', is: step.none ?? 'none' };
    const rows = [
      ...choices.map(({ label, is }, at) => ({ key: String(at), label, is })),
      ...(step.isOptional ? [none] : step.isClosed ? [] : [other]),
    ];
    const key = only ? '0' : await askChoice(context, step.question, rows);
    const chosen = choices[Number(key)];
    if (chosen) return { ...chosen.fills, [step.fills]: chosen.value };
    if (step.isOptional) return { [step.fills]: '' };
    if (!isSearch) return {};
  }
}

/** A row as it is shown: personal data are masked unless the output shows them. */
const shown = (context: Context) => (row: Row) => (context.out.isMasked('stderr') ? (masked(row) as Row) : row);

/** The response to a command line that reads; undefined if it cannot be read, which is logged. */
async function readOf(line: string, { context, runner }: Reading): Promise<StepRead | undefined> {
  const [groupName = '', ...words] = splitWords(line);
  const { group } = (await groupEntry(runner.groups, groupName)?.load()) ?? {};
  const command = group && commandOf(group, words);
  if (!group || !command) return undefined;
  try {
    const args = await parseLine([groupName, ...words], { groupName, group, command, words });
    const { json, shown, notes } = await readResult(command, args, context);
    return {
      value: await readValue({ json, shown }),
      of: shown.of?.(),
      id: shown.idPath,
      singleRecord: shown.singleRecord,
      isFirst: notes.some(({ is }) => is === 'cut' || is === 'perhaps-cut'),
    };
  } catch (error) {
    context.log(`  tuk ${line}: ${partFailure(error, 'sign-in').message}`);
    return undefined;
  }
}
