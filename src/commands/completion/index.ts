// `tuk completion`: a script for a shell. All that it knows stands in it, so that a key press starts no program.

import type { Command, Group } from '../../cli/command.js';
import { suggestion } from '../../cli/suggest.js';
import { BadInput } from '../../services/http/errors.js';

/** The shells that there is a script for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

const completion: Command = {
  name: '',
  values: '<shell>',
  summary: 'Print a script that lets a shell complete what is typed: bash, zsh or fish',
  description: `Put its line where your shell starts:
  bash   source <(tuk completion bash)                         in ~/.bashrc
  zsh    source <(tuk completion zsh)                          in ~/.zshrc, behind compinit
  fish   tuk completion fish | source                          in ~/.config/fish/config.fish
Groups, commands, options, words of closed lists, services and calls stand in the script; only the names of profiles are
asked for when they are wanted. After an update of tuk, begin a new shell.`,
  examples: ['tuk completion bash', 'tuk completion zsh', 'tuk completion fish'],
  run: async ({ positionals: [typed = ''] }, context) => {
    const shell = shells.find((one) => one === typed);
    if (shell === undefined)
      throw new BadInput(
        'UNKNOWN_SHELL',
        `There is no script for ${JSON.stringify(typed)}.`,
        suggestion(typed, shells, `There are: ${shells.join(', ')}.`),
      );
    const [{ levels }, { script }] = await Promise.all([import('./levels.js'), import('./script.js')]);
    await context.printText(script(shell, await levels()));
    return 0;
  },
};

export const group: Group = { commands: [completion] };
