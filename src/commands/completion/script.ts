// Generates the completion scripts: the data as `case` branches, and a walk over the typed words.
import type { Level, LookUp, Word } from './levels.js';

/** The script for a shell. A later level replaces an earlier one with the same path. */
export function script(shell: 'bash' | 'zsh' | 'fish', all: readonly Level[]): string {
  const levels = [...new Map(all.map((level) => [level.path, level])).values()];
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](levels);
}

const lookUps: Readonly<Record<LookUp, string>> = {
  profiles: 'tuk profile list -o name 2>/dev/null',
  views: 'tuk view list -o name 2>/dev/null',
  aliases: 'tuk alias list -o name 2>/dev/null',
  operations: 'tuk ops list -o name 2>/dev/null',
};

/** The candidates of a level as lines. `described` adds the summary after a tab. */
const nextLines = ({ candidates }: Level, described: boolean) =>
  typeof candidates === 'string'
    ? []
    : candidates.map(([word, summary]: Word) =>
        described && summary !== '' ? `${word}\t${singleLine(summary)}` : word,
      );
/** The spellings of the options as lines. An option with a value ends with `=`. */
const optionLines = ({ options }: Level, described: boolean) =>
  options.flatMap(({ spellings, takesValue, summary }) =>
    spellings.map((spelling) => `${spelling}${takesValue ? '=' : ''}${described ? `\t${singleLine(summary)}` : ''}`),
  );
const singleLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** How a shell writes a branch for a level, or for an option with values; the path of a global option is empty. */
interface Syntax {
  readonly quoted: (text: string) => string;
  readonly optionKey: (path: string, spelling: string) => string;
  readonly branch: (keys: readonly string[], body: string) => string;
}

/** The data as branches. `described` adds the summaries. */
function branchesOf(levels: readonly Level[], described: boolean, { quoted, optionKey, branch }: Syntax) {
  const [top, ...rest] = levels as [Level, ...Level[]];
  const print = (lines: readonly string[]) => `printf '%s\\n' ${lines.map(quoted).join(' ')}`;
  const printed = (path: string, lines: readonly string[]): Branch[] =>
    lines.length > 0 ? [[quoted(path), print(lines)]] : [];
  const lookedUp = (path: string, lookUp: LookUp): Branch => [quoted(path), lookUps[lookUp]];
  const wordsOf = ({ path, options }: Level): Branch[] =>
    options.flatMap(({ spellings, words }) =>
      spellings.flatMap((spelling): Branch[] =>
        words === undefined
          ? []
          : [[optionKey(path, spelling), words === 'profiles' ? lookUps.profiles : print(words as string[])]],
      ),
    );
  const next = levels.flatMap((level) =>
    typeof level.candidates === 'string'
      ? [lookedUp(level.path, level.candidates)]
      : printed(level.path, nextLines(level, described)),
  );
  const written = (branches: readonly Branch[]) => merged(branches).map(([keys, body]) => branch(keys, body));
  return {
    next: written(next).join('\n'),
    also: written(levels.flatMap(({ path, also }) => (also === undefined ? [] : [lookedUp(path, also)]))).join('\n'),
    options: written(rest.flatMap((level) => printed(level.path, optionLines(level, described)))).join('\n'),
    globalOptions: print(optionLines(top, described)),
    words: [...written(rest.flatMap(wordsOf)), ...written(wordsOf(top))].join('\n'), // patterns of `top` match any path
  };
}
type Branch = readonly [key: string, body: string];

