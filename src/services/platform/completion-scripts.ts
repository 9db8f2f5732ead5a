// The completion scripts. A script has no data: it hands the line to `tuk completion`, and shows what that prints. None of it
// is evaluated, so that no name or id of a service runs in the shell.

const bash = `# Completion of tuk for bash: eval "$(tuk completion bash)"
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

const powershell = `# Completion of tuk for PowerShell: tuk completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tuk -ScriptBlock {
  param($word, $ast, $position)
  $typed = @(foreach ($part in ($ast.CommandElements | Select-Object -Skip 1)) {
    if ($part.Extent.EndOffset -lt $position) { if ($null -ne $part.Value) { ":$($part.Value)" } else { ":$part" } }
  })
  $null | tuk completion powershell '--' @typed ":$word" 2>$null | Select-Object -Skip 1 | ForEach-Object {
    $text, $is = $_ -split "\`t", 2
    if (-not $is) { $is = $text }
    [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $is)
  }
}
`;

const nushell = `# Completion of tuk for nushell: tuk completion nushell | save -f ($nu.user-autoload-dirs.0 | path join tuk.nu)
const tuk_empty = ''
let tuk_others = $env.config.completions.external.completer?
$env.config.completions.external.completer = {|spans|
  if $spans.0 != 'tuk' {
    if $tuk_others != null { do $tuk_others $spans }
  } else {
    let typed = $spans | skip 1 | each {|word| ':' + $word }
    let found = $tuk_empty | ^tuk completion nushell -- ...$typed | complete | get stdout | lines
    if ($found | get 0?) != 'files' {
      $found | skip 1 | each {|line|
        let parts = $line | split row (char tab)
        { value: $parts.0, description: ($parts | get 1? | default '') }
      }
    }
  }
}
`;

/** The script of each supported shell. */
export const completionScripts = { bash, zsh, fish, powershell, nushell } as const;
