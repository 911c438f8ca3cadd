/**
 * Decides from a file's content and name how a click on a link may open it. It is an allow-list,
 * since a list of everything that desktops start can't be complete. Text is never passed to the
 * desktop: some detect its kind by any of its lines, and run scripts. Pure.
 */
import { anyOf } from '../../base/text/any-of.ts'

/**
 * `edit`: opens in an editor. `view`: opens in the desktop's viewer. The others are reasons for a
 * refusal.
 */
export type FilePlan = 'edit' | 'view' | 'runnable' | 'unknown'

/** Bytes of a file's start that show its kind: one disk read. */
export const headBytesMax = 4_096

type Family = 'text' | 'picture' | 'pdf' | 'media'

/**
 * Endings whose files are started, installed or followed elsewhere when opened, whatever they
 * contain. Directories with such names are also in the list (macOS bundles, launchers of XFCE).
 */
const started = words(`
  desktop directory application app appimage run elf exe scr pif msi msp msix appx cpl dll lnk
  url webloc website jar jnlp war apk xapk aab deb rpm snap flatpak flatpakref flatpakrepo pkg
  dmg iso img workflow action terminal command gadget msc inf reg hta chm kwinscript plasmoid
  shar xpi crx vsix class
`)

const pictures = words('png jpg jpeg gif webp bmp tif tiff avif heic heif ico jxl')
const media = words('mp3 wav flac ogg oga ogv opus m4a mp4 m4v mov mkv webm avi')

/** `head`: its first bytes, up to `headBytesMax`. `executable`: any execute bit is set. */
export function planFor({
  name,
  head,
  executable,
}: {
  readonly name: string
  readonly head: Uint8Array
  readonly executable: boolean
}): FilePlan {
  const ending = endingOf(name)
  if (startedByName(name)) return 'runnable'
  const content = familyOf(head)
  if (content === 'program') return 'runnable'
  const named: Family | null = pictures.has(ending)
    ? 'picture'
    : media.has(ending)
      ? 'media'
      : ending === 'pdf'
        ? 'pdf'
        : null
  // or the name does not match the content
  if (content === 'text') return named === null ? 'edit' : 'unknown'
  if (executable) return 'runnable'
  return content !== null && content === named ? 'view' : 'unknown'
}

/** Whether a desktop would start a directory of this name. */
export function startedByName(name: string): boolean {
  return started.has(endingOf(name))
}

/** Returns the ASCII letters and digits after the last dot, which may be the first character. */
function endingOf(name: string): string {
  return /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Starts of files, as ISO 8859-1. Text is handled separately. */
const magics: readonly (readonly [RegExp, Family | 'program'])[] = [
  [/^\x7fELF/, 'program'],
  [/^MZ[^]*[\0-\x06]|^MZ$/, 'program'],
  // Java classes, Mach-O
  [/^\xca\xfe\xba\xbe|^[\xce\xcf]\xfa\xed\xfe|^\xfe\xed\xfa[\xce\xcf]/, 'program'],
  [/^!<arch>|^\xed\xab\xee\xdb|^hsqs/, 'program'], // deb, rpm, squashfs
  [/^PK(?:\x03\x04|\x05\x06)[^]*META-INF\//, 'program'],
  [
    anyOf('', [
      /^\x89PNG\r\n\x1a\n|^\xff\xd8\xff|^GIF8[79]a|^RIFF[^]{4}WEBP/,
      /^BM[^]{12}[\x0c\x28\x40\x6c\x7c]\0\0\0|^II\*\0|^MM\0\*|^\0\0\x01\0[^\0]\0/,
      /^\0\0[^]{2}ftyp(?:avif|avis|hei[cfsx]|mif1|msf1)|^\xff\x0a|^\0\0\0\x0cJXL /,
    ]),
    'picture',
  ],
  [/^%PDF-\d/, 'pdf'],
  [
    anyOf('', [
      /^ID3|^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]|^fLaC|^OggS|^RIFF[^]{4}(?:WAVE|AVI )/,
      /^\0\0[^]{2}ftyp|^\x1a\x45\xdf\xa3/,
    ]),
    'media',
  ],
]

/** Bytes in which shared-mime-info looks for most words. */
const headingBytesMax = 256

/** Headings of text that desktops start, at the beginning of a line. */
const startedHeading =
  /^\s*\[(?:(?:KDE )?Desktop (?:Entry|Action)|InternetShortcut|Flatpak Re[fp]o?)\b/im

/** Bytes that text does not contain. */
const binary = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/

function familyOf(head: Uint8Array): Family | 'program' | null {
  const bytes = latin1(head)
  const known = magics.find(([magic]) => magic.test(bytes))?.[1]
  const isText = !binary.test(bytes)
  // Text that starts like an image or a sound may be a script to a desktop.
  if (known !== undefined && !(isText && (known === 'picture' || known === 'media'))) return known
  if (!isText) return null
  const heading = withoutMark(bytes).slice(0, headingBytesMax)
  return startedHeading.test(heading) ? 'program' : 'text'
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, headBytesMax))

/** Removes the byte order mark of UTF-8. */
const withoutMark = (bytes: string) => bytes.replace(/^\xef\xbb\xbf/, '')
