/** Scripts with which a shell asks the program what can follow. Pure functions. */

import type { Completion } from './complete';

/** The shells. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell. */
export type Shell = (typeof shells)[number];

const bash = (
  program: string,
) => `# Completion of ${program} for bash: source <(${program} completion bash)
_klutch_complete() {
  local IFS=$'\\n' words
  COMPREPLY=()
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  while read -r line; do
    case "$line" in
      :0) ;;
      :*) compopt +o default 2>/dev/null ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <(${program} __complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _klutch_complete ${program}
`;

const zsh = (program: string) => `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh)
_klutch_complete() {
  local -a found
  found=("\${(@f)$(${program} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${found[(I):0]} )) && _files
  found=(\${found:#:*})
  compadd -a found
}
compdef _klutch_complete ${program}
`;

const fish = (
  program: string,
) => `# Completion of ${program} for fish: ${program} completion fish | source
function __klutch_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (${program} __complete -- $words[2..-1] 2>/dev/null)
  contains -- :0 $found; and __fish_complete_path (commandline -ct)
  printf '%s\\n' $found | string match -v ':*'
end
complete -c ${program} -f -a '(__klutch_complete)'
`;

const scripts: Record<Shell, (program: string) => string> = { bash, zsh, fish };

/**
 * The script for a shell.
 *
 * @param program - name of the executable that is completed
 */
export const completionScript = (shell: Shell, program: string): string =>
  scripts[shell](program);

/**
 * Output of `__complete` in the format that kubectl reads from `kubectl_complete-<plugin>`: candidates, then `:4`, which
 * says that no names of files follow, or `:0`.
 */
export const completionOutput = ({ candidates, files }: Completion): string =>
  [...candidates, files ? ':0' : ':4', ''].join('\n');
