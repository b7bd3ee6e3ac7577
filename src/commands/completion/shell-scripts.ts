/** By shell: a script that completes `graphward`. It asks `graphward complete`, and completes files if that knows no word. */
export const shellScripts: Readonly<Record<string, string>> = {
  bash: `
_graphward() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _graphward graphward`,

  zsh: `
#compdef graphward
_graphward() {
  local -a found
  found=("\${(@f)$(\${words[1]} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  if [[ -n $found[1] ]]; then
    _describe word found
  else
    _files
  fi
}
if [[ $funcstack[1] == _graphward ]]; then
  _graphward "$@"
else
  compdef _graphward graphward
fi`,

  fish: `
function __graphward_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c graphward -f -a '(__graphward_words)'`,
};
