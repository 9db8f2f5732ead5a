// The script of each shell: the same data as `case` branches, and a few lines that walk the words typed so far.
import type { Level, Option, Word } from './levels.js';

/** The script for a shell. Later levels with the same words stand in the place of earlier ones. */
export function script(shell: 'bash' | 'zsh' | 'fish', all: readonly Level[]): string {
  const levels = [...new Map(all.map((level) => [level.at, level])).values()];
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](levels);
}

/** The lines of a level: what can come next; `described` adds what each is for behind a tab. */
const nextLines = ({ next }: Level, described: boolean): string[] =>
  next === 'profiles' ? [] : next.map(([word, is]: Word) => (described && is !== '' ? `${word}\t${plain(is)}` : word));
/** An option's spellings, a `=` behind each that takes a value. */
const optionLines = ({ options }: Level, described: boolean): string[] =>
  options.flatMap(({ spelt, takes, is }) => spelt.map((one) => `${one}${takes ? '=' : ''}${described ? `\t${plain(is)}` : ''}`));
const worded = (levels: readonly Level[]): [at: string, option: Option][] =>
  levels.flatMap(({ at, options }) => options.flatMap((option): [string, Option][] => (option.words ? [[at, option]] : [])));
/** A text on one line, without what a shell's list would take for its own. */
const plain = (text: string): string => text.replaceAll(/[\s]+/g, ' ');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const printed = (lines: readonly string[]): string => `printf '%s\\n' ${lines.map(quoted).join(' ')}`;

/** The data as functions that bash and zsh both read. */
function branches(levels: readonly Level[], described: boolean): string {
  const next = levels.flatMap((level) => {
    const lines = nextLines(level, described);
    if (level.next === 'profiles') return [`${quoted(level.at)}) tuk profile list -o name 2>/dev/null;;`];
    return lines.length > 0 ? [`${quoted(level.at)}) ${printed(lines)};;`] : [];
  });
  const [top, ...rest] = levels;
  const own = rest.flatMap((level) => {
    const lines = optionLines(level, described);
    return lines.length > 0 ? [`${quoted(level.at)}) ${printed(lines)};;`] : [];
  });
  const words = worded(levels).map(([at, { spelt, words: list }]) => {
    const keys = spelt.map((one) => (at === '' ? `*${quoted(` ${one}`)}` : quoted(`${at} ${one}`))).join('|');
    return [at, `${keys}) ${list === 'profiles' ? 'tuk profile list -o name 2>/dev/null' : printed(list as string[])};;`] as const;
  });
  const ofCommands = words.filter(([at]) => at !== '').map(([, line]) => line);
  const ofAll = words.filter(([at]) => at === '').map(([, line]) => line);
  return `_tuk_next() { case "$1" in
${next.join('\n')}
esac; }
_tuk_options() { case "$1" in
${own.join('\n')}
esac
${printed(optionLines(top!, described))}
}
_tuk_words() { case "$1" in
${[...ofCommands, ...ofAll].join('\n')}
esac; }`;
}

const bashScript = (levels: readonly Level[]): string => `# Completion of tuk for bash: source <(tuk completion bash)
${branches(levels, false)}
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
  if [[ -n $before ]]; then found="$(_tuk_words "$at $before")"
  elif [[ $cur == -* ]]; then found="$(_tuk_options "$at")"; found="\${found//=/}"
  else found="$(_tuk_next "$at")"; fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$found" -- "$cur"))
}
complete -o default -F _tuk tuk
`;

const zshScript = (levels: readonly Level[]): string => `#compdef tuk
# Completion of tuk for zsh: source <(tuk completion zsh)
${branches(levels, true)}
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
  else found="$(_tuk_next "$at")"; fi
  if [[ -z $found ]]; then _files; return; fi
  local -a shown
  for line in "\${(@f)found}"; do
    word="\${line%%$'\\t'*}"
    word="\${word%=}"
    if [[ $line == *$'\\t'* ]]; then shown+=("\${word//:/\\\\:}:\${line#*$'\\t'}"); else shown+=("\${word//:/\\\\:}"); fi
  done
  _describe 'tuk' shown
}
if [[ $funcstack[1] == _tuk ]]; then _tuk "$@"; else compdef _tuk tuk; fi
`;

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const fishPrinted = (lines: readonly string[]): string => `printf '%s\\n' ${lines.map(fishQuoted).join(' ')}`;

function fishScript(levels: readonly Level[]): string {
  const [top, ...rest] = levels;
  const branch = (keys: readonly string[], does: string) => `case ${keys.map(fishQuoted).join(' ')}\n${does}`;
  const next = levels.flatMap((level) => {
    if (level.next === 'profiles') return [branch([level.at], 'tuk profile list -o name 2>/dev/null')];
    const lines = nextLines(level, true);
    return lines.length > 0 ? [branch([level.at], fishPrinted(lines))] : [];
  });
  const own = rest.filter(({ options }) => options.length > 0).map((level) => branch([level.at], fishPrinted(optionLines(level, true))));
  const words = worded([...rest, top!]).map(([at, { spelt, words: list }]) =>
    branch(
      spelt.map((one) => (at === '' ? `* ${one}` : `${at} ${one}`)),
      list === 'profiles' ? 'tuk profile list -o name 2>/dev/null' : fishPrinted(list as string[]),
    ),
  );
  return `# Completion of tuk for fish: tuk completion fish | source
function __tuk_next
switch "$argv[1]"
${next.join('\n')}
end
end
function __tuk_options
switch "$argv[1]"
${own.join('\n')}
end
${fishPrinted(optionLines(top!, true))}
end
function __tuk_words
switch "$argv[1]"
${words.join('\n')}
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
  end
end
complete -c tuk -f -a '(__tuk_complete)'
`;
}
