// --check: compares each response of a run with its public shape.

import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import type { RequestContext } from '../../services/http/send.js';
import { accessWith } from '../command/access-with.js';
import { type Arguments, type Context, contextWith } from '../command/command.js';
import type { HttpAccess } from '../command/http-access.js';
import type { CommandMatch } from '../lines/find-command.js';
import { type Flags, isDryRun } from '../settings/options.js';

type Outcome = Parameters<NonNullable<RequestContext['trace']>>[2];

/** The issues of the responses of one call; undefined without a public shape. */
interface CheckedCall {
  readonly responses: number;
  readonly issues: readonly string[] | undefined;
}

/**
 * Runs a command, and checks each response that it receives. The differences are on stderr, a line each.
 * @returns the exit code of the run; 1 instead of 0 if a response does not fit its shape
 * @throws as `run`, after the differences
 */
export async function withResponseCheck(context: Context, run: (context: Context) => Promise<number>): Promise<number> {
  const checked = new Map<string, CheckedCall>();
  let pending = Promise.resolve();
  const add = (call: Call, outcome: Outcome) => {
    if (outcome instanceof Error || outcome.status >= 300 || call.as === 'bytes') return;
    pending = pending.then(async () => {
      const name = `${call.service} ${kebab(call.name)}`;
      const text = outcome.body.toString('utf8');
      const found = await checkShape(call, call.as === 'text' ? text : parsed(text));
      const { responses = 0, issues } = checked.get(name) ?? {};
      checked.set(name, { responses: responses + 1, issues: issues?.length ? issues : found });
    });
  };
  try {
    const code = await run(contextWith(context, { http: () => traced(context, add) }));
    await pending;
    return code === 0 && [...checked.values()].some(({ issues }) => issues?.length) ? 1 : code;
  } finally {
    await pending;
    report(checked, context);
  }
}

/** The value of a text as JSON; undefined for any other text, which fits no shape. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const traced = (context: Context, add: (call: Call, outcome: Outcome) => void): HttpAccess =>
  accessWith(context.http(), (base) => ({
    ...base,
    trace: (call, request, outcome, time) => {
      add(call, outcome);
      base.trace?.(call, request, outcome, time);
    },
  }));

function report(checked: ReadonlyMap<string, CheckedCall>, context: Context): void {
  if (checked.size === 0) context.log('○ No response was received, so nothing was checked.');
  for (const [name, { responses, issues }] of checked) {
    const isOne = responses === 1;
    const subject = isOne ? `The response of ${name}` : `The ${responses} responses of ${name}`;
    if (issues === undefined)
      context.log(`○ ${subject} ${isOne ? 'has' : 'have'} no public shape; nothing was checked.`);
    else if (issues.length === 0) context.log(`✓ ${subject} ${isOne ? 'fits its' : 'fit their'} shape.`);
    else {
      context.out.writeLine(`✗ ${isOne ? subject : `A response of ${name}`} does not fit its shape.`);
      for (const issue of issues.slice(0, 20)) context.out.writeLine(`  ${issue}`);
      if (issues.length > 20) context.out.writeLine(`  and ${issues.length - 20} more`);
    }
  }
}

/** @throws {BadInput} CHECKS_NOTHING for a run that receives no response of a service */
export function refuseUnchecked(
  { options }: Pick<Arguments, 'options'>,
  { groupName, command }: Pick<CommandMatch, 'groupName' | 'command'>,
): void {
  const flags = options as Flags;
  const line = `tuk ${groupName} ${command.name}`.trim();
  const refused = (why: string) => new BadInput('CHECKS_NOTHING', `${why}`);
  if (isDryRun(flags))
    throw refused(
      `--check reads a response, and --${flags.printCurl ? 'print-curl' : 'dry-run'} sends nothing: use one.`,
    );
  if (flags.profile?.includes(',')) throw refused('--check checks the responses of one profile: name one.');
  const isCall = groupName === 'api' && command.name === '';
  if (!isCall && !command.uses && !command.read && !command.wait)
    throw refused(`${line} states no calls of its own, so --check has no response to check.`);
}
