/** Names of shells. */

/** Shells: a tab whose foreground program is one of these is closed without a question. */
const shells = new Set(
  'sh bash dash zsh fish ksh ash mksh tcsh csh nu xonsh elvish pwsh'.split(' '),
)

/** `comm` as in /proc; a login shell may carry a leading dash. */
export function isShell(comm: string): boolean {
  return shells.has(comm.replace(/^-/, ''))
}
