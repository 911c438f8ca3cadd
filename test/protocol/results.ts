/** Results of parsers, as tests expect them. */
export const good = (value: unknown) => ({ ok: true, value })
export const bad = (problem: string) => ({ ok: false, problem })
export const base64 = (text: string) => Buffer.from(text).toString('base64')
