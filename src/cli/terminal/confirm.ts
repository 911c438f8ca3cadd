/** Asks the user at the terminal. Returns `null` without a terminal. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  const { createInterface } = await import('node:readline')
  const line = createInterface({ input: process.stdin, output: process.stdout })
  return new Promise((resolve) => {
    line.once('close', () => resolve(false)) // Ctrl+C, Ctrl+D
    line.question(question, (answer) => {
      resolve(/^y(?:es)?$/i.test(answer.trim()))
      line.close()
    })
  })
}
