/** Shells: a tab whose foreground program is one of these closes without confirmation. */
const shells = new Set(
  'sh bash dash zsh fish ksh ash mksh tcsh csh nu xonsh elvish pwsh'.split(' '),
)

/** Returns whether `comm` (as in /proc) is a shell; a login shell has a leading dash. */
export function isShell(comm: string): boolean {
  return shells.has(comm.replace(/^-/, ''))
}

/** Shells without a line editor: at their prompt the terminal collects the line. */
const lineShells = new Set(['sh', 'dash', 'ash'])

/** Returns whether a shell with this name may read whole lines at its prompt. */
export function readsLines(name: string): boolean {
  return lineShells.has(name)
}
