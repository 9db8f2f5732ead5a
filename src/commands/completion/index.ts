// `tuk completion`: prints the script of a shell, which calls it again for each completion.

import type { Command, Group, Groups } from '../../cli/command.js';
import { suggestion } from '../../cli/suggest.js';
import { BadInput } from '../../services/http/errors.js';
import { candidatesFor } from './candidates.js';
import { type BoardLists, fill, type Surroundings } from './live.js';
import { scripts, shells } from './script.js';
import { bashLine, described, forBash } from './shown.js';
import { listsOf } from './sources.js';

const completion = (groups: Groups, { boards, load }: BoardLists): Command => ({
  name: '',
  prints: 'text',
  values: ['<shell>', '[words...]'],
  summary: 'Print the completion script for bash, zsh or fish',
  description: `Add the line of your shell to its start-up file:
  bash   source <(tuk completion bash)                         in ~/.bashrc
  zsh    source <(tuk completion zsh)                          in ~/.zshrc, behind compinit
  fish   tuk completion fish | source                          in ~/.config/fish/config.fish
It completes groups, commands, aliases, options and the words of closed lists, and the ids of rides, orders and other things, with their status and
name where the shell shows them. The ids belong to the profile of the line. They are kept for a minute in a private file. Completion waits a tenth of
a second for a service; a later answer is there at the next key press. An expired session is not renewed: any read renews it.
The script calls this command with the words of the line, each after a colon.`,
  examples: ['tuk completion bash', 'tuk completion zsh', 'tuk completion fish'],
  offers: { shell: () => shells },
  run: async ({ positionals: [typed = '', ...words] }, context) => {
    const { world } = context;
    const around = () => ({ world, groups, load, lists: listsOf(boards) });
    if (typed === 'fill') {
      await fill(words.map(bare), context.flags.profile, around());
      return;
    }
    const shell = shells.find((name) => name === typed);
    if (shell === undefined)
      throw new BadInput(
        'UNKNOWN_SHELL',
        `There is no completion script for ${JSON.stringify(typed)}.`,
        suggestion(typed, shells),
      );
    await context.out.printText(
      words.length === 0 ? scripts[shell] : await completed(shell, words.map(bare), around()),
    );
  },
});
/** A word without the colon before it, which keeps an empty word, and an option, a value of this command. */
const bare = (word: string): string => word.slice(1);

/** The completions of a line, in the form of a shell. */
async function completed(
  shell: (typeof shells)[number],
  words: readonly string[],
  around: Surroundings,
): Promise<string> {
  if (shell !== 'bash') return described(await candidatesFor(words.slice(0, -1), words.at(-1)!, around));
  const { words: typed, typed: last } = bashLine(words[0]!, words[1] ?? '');
  return forBash(await candidatesFor(typed, last.current, around), last);
}

/** Makes the group. @param groups the table of all groups @param boards have the lists */
export const completionGroup = (groups: Groups, boards: BoardLists): Group => ({
  commands: [completion(groups, boards)],
});
