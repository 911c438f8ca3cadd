/** Draws a diff for the pager: as git does, or with the user's program. */
import type { DiffWanted } from '../../../core/session/agent/turn-changes.ts'
import { baseName } from '../../../base/text/base-name.ts'
import { wrappedEnvironment } from '../../../core/session/launch/environment.ts'
import { runBounded } from './bounded-run.ts'
import { diffBytesMax, gitLookMs } from './limits.ts'
import type { PrivateGit } from './repository.ts'

/** Neither renames, which need all contents, nor submodules, whose configuration git would read. */
const always = ['--no-renames', '--ignore-submodules=all']

export const plainDiff = ['--no-ext-diff', '--no-textconv', ...always]

/** Returns the diff of the index `diff`; `null` if it can't be read. Its output is cut. */
export async function drawnDiff(
  git: PrivateGit,
  { tool, columns, colours }: DiffWanted,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | null> {
  const run = (args: readonly string[], more = {}) =>
    git.run({ args, index: 'diff', withinMs: gitLookMs, bytesMax: diffBytesMax, cut: true, more })
  const words = tool.split(/\s+/).filter((word) => word !== '')
  const [program = 'git', ...args] = words
  if (baseName(program) === 'difft') {
    const drawn = await run(
      ['-c', `diff.external=${words.join(' ')}`, 'diff', '--ext-diff', ...always],
      { DFT_COLOR: colours ? 'always' : 'never', DFT_WIDTH: String(columns) },
    )
    return drawn === null ? null : shown(drawn, colours)
  }
  const plain = await run(['diff', '--no-color', ...plainDiff])
  if (plain === null) return null
  const safe = visible(Buffer.from(plain).toString(), false)
  if (baseName(program) === 'git') return Buffer.from(colours ? coloured(safe) : safe)
  const drawn = await runBounded({
    ...{ program, args, input: Buffer.from(safe), cut: true },
    environment: { ...wrappedEnvironment(environment), COLUMNS: String(columns) },
    ...{ withinMs: gitLookMs, bytesMax: diffBytesMax },
  })
  return drawn === null ? null : shown(drawn, colours)
}

function shown(bytes: Uint8Array, colours: boolean): Uint8Array {
  return Buffer.from(visible(Buffer.from(bytes).toString(), colours))
}

/** Colors, control characters, and characters that change the direction of text. */
const unsafe =
  /\x1b\[[\d;:]*m|[\0-\x08\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Makes the control characters of files visible: `^[`. @param colours keeps SGR */
function visible(text: string, colours: boolean): string {
  return text.replace(unsafe, (found) => {
    if (found.length > 1) return colours ? found : `^${found.slice(1)}`
    const code = found.charCodeAt(0)
    if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

const lines =
  /^(?:@@|diff |index |--- |\+\+\+ |new file |deleted file |old mode |new mode |\+|-).*$/gm

function coloured(diff: string): string {
  return diff.replace(lines, (line) => {
    const [first = ''] = line
    const isHead = !'+-@'.includes(first) || /^(?:--- |\+\+\+ )/.test(line)
    const colour = isHead ? 1 : first === '@' ? 36 : first === '+' ? 32 : 31
    return `\x1b[${colour}m${line}\x1b[m`
  })
}
