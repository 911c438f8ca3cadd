import type { Shadow } from '../../../src/core/worker/shadow.ts'

/** Returns the rows of screen or history as text, without trailing spaces; `null` if it is off. */
export async function rowsOf(
  shadow: Shadow,
  region: 'screen' | 'scrollback',
): Promise<readonly string[] | null> {
  const read = async (scrollback: number) => {
    const taken = await shadow.questions.snapshot({ form: 'text', scrollback })
    return taken === null ? null : new TextDecoder().decode(taken.payload).split('\n')
  }
  const screen = await read(0)
  if (region === 'screen' || screen === null) return screen
  return (await read(Number.MAX_SAFE_INTEGER))?.slice(0, -screen.length) ?? null
}
