// `tuk completion`: prints the script of a shell. The script holds all its data: a key press starts no program.

import type { Command, Group, Groups } from '../../cli/command.js';
import { suggestion } from '../../cli/suggest.js';
import { openLearned } from '../../engine/request/learned.js';
import { BadInput } from '../../services/http/errors.js';
import { hasHome } from '../../session/paths.js';
import { levels, shells } from './levels.js';
import { script } from './script.js';

const completion = (groups: Groups): Command => ({
  name: '',
  values: '<shell>',
  summary: 'Print the completion script for bash, zsh or fish',
  description: `Add the line of your shell to its start-up file:
  bash   source <(tuk completion bash)                         in ~/.bashrc
  zsh    source <(tuk completion zsh)                          in ~/.zshrc, behind compinit
  fish   tuk completion fish | source                          in ~/.config/fish/config.fish
The script holds groups, commands, options, enum values, services and calls, and the fields that\ntuk learn and tuk smoke --learn have seen; only the names of profiles, aliases
and views, and the operations of the ledger are looked up on completion. A shell reads it faster from a file. Restart the shell after an update of tuk.`,
  examples: ['tuk completion bash', 'tuk completion zsh', 'tuk completion fish'],
  run: async ({ positionals: [typed = ''] }, context) => {
    const shell = shells.find((name) => name === typed);
    if (shell === undefined)
      throw new BadInput(
        'UNKNOWN_SHELL',
        `There is no completion script for ${JSON.stringify(typed)}.`,
        suggestion(typed, shells, `There are: ${shells.join(', ')}.`),
      );
    const learned = hasHome(context.world) ? (await openLearned(context)).calls : undefined;
    await context.out.printText(script(shell, await levels(groups, learned)));
    return 0;
  },
});

/** Makes the group. @param groups the table of all groups, which the script lists */
export const completionGroup = (groups: Groups): Group => ({ commands: [completion(groups)] });
