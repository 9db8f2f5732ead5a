// Generates the completion scripts: the data as `case` branches, and a walk over the typed words.
import type { Level, LookUp, Option, Word } from './levels.js';

/** The script for a shell. A later level replaces an earlier one with the same path. */
export function script(shell: 'bash' | 'zsh' | 'fish', all: readonly Level[]): string {
  const levels = [...new Map(all.map((level) => [level.path, level])).values()];
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](levels);
}

const lookUps: Readonly<Record<LookUp, string>> = {
  profiles: 'tuk profile list -o name 2>/dev/null',
  views: 'tuk view list -o name 2>/dev/null',
  operations: 'tuk ops list -o name 2>/dev/null',
};

/** The candidates of a level as lines. `described` adds the summary after a tab. */
const nextLines = ({ candidates }: Level, described: boolean) =>
  typeof candidates === 'string'
    ? []
    : candidates.map(([word, summary]: Word) => (described && summary !== '' ? `${word}\t${singleLine(summary)}` : word));
/** The spellings of the options as lines. An option with a value ends with `=`. */
const optionLines = ({ options }: Level, described: boolean) =>
  options.flatMap(({ spellings, takesValue, summary }) =>
    spellings.map((spelling) => `${spelling}${takesValue ? '=' : ''}${described ? `\t${singleLine(summary)}` : ''}`),
  );
const optionsWithWords = (levels: readonly Level[]): [at: string, option: Option][] =>
  levels.flatMap(({ path, options }) => options.flatMap((option): [string, Option][] => (option.words ? [[path, option]] : [])));
const singleLine = (text: string) => text.replaceAll(/\s+/g, ' ');

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const printfCommand = (lines: readonly string[]) => `printf '%s\\n' ${lines.map(shellQuoted).join(' ')}`;

/** The data as functions for bash and zsh. */
function caseBranches(levels: readonly Level[], described: boolean) {
  const nextBranches = levels.flatMap((level) => {
    const lines = nextLines(level, described);
    if (typeof level.candidates === 'string') return [`${shellQuoted(level.path)}) ${lookUps[level.candidates]};;`];
    return lines.length > 0 ? [`${shellQuoted(level.path)}) ${printfCommand(lines)};;`] : [];
  });
  const alsoBranches = levels.flatMap(({ path, also }) => (also === undefined ? [] : [`${shellQuoted(path)}) ${lookUps[also]};;`]));
  const [top, ...rest] = levels;
  const optionBranches = rest.flatMap((level) => {
    const lines = optionLines(level, described);
    return lines.length > 0 ? [`${shellQuoted(level.path)}) ${printfCommand(lines)};;`] : [];
  });
  const wordBranches = optionsWithWords([...rest, top!]).map(([path, { spellings, words: list }]) => {
    const keys = spellings.map((spelling) => (path === '' ? `*${shellQuoted(` ${spelling}`)}` : shellQuoted(`${path} ${spelling}`)));
    return `${keys.join('|')}) ${list === 'profiles' ? lookUps.profiles : printfCommand(list as string[])};;`;
  });
  return `_tuk_next() { case "$1" in
${nextBranches.join('\n')}
esac; }
_tuk_also() { case "$1" in
${alsoBranches.join('\n')}
esac; }
_tuk_options() { case "$1" in
${optionBranches.join('\n')}
esac
${printfCommand(optionLines(top!, described))}
}
_tuk_words() { case "$1" in
${wordBranches.join('\n')}
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
const fishPrinted = (lines: readonly string[]) => `printf '%s\\n' ${lines.map(fishQuoted).join(' ')}`;

function fishScript(levels: readonly Level[]) {
  const [top, ...rest] = levels;
  const branch = (keys: readonly string[], body: string) => `case ${keys.map(fishQuoted).join(' ')}\n${body}`;
  const nextBranches = levels.flatMap((level) => {
    if (typeof level.candidates === 'string') return [branch([level.path], lookUps[level.candidates])];
    const lines = nextLines(level, true);
    return lines.length > 0 ? [branch([level.path], fishPrinted(lines))] : [];
  });
  const alsoBranches = levels.flatMap(({ path, also }) => (also === undefined ? [] : [branch([path], lookUps[also])]));
  const optionBranches = rest
    .filter(({ options }) => options.length > 0)
    .map((level) => branch([level.path], fishPrinted(optionLines(level, true))));
  const wordBranches = optionsWithWords([...rest, top!]).map(([path, { spellings, words: list }]) =>
    branch(
      spellings.map((spelling) => `${path || '*'} ${spelling}`),
      list === 'profiles' ? lookUps.profiles : fishPrinted(list as string[]),
    ),
  );
  return `# Completion of tuk for fish: tuk completion fish | source
function __tuk_next
switch "$argv[1]"
${nextBranches.join('\n')}
end
end
function __tuk_also
switch "$argv[1]"
${alsoBranches.join('\n')}
end
end
function __tuk_options
switch "$argv[1]"
${optionBranches.join('\n')}
end
${fishPrinted(optionLines(top!, true))}
end
function __tuk_words
switch "$argv[1]"
${wordBranches.join('\n')}
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
