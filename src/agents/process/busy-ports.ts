/** Finds the ports that a failed program names as in use, in the text that it printed. */

/** Lines before the end that are read. A stack trace may follow the sentence. */
const linesMax = 40

/** More ports than a program that failed names. */
const portsMax = 4

/** Bytes of output that are read: more than 40 lines of a stack trace have. */
export const busyPortsBytesMax = 8_192

const sequences = /\x1b(?:\[[\d;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g

/** Sentences of Node, Python, Go, Ruby, nginx, PHP, Vite, Flask, Spring and Docker. */
const isAddressInUse = /EADDRINUSE|address (?:is )?(?:already )?in use/i
const isPortInUse = /port (?:\d+ )?(?:is |was )?(?:already )?(?:in use|allocated)/i

/** A port after a colon, a quoted host or the word. Times and addresses don't count. */
const named = /(?:\bport(?: |=|: ?)|:|', |", )(\d{2,5})(?!\d|\.\d|:\d)/gi

/** Returns the ports, the one named last first. */
export function busyPorts(text: string): number[] {
  const lines = text
    .replace(sequences, '')
    .split(/[\r\n]+/)
    .slice(-linesMax)
  const found = lines
    .filter((line) => isAddressInUse.test(line) || isPortInUse.test(line))
    .flatMap((line) => [...line.matchAll(named)].map(([, digits]) => Number(digits)))
    .filter((port) => port < 65_536)
  return [...new Set(found.toReversed())].slice(0, portsMax)
}
