export const BEL = '\x07'
export const ST = '\x1b\\'

export function oscString(payload: string, end: string = ST): string {
  return `\x1b]${payload}${end}`
}
