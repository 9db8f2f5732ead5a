// Screen reader form: prints the groups, one group, or a screen once its queries have been answered; all of it, more of it, or its name.

import { grouped } from '../../money/amount-text.js';
import { width } from '../format/text.js';
import { escapeControls } from '../format/visible.js';
import { choicesSaid } from '../state/app-choices.js';
import { linesOf } from '../state/observed.js';
import type { FormScreen } from '../state/screens.js';
import { sentence } from './answers.js';
import { groupsSaid, screensSaid } from './said-groups.js';
import { screenSaid } from './screen-text.js';
import type { Talk } from './session.js';

const stays = 30_000; // milliseconds, after which an answer is asked for anew

/** All that is here, once what it stands on has been asked for. */
export async function show(talk: Talk): Promise<void> {
  const { top } = talk;
  talk.rest = undefined;
  if (talk.at === 'screen' && top.kind === 'form') await askFields(talk, top);
  const { owner } = talk.state;
  if (talk.at === 'screen' && top.kind === 'board') await askAnswers(talk, stays);
  if (talk.state.owner !== owner && !talk.stopped) return show(talk); // it is another owner's by now
  if (!talk.stopped) sayHere(talk);
}

/** All that is here, as far as it is known. */
export function sayHere(talk: Talk): void {
  talk.say(['']);
  if (talk.at === 'groups') talk.say(groupsSaid(talk.state.groups));
  else if (talk.at === 'group') talk.say(screensSaid(talk.groupSpec));
  else {
    const { head, rest } = screenSaid(talk.state, talk.serviceNow);
    talk.say(head);
    talk.rest = rest && { ...rest, from: 0 };
    sayMore(talk, rest?.first ?? 0, linesHigh(talk, [...head, choicesSaid(talk.seen, { ...talk.has, more: true }, 'first')]));
  }
  sayChoices(talk);
}

/** What can be chosen here. */
export const sayChoices = (talk: Talk): void => talk.say(['', choicesSaid(talk.seen, talk.has, 'first')]);

/** How many rows of the terminal these lines take. */
export const linesHigh = ({ stage: { stdout } }: Talk, lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / (stdout.columns || 80))), 0);
/** The rows of the terminal that empty lines, the count and the prompt take; and at least so many rows or lines are said. */
const [besideRows, leastSaid] = [4, 3];

/** So many more of the rows or lines that have not been said, as far as they fit on one screen below what takes `used` rows of it. */
export function sayMore(talk: Talk, most: number, used = 0): void {
  const { rest } = talk;
  if (!rest) return;
  const room = (talk.stage.stdout.rows || 24) - besideRows - used;
  const least = Math.min(rest.count, rest.from + leastSaid);
  let to = rest.from;
  for (let high = 0; to < Math.min(rest.count, rest.from + most); to++) {
    high += linesHigh(talk, [rest.line(to)]);
    if (high > room && to >= least) break;
  }
  talk.say(Array.from({ length: to - rest.from }, (_, at) => rest.line(rest.from + at)));
  rest.from = to;
  if (to < rest.count) talk.say([`${to} of ${grouped(String(rest.count))} ${rest.what} said; m says more.`]);
}

/** Where one is again: it has been said, so only its name is. */
export const sayBack = (talk: Talk): void =>
  talk.say(['', `Back at ${talk.here} An empty line says all of it again.`, choicesSaid(talk.seen, talk.has, 'first')]);

/** Asks for what the screen stands on, unless it is younger than `oldest` milliseconds. */
export async function askAnswers(talk: Talk, oldest: number): Promise<void> {
  const top = talk.onBoard;
  const queries = linesOf(talk.state).map((line) => ({ line, spec: line === top?.line ? top.spec.command : line }));
  await talk.asking.answers(queries, oldest);
  talk.tell({ what: 'again' }); // rows that came before stand on it, too
}

async function askFields(talk: Talk, { fields, line, spec }: FormScreen): Promise<void> {
  if (fields) return;
  const all = await talk.dependencies.fields(line).catch((error: unknown) => talk.say([escapeControls(sentence(error))]));
  const own = all?.map((one) => (spec.swaps && one.flag === '--network' ? { ...one, words: spec.swaps } : one)); // the others have no swaps
  const stack = talk.state.stack.map((one) =>
    one.kind === 'form' && one.line === line && !one.fields ? (own ? { ...one, fields: own } : { ...one, absent: true as const }) : one,
  );
  talk.state = { ...talk.state, stack };
}
