/** Texts for dropped files and pasted images: quoted paths, and sentences about problems. */
import { isShell } from '../../agents/process/shells.ts'
import { quotedLine } from '../../base/text/shell-words.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { headerOf, type Encoded } from '../../terminal/images/header.ts'

/** Paths of one drop. More are refused as a whole: a cut list would look complete. */
export const droppedPathsMax = 1_000

/** UTF-16 units of a path: PATH_MAX of Linux. */
export const droppedPathUnitsMax = 4_096

/** Bytes of a pasted or dropped image: one message of the pipe. Larger ones are refused. */
export const imageBytesMax = 15 * 1_048_576

/** Bytes of a file that is copied to another computer for a paste. */
export const copyBytesMax = 64 * 1_048_576

/** Files of one drop that are copied. */
export const copiedFilesMax = 20

/** Time for one copy, ms. */
export const copyMs = 60_000

/** Control characters, which would act as keys, and U+FFFD for bytes that are not UTF-8. */
const unusable = /[\u0000-\u001f\u007f-\u009f\ufffd]/

/**
 * Returns the paths as words of one line, with a space after each, for the foreground program.
 * Programs that are not shells get the quotes of sh, which agents remove. Shells whose quoting is
 * not reliable get only paths that need no quotes.
 */
export function droppedText(
  paths: readonly string[],
  program: string,
): { readonly text: string; readonly problem: string | null } {
  const usable = paths.filter((path) => path.startsWith('/') && !unusable.test(path))
  const shell = isShell(program) ? program.replace(/^-/, '') : 'sh'
  const words = usable.filter((path) => quotedLine([path], shell) !== null)
  const problems = [
    skippedFiles(
      paths.length - usable.length,
      'the name contains control characters or is not UTF-8. Rename the file and drop it again.',
    ),
    skippedFiles(
      usable.length - words.length,
      `a path with spaces or special characters can't be quoted safely for ${shell}.`,
    ),
  ].filter((problem) => problem !== null)
  return {
    text: words.map((word) => `${quotedLine([word], shell)} `).join(''),
    problem: problems.length === 0 ? null : problems.join(' '),
  }
}

/** Returns the sentence about files that are not inserted; `null` without any. */
export function skippedFiles(count: number, why: string): string | null {
  return count === 0 ? null : `Skipped ${count === 1 ? '1 file' : `${count} files`}: ${why}`
}

/** Returns the sentence about paths that a program elsewhere can't open. */
export function droppedElsewhere(elsewhere: string): string {
  return (
    `The dropped path is on this computer, but the program in this tab runs ${elsewhere}. ` +
    'Copy the file there first, for example with scp.'
  )
}

/** Returns why a file was not copied, from what ssh or the container tool has printed. */
export function copyProblem(printed: string): string {
  const said = safeText(printed.trim().split('\n').at(-1) ?? '', 200)
  if (said === '') return 'the other side took no file.'
  const advice = /permission denied|host key|authenticat/i.test(said)
    ? ' A copy needs a second login without a question: use a key, or ControlMaster in the ' +
      'configuration of ssh.'
    : ''
  return `${said.replace(/\.?$/, '.')}${advice}`
}

/** Returns a name for a copied file that no program has to quote. */
export function copiedName(name: string, unique: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^[.-]+/, '')
  return `${unique}-${plain.slice(-80)}`
}

export interface PastedImage {
  readonly kind: Encoded
  /** For example `PNG image, 1200 × 800, 245.1 KiB`. */
  readonly words: string
}

/** Returns what an image is by its header, or why it can't be pasted. */
export function pastedImage(bytes: Uint8Array): PastedImage | { readonly problem: string } {
  if (bytes.length > imageBytesMax)
    return { problem: 'the image is larger than 15 MiB. Save it to a file and drop the file.' }
  const header = headerOf(bytes)
  if (header === null) return { problem: 'only PNG, JPEG, GIF and WebP images can be pasted.' }
  const { kind, width, height } = header
  const name = kind === 'webp' ? 'WebP' : kind.toUpperCase()
  return { kind, words: `${name} image, ${width} × ${height}, ${sizeText(bytes.length)}` }
}

/** Returns a size such as `245.1 KiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  return bytes < 1_048_576
    ? `${(bytes / 1_024).toFixed(1)} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
