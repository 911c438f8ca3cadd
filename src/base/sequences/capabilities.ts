/**
 * Capabilities for XTGETTCAP, by terminfo name and by the termcap names that programs request, in
 * the form that `tigetstr` returns. Values describe vibeflow, whatever terminfo entry the program
 * uses.
 */

/** Each terminal has its own value. */
const own = ['TN', 'name', 'Ms'] as const

const keys = [
  ['kcuu1', 'ku', '\x1bOA'],
  ['kcud1', 'kd', '\x1bOB'],
  ['kcuf1', 'kr', '\x1bOC'],
  ['kcub1', 'kl', '\x1bOD'],
  ['khome', 'kh', '\x1bOH'],
  ['kend', '@7', '\x1bOF'],
  ['kich1', 'kI', '\x1b[2~'],
  ['kdch1', 'kD', '\x1b[3~'],
  ['kpp', 'kP', '\x1b[5~'],
  ['knp', 'kN', '\x1b[6~'],
  ['kbs', 'kb', '\x7f'],
  ['kcbt', 'kB', '\x1b[Z'],
  ['kf1', 'k1', '\x1bOP'],
  ['kf2', 'k2', '\x1bOQ'],
  ['kf3', 'k3', '\x1bOR'],
  ['kf4', 'k4', '\x1bOS'],
  ['kf5', 'k5', '\x1b[15~'],
  ['kf6', 'k6', '\x1b[17~'],
  ['kf7', 'k7', '\x1b[18~'],
  ['kf8', 'k8', '\x1b[19~'],
  ['kf9', 'k9', '\x1b[20~'],
  ['kf10', 'k;', '\x1b[21~'],
  ['kf11', 'F1', '\x1b[23~'],
  ['kf12', 'F2', '\x1b[24~'],
] as const

type KeyName = (typeof keys)[number][0 | 1]

const keySequences = Object.fromEntries(
  keys.flatMap(([terminfo, termcap, text]) => [
    [terminfo, text],
    [termcap, text],
  ]),
) as Readonly<Record<KeyName, string>>

/** `null`: a capability without a value. */
export const capabilities = {
  Co: '256',
  colors: '256',
  RGB: '8',
  Tc: null,
  setrgbf: '\x1b[38:2:%p1%d:%p2%d:%p3%dm',
  setrgbb: '\x1b[48:2:%p1%d:%p2%d:%p3%dm',
  Su: null,
  Smulx: '\x1b[4:%p1%dm',
  Setulc: '\x1b[58:2:%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm',
  Ss: '\x1b[%p1%d q',
  Se: '\x1b[0 q',
  indn: '\x1b[%p1%dS',
  Sync: '\x1b[?2026%?%p1%{1}%-%tl%eh%;',
  ...keySequences,
} as const

export type CapabilityName = keyof typeof capabilities | (typeof own)[number]

/** Clipboard write (`Ms`), for tmux and Neovim. */
export const clipboardWrite = '\x1b]52;%p1%s;%p2%s\x1b\\'

/** Returns two hexadecimal digits per byte, as xterm writes them. */
export function hex(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(16).padStart(2, '0').toUpperCase(),
  ).join('')
}

const names = new Map<string, CapabilityName>(
  [...own, ...(Object.keys(capabilities) as (keyof typeof capabilities)[])].map((name) => [
    hex(name),
    name,
  ]),
)

/** Returns `null` for an unknown capability. */
export function capabilityNamed(digits: string): CapabilityName | null {
  return names.get(digits.toUpperCase()) ?? null
}
