// `tuk completion`: prints the script of a shell, which calls it again for each completion.

import { type Command, type Group, type Groups, textResult } from '../../cli/command/command.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { completionScripts } from '../../services/platform/completion-scripts.js';
import { quotedFor, type Shell } from '../../services/platform/shells.js';
import { escapeControls } from '../../text/visible.js';
import { type Candidate, type Candidates, candidatesFor } from './candidates.js';
import { type BoardLists, fill, type Surroundings } from './live.js';
import { listsOf } from './sources.js';

// How candidates are handed to a shell: a line with their kind, then a line each with its description behind a tab. A
// shell runs nothing of it: bash gets words that are quoted already, zsh and fish quote what they insert.

/** The supported shells. */
const shells = Object.keys(completionScripts) as (keyof typeof completionScripts)[];

/** The most candidates of one completion. */
const most = 1000;

/** The word at the cursor as bash has it: its text, its open quote, and the part that bash does not replace. */
interface WordAtCursor {
  readonly current: string;
  readonly quote: '' | "'" | '"';
  /** How many characters of the word stand before the last of bash's word breaks. */
  readonly prefixLength: number;
}

/** The words of a line up to the cursor, and the beginning of the word at the cursor, as bash reads them. */
function bashLine(line: string, breaks: string): { readonly words: readonly string[]; readonly typed: WordAtCursor } {
  const words: string[] = [];
  let [current, quote, isWord, prefixLength]: [string, WordAtCursor['quote'], boolean, number] = ['', '', false, 0];
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quote === "'" ? char === "'" : quote === '"' && char === '"') quote = '';
    else if (quote === '' && (char === "'" || char === '"')) [quote, isWord] = [char, true];
    else if (char === '\\' && quote !== "'" && at + 1 < line.length) [current, isWord] = [current + line[++at]!, true];
    else if (quote === '' && /[ \t]/.test(char)) {
      if (isWord) words.push(current);
      [current, isWord, prefixLength] = ['', false, 0];
    } else {
      [current, isWord] = [current + char, true];
      if (quote === '' && breaks.includes(char)) prefixLength = current.length;
    }
  }
  return { words: words.slice(1), typed: { current, quote, prefixLength } };
}

/** The candidates for bash that begin like the word, in the quotes of the word. */
function forBash({ items, kind }: Candidates, { current, quote, prefixLength }: WordAtCursor): string {
  // bash expands it there, and takes no quote of it
  const isHistory = (word: string) => quote === '"' && word.includes('!');
  const fit = items.filter(({ word }) => word.startsWith(current) && isPlain(word) && !isHistory(word)).slice(0, most);
  // the word is continued: no space follows
  const isOpen = fit.length > 0 && fit.every(({ word }) => /[:=.]$/.test(word));
  return lines(
    isOpen ? 'open' : kind,
    fit.map(({ word }) => inQuotes(word.slice(prefixLength), quote)),
  );
}
function inQuotes(text: string, quote: WordAtCursor['quote']): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  return quote === '"' ? text.replace(/["\\$`]/g, '\\$&') : text.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}

/** The candidates with what they are. zsh and fish select and quote them; the others get those that begin like the word, quoted. */
const described = ({ items, kind }: Candidates, shell: Shell | undefined, start: string): string =>
  lines(
    kind,
    items
      .filter(({ word }) => isPlain(word) && (!shell || word.startsWith(start)))
      .slice(0, most)
      .map(({ word, is }) => {
        const text = shell ? quotedFor(shell, word) : word;
        return is ? `${text}\t${escapeControls(is.replaceAll(/\s+/g, ' '))}` : text;
      }),
  );

/** A word with a line break, a tab or an invisible character is not offered: no shell could show it as it is. */
const isPlain = (word: Candidate['word']): boolean =>
  word !== '' && !/[\n\r\t]/.test(word) && escapeControls(word) === word;
const lines = (kind: string, all: readonly string[]): string => [kind, ...all, ''].join('\n');

const completion = (groups: Groups, { boards, load }: BoardLists): Command => ({
  name: '',
  changesNothing: true,
  prints: 'text',
  values: ['<shell>', '[words...]'],
  summary: 'Print the completion script of a shell',
  description: `Add the line of your shell to its start-up file:

  bash         eval "$(tuk completion bash)"      in ~/.bashrc
  zsh          source <(tuk completion zsh)       in ~/.zshrc, after compinit
  fish         tuk completion fish | source       in ~/.config/fish/config.fish
  PowerShell   tuk completion powershell | Out-String | Invoke-Expression
                                                  in the file of $PROFILE
  nushell      tuk completion nushell | save -f ($nu.user-autoload-dirs.0 | path join tuk.nu)
                                                  once, in the shell

Completes groups, commands, aliases, options, closed lists, and the ids of your rides, orders and other items.
The ids belong to the profile of the line. A private file keeps them for a minute.
If a service is slow, its ids appear at the next press of the key. Completion never renews a session.`,
  examples: ['tuk completion bash', 'tuk completion zsh', 'tuk completion fish'],
  offers: { shell: () => shells },
  run: async ({ positionals: [typed = '', ...words] }, context) => {
    const { world } = context;
    const around = () => ({ world, groups, load, lists: listsOf(boards) });
    if (typed === 'fill') {
      await fill(words.map(bare), context.flags.profile, around());
      return undefined;
    }
    const shell = shells.find((name) => name === typed);
    if (shell === undefined)
      throw new BadInput(
        'UNKNOWN_SHELL',
        `There is no completion script for ${cited(typed)}.`,
        suggestion(typed, shells),
      );
    return textResult(
      words.length === 0 ? completionScripts[shell] : await completed(shell, words.map(bare), around()),
    );
  },
});
/** A word without the colon before it, which keeps an empty word, and an option, a value of this command. */
const bare = (word: string): string => word.slice(1);

/** The completions of a line, in the form of a shell. */
async function completed(
  shell: keyof typeof completionScripts,
  words: readonly string[],
  around: Surroundings,
): Promise<string> {
  const last = words.at(-1)!;
  const quotes = shell === 'powershell' || shell === 'nushell' ? shell : undefined;
  if (shell !== 'bash') return described(await candidatesFor(words.slice(0, -1), last, around), quotes, last);
  const { words: typed, typed: atCursor } = bashLine(words[0]!, words[1] ?? '');
  return forBash(await candidatesFor(typed, atCursor.current, around), atCursor);
}

/** Makes the group. @param groups the table of all groups @param boards have the lists */
export const completionGroup = (groups: Groups, boards: BoardLists): Group => ({
  commands: [completion(groups, boards)],
});
