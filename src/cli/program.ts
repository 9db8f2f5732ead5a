// Finds the group that argv names and hands over to it. Pages of help are made elsewhere, and only where they are asked for.

import { groups, isGroup } from '../groups.js';
import { isHelp, isValued } from './options.js';
import { writeAll } from './output/output.js';
import { failedEarly, runGroup } from './run-command.js';
import type { World } from './world.js';

/**
 * Runs one command line.
 * @returns the exit code; never throws, never ends the process.
 */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    const opened = await openedBy(argv, world);
    if (opened !== undefined) return opened;
    const words = bareWords(argv);
    const [name, ...rest] = words;
    const end = argv.indexOf('--');
    const flags = end < 0 ? argv : argv.slice(0, end);
    if (name !== undefined && isGroup(name) && !flags.some(isHelp)) {
      const { group } = await groups[name].load();
      const alone = group.commands.length === 1 && group.commands[0]?.name === '';
      if (rest.length > 0 || alone) return await runGroup(name, group, argv, rest, world);
    }
    await writeAll(world.stdout, await (await import('./help.js')).pageFor(flags, words, world.version));
    return 0;
  } catch (error) {
    return failedEarly(error, argv, world);
  }
}

/**
 * The application, which `tuk` alone, or with the name of an everyday group, opens on a terminal, with a profile or without, drawn or in plain lines;
 * nothing where it is not asked for or there is none.
 */
async function openedBy(argv: readonly string[], world: World): Promise<number | undefined> {
  if (argv.length > 4) return undefined;
  const words = argv.filter((word) => word !== '--linear');
  const at = words.findIndex((word) => word === '-p' || word === '--profile');
  const [profile] = at < 0 ? [] : words.splice(at, 2).slice(1);
  const [group, ...more] = words;
  const hasScreens = group === undefined || (isGroup(group) && groups[group].section === 'Everyday');
  if (!hasScreens || more.length > 0 || (at >= 0 && profile === undefined)) return undefined;
  if (!world.stdout.isTTY || !world.stdin.isTTY) return undefined; // asked last: looking at stdin loads a part of Node
  const { openApp } = await import('../commands/app/index.js');
  return openApp(world, { ...(profile === undefined ? {} : { profile }), ...(argv.includes('--linear') ? { linear: true } : {}) }, group);
}

/** The words of argv that are neither flags nor values of global flags. */
function bareWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') return [...words, ...argv.slice(i + 1)];
    if (isValued(word)) i++;
    else if (!word.startsWith('-') || word === '-') words.push(word);
  }
  return words;
}
