/** Names of shells. */

/** Shells: a tab whose foreground program is one of these is closed without a question. */
const shells = new Set(
  'sh bash dash zsh fish ksh ash mksh tcsh csh nu xonsh elvish pwsh'.split(' '),
)

/** `comm` as in /proc; a login shell may carry a leading dash. */
export function isShell(comm: string): boolean {
  return shells.has(comm.replace(/^-/, ''))
}

/** Shells without an editor of their own: at their prompt the terminal collects the line. */
const lineShells = new Set(['sh', 'dash', 'ash'])

/** Returns whether a shell of this name may read whole lines at its prompt. */
export function readsLines(name: string): boolean {
  return lineShells.has(name)
}
