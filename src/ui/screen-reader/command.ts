// Screen reader form: runs a whole command line. A read is printed here, any other command runs with its own prompts.

import { escapeControls } from '../format/visible.js';
import { commanded } from '../state/floating.js';
import { firstOf } from '../state/going.js';
import type { CommandLine } from '../state/palette.js';
import { topOf } from '../state/state.js';
import { performed } from './act.js';
import { sentence } from './answers.js';
import { show } from './screen.js';
import type { Talk } from './session.js';

/** Does what a command line stands for, with `tuk` before it or without. @returns false where it names no command and no group */
export async function typedCommand(talk: Talk, typed: string): Promise<boolean> {
  const line = typed.trim().replace(/^(?:: *)?(?:tuk +)?/, '');
  const group = talk.state.groups.find(({ name, screens }) => screens.length > 0 && name.toLowerCase() === line.toLowerCase());
  if (group) {
    [talk.at, talk.group] = ['group', group.name];
    await show(talk);
    return true;
  }
  const one = commandIn(line, await commandsOf(talk));
  if (!one) return false;
  if (one.values?.startsWith('<') && line === one.name) {
    talk.say([`It takes ${one.values}: ${one.name} ${one.values}`]);
    return true;
  }
  const from = talk.at === 'screen' ? talk.state : { ...talk.state, stack: [firstOf(talk.state, 'Home')] };
  const next = commanded(from, line, one, Date.now());
  if (next[0].stack !== from.stack && next.every((part) => !('do' in part && part.do === 'watch'))) {
    talk.at = 'screen';
    talk.state = from;
    talk.group = topOf(next[0]).group;
  }
  await performed(talk, next);
  return true;
}

/** The command that a line begins with, the one of most words. */
const commandIn = (line: string, commands: readonly CommandLine[]): CommandLine | undefined =>
  commands.filter(({ name }) => line === name || line.startsWith(`${name} `)).sort((one, other) => other.name.length - one.name.length)[0];

async function commandsOf(talk: Talk): Promise<readonly CommandLine[]> {
  if (talk.state.commands) return talk.state.commands;
  try {
    const commands = await talk.given.commands();
    talk.tell({ what: 'commands', commands });
    return commands;
  } catch (error) {
    talk.say([escapeControls(sentence(error))]);
    return [];
  }
}
