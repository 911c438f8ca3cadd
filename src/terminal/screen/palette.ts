/** xterm's 256 colors; those of programs and of the window's theme take precedence. */
const first = [
  0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753,
  0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec,
]

const levels = [0, 95, 135, 175, 215, 255]

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
