// `tuk completion`: prints the script of a shell, which calls it again for each completion.

import { type Command, type Group, type Groups, textResult } from '../../cli/command/command.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { BadInput } from '../../services/http/errors.js';
import { escapeControls } from '../../text/visible.js';
import { type Candidate, type Candidates, candidatesFor } from './candidates.js';
import { type BoardLists, fill, type Surroundings } from './live.js';
import { listsOf } from './sources.js';

// The completion scripts. A script has no data: it hands the line to `tuk completion`, and shows what that prints. None
// of it is evaluated, so that no name or id of a service runs in the shell.

/** The supported shells. */
const shells = ['bash', 'zsh', 'fish'] as const;

const bash = `# Completion of tuk for bash: source <(tuk completion bash)
_tuk() {
  local line="\${COMP_LINE:0:\${COMP_POINT:-0}}" kind='' word IFS=' '
  if [[ -z $line ]]; then
    line="\${COMP_WORDS[*]:0:COMP_CWORD+1}"
    line="\${line// = /=}" line="\${line/% =/=}" line="\${line// : /:}" line="\${line/% :/:}"
  fi
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ -z $kind ]]; then kind="$word"; else COMPREPLY+=("$word"); fi
  done < <(tuk completion bash -- ":$line" ":$COMP_WORDBREAKS" </dev/null 2>/dev/null)
  case "$kind" in
    words) compopt +o default 2>/dev/null;;
    open) compopt -o nospace +o default 2>/dev/null;;
  esac
  return 0
}
complete -o default -F _tuk tuk
`;

const zsh = `#compdef tuk
# Completion of tuk for zsh: source <(tuk completion zsh)
_tuk() {
  local kind='' line word
  local -a typed found shown open opened as
  typed=("\${(@Q)words[2,CURRENT-1]}")
  (( CURRENT > 2 )) && typed=("\${(@)typed/#/:}") || typed=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind="$line"; continue; fi
    word="\${line%%$'\\t'*}"
    if [[ $line == *$'\\t'* ]]; then as=(-l); line="$word  -- \${line#*$'\\t'}"; fi
    if [[ $word == *[:=.] ]]; then open+=("$word"); opened+=("$line"); else found+=("$word"); shown+=("$line"); fi
  done < <(tuk completion zsh -- "\${typed[@]}" ":\${(Q)PREFIX}" </dev/null 2>/dev/null)
  if [[ $kind == files ]]; then compset -P '*='; _files; return; fi
  compadd -V tuk -S '' $as -d opened -a -- open
  compadd -V tuk $as -d shown -a -- found
}
if [[ $funcstack[1] == _tuk ]]; then _tuk "$@"; else compdef _tuk tuk; fi
`;

const fish = `# Completion of tuk for fish: tuk completion fish | source
function __tuk_complete
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  set -l kind
  for line in (tuk completion fish -- :$typed[2..-1] ":$current" </dev/null 2>/dev/null)
    if set -q kind[1]
      printf '%s\\n' $line
    else
      set kind $line
    end
  end
  if test "$kind" = files
    __fish_complete_path "$current"
  end
end
complete -c tuk -f -k -a '(__tuk_complete)'
`;

/** The script for a shell. */
const scripts: Readonly<Record<(typeof shells)[number], string>> = { bash, zsh, fish };

// How candidates are handed to a shell: a line with their kind, then a line each with its description behind a tab. A
// shell runs nothing of it: bash gets words that are quoted already, zsh and fish quote what they insert.

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

/** The candidates for zsh and fish, which select the fitting ones. */
const described = ({ items, kind }: Candidates): string =>
  lines(
    kind,
    items
      .filter(({ word }) => isPlain(word))
      .slice(0, most)
      .map(({ word, is }) => (is ? `${word}\t${escapeControls(is.replaceAll(/\s+/g, ' '))}` : word)),
  );

/** A word with a line break, a tab or an invisible character is not offered: no shell could show it as it is. */
const isPlain = (word: Candidate['word']): boolean =>
  word !== '' && !/[\n\r\t]/.test(word) && escapeControls(word) === word;
const lines = (kind: string, all: readonly string[]): string => [kind, ...all, ''].join('\n');

const completion = (groups: Groups, { boards, load }: BoardLists): Command => ({
  name: '',
  prints: 'text',
  values: ['<shell>', '[words...]'],
  summary: 'Print the completion script for bash, zsh or fish',
  description: `Add the line of your shell to its start-up file:

  bash   source <(tuk completion bash)       in ~/.bashrc
  zsh    source <(tuk completion zsh)        in ~/.zshrc, after compinit
  fish   tuk completion fish | source        in ~/.config/fish/config.fish

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
        `There is no completion script for ${JSON.stringify(typed)}.`,
        suggestion(typed, shells),
      );
    return textResult(words.length === 0 ? scripts[shell] : await completed(shell, words.map(bare), around()));
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
