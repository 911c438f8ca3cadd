/**
 * What XTGETTCAP is answered with: capabilities by their names of terminfo (and termcap, where
 * programs ask by these), in the form in which `tigetstr` gives them. Only what holds here,
 * whatever terminfo entry the program goes by.
 */

/** Has a value of its own in each terminal. */
const own = ['TN', 'name', 'Ms'] as const

const keys = {
  kcuu1: '\x1bOA',
  kcud1: '\x1bOB',
  kcuf1: '\x1bOC',
  kcub1: '\x1bOD',
  khome: '\x1bOH',
  kend: '\x1bOF',
  kich1: '\x1b[2~',
  kdch1: '\x1b[3~',
  kpp: '\x1b[5~',
  knp: '\x1b[6~',
  kbs: '\x7f',
  kcbt: '\x1b[Z',
  kf1: '\x1bOP',
  kf2: '\x1bOQ',
  kf3: '\x1bOR',
  kf4: '\x1bOS',
  kf5: '\x1b[15~',
  kf6: '\x1b[17~',
  kf7: '\x1b[18~',
  kf8: '\x1b[19~',
  kf9: '\x1b[20~',
  kf10: '\x1b[21~',
  kf11: '\x1b[23~',
  kf12: '\x1b[24~',
} as const

/** null: it has no value, and is simply there. */
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
  ...keys,
  ku: keys.kcuu1,
  kd: keys.kcud1,
  kr: keys.kcuf1,
  kl: keys.kcub1,
  kh: keys.khome,
  '@7': keys.kend,
  kI: keys.kich1,
  kD: keys.kdch1,
  kP: keys.kpp,
  kN: keys.knp,
  kb: keys.kbs,
  kB: keys.kcbt,
  k1: keys.kf1,
  k2: keys.kf2,
  k3: keys.kf3,
  k4: keys.kf4,
  k5: keys.kf5,
  k6: keys.kf6,
  k7: keys.kf7,
  k8: keys.kf8,
  k9: keys.kf9,
  'k;': keys.kf10,
  F1: keys.kf11,
  F2: keys.kf12,
} as const

export type CapabilityName = keyof typeof capabilities | (typeof own)[number]

/** Clipboard writes, as tmux and Neovim make them. */
export const clipboardWrite = '\x1b]52;%p1%s;%p2%s\x1b\\'

/** Two digits for each byte, as xterm writes them. */
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

/** null: none that is known. */
export function capabilityNamed(digits: string): CapabilityName | null {
  return names.get(digits.toUpperCase()) ?? null
}
