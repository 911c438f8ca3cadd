/**
 * The 256 colours of xterm, for pictures of a screen and for programs that ask: colours that
 * programs have set, and those of the window's theme, come first.
 */
const first = [
  0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753,
  0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec,
]

const levels = [0, 95, 135, 175, 215, 255]

/** Entry 0-255 as 24 bits. */
export function standardColor(index: number): number {
  if (index < 16) return first[index] ?? 0
  if (index >= 232) return (8 + (index - 232) * 10) * 0x10101
  const cube = index - 16
  return (
    ((levels[Math.floor(cube / 36)] ?? 0) << 16) |
    ((levels[Math.floor(cube / 6) % 6] ?? 0) << 8) |
    (levels[cube % 6] ?? 0)
  )
}