/** Branches with the same body as one: the calls of `tuk api` share most options, and a shell reads the whole script. */
function merged(branches: readonly Branch[]): (readonly [keys: readonly string[], body: string])[] {
  const keysOf = new Map<string, string[]>();
  for (const [key, body] of new Map([...branches].reverse())) keysOf.set(body, [...(keysOf.get(body) ?? []), key]);
  return [...keysOf].map(([body, keys]) => [keys, body] as const);
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const posixSyntax: Syntax = {
  quoted: shellQuoted,
  optionKey: (path, spelling) => (path === '' ? `*${shellQuoted(` ${spelling}`)}` : shellQuoted(`${path} ${spelling}`)),
  branch: (keys, body) => `${keys.join('|')}) ${body};;`,
};

/** The data as functions for bash and zsh. */
function caseBranches(levels: readonly Level[], described: boolean) {
  const { next, also, options, globalOptions, words } = branchesOf(levels, described, posixSyntax);
  return `_tuk_next() { case "$1" in
${next}
esac; }
_tuk_also() { case "$1" in
${also}
esac; }
_tuk_options() { case "$1" in
${options}
esac
${globalOptions}
}
_tuk_words() { case "$1" in
${words}
esac; }`;
}

const bashScript = (levels: readonly Level[]) => `# Completion of tuk for bash: source <(tuk completion bash)
${caseBranches(levels, false)}
_tuk_has() { case $'\\n'"$1"$'\\n' in *$'\\n'"$2"$'\\n'*) return 0;; esac; return 1; }
_tuk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' before='' word i found=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $before ]]; then before=''; continue; fi
    if [[ $word == -* ]]; then
      if _tuk_has "$(_tuk_options "$at")" "$word="; then before="$word"; fi
    elif _tuk_has "$(_tuk_next "$at")" "$word"; then at="\${at:+$at }$word"; fi
  done
  [[ $cur == '=' ]] && cur=''
  [[ $cur == ':' || \${COMP_WORDS[COMP_CWORD-1]} == ':' ]] && return
  if [[ -n $before ]]; then found="$(_tuk_words "$at $before")"
  elif [[ $cur == -* ]]; then found="$(_tuk_options "$at")"; found="\${found//=/}"
  else found="$(_tuk_next "$at"; _tuk_also "$at")"; fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$found" -- "$cur"))
  [[ \${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _tuk tuk
`;

const zshScript = (levels: readonly Level[]) => `#compdef tuk
# Completion of tuk for zsh: source <(tuk completion zsh)
${caseBranches(levels, true)}
_tuk_has() { local line; for line in "\${(@f)1}"; do [[ \${line%%$'\\t'*} == "$2" ]] && return 0; done; return 1; }
_tuk() {
  local cur="\${words[CURRENT]}" at='' before='' word line found='' i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $before ]]; then before=''; continue; fi
    if [[ $word == -* ]]; then
      if _tuk_has "$(_tuk_options "$at")" "$word="; then before="$word"; fi
    elif _tuk_has "$(_tuk_next "$at")" "$word"; then at="\${at:+$at }$word"; fi
  done
  if [[ -z $before && $cur == --*=* ]]; then before="\${cur%%=*}"; compset -P '*='; fi
  if [[ -n $before ]]; then found="$(_tuk_words "$at $before")"
  elif [[ $cur == -* ]]; then found="$(_tuk_options "$at")"
  else found="$(_tuk_next "$at"; _tuk_also "$at")"; fi
  if [[ -z $found ]]; then _files; return; fi
  local -a shown open
  for line in "\${(@f)found}"; do
    word="\${line%%$'\\t'*}"
    word="\${word%=}"
    if [[ $word == *: ]]; then open+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
    elif [[ $line == *$'\\t'* ]]; then shown+=("\${word//:/\\\\:}:\${line#*$'\\t'}"); else shown+=("\${word//:/\\\\:}"); fi
  done
  _describe 'tuk' shown -- open -S ''
}
if [[ $funcstack[1] == _tuk ]]; then _tuk "$@"; else compdef _tuk tuk; fi
`;

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const fishSyntax: Syntax = {
  quoted: fishQuoted,
  optionKey: (path, spelling) => fishQuoted(`${path || '*'} ${spelling}`),
  branch: (keys, body) => `case ${keys.join(' ')}\n${body}`,
};

function fishScript(levels: readonly Level[]) {
  const { next, also, options, globalOptions, words } = branchesOf(levels, true, fishSyntax);
  return `# Completion of tuk for fish: tuk completion fish | source
function __tuk_next
switch "$argv[1]"
${next}
end
end
function __tuk_also
switch "$argv[1]"
${also}
end
end
function __tuk_options
switch "$argv[1]"
${options}
end
${globalOptions}
end
function __tuk_words
switch "$argv[1]"
${words}
end
end
function __tuk_complete
  set -l at ''
  set -l before ''
  set -l typed (commandline -opc)
  for word in $typed[2..-1]
    if test -n "$before"
      set before ''
    else if string match -q -- '-*' $word
      if __tuk_options "$at" | string replace -r '\\t.*' '' | string match -q -- "$word="
        set before $word
      end
    else if __tuk_next "$at" | string replace -r '\\t.*' '' | string match -q -- $word
      set at (string trim -- "$at $word")
    end
  end
  if test -n "$before"
    set -l found (__tuk_words "$at $before")
    if test (count $found) -gt 0
      printf '%s\\n' $found
    else
      __fish_complete_path (commandline -ct)
    end
  else if string match -q -- '-*' (commandline -ct)
    __tuk_options "$at" | string replace -r '=(\\t|$)' '$1'
  else
    __tuk_next "$at"
    __tuk_also "$at"
  end
end
complete -c tuk -f -a '(__tuk_complete)'
`;
}
