/**
 * Finds the user of a loopback connection in the kernel's TCP tables (proc_pid_net(5)). Other users
 * can make these tables long, so a search is divided into turns and serves all waiting connections.
 * The caller decides when to search.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { peerTablePieceBytes, peerTablePiecesATurn } from '../limits.ts'
import { expected } from '../process/problem.ts'

/** IPv6 sockets may connect to IPv4 addresses too. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** `null` if the kernel does not know the peer (any more). */
type Answer = (uid: number | null) => void

export class PeerUsers {
  readonly #files: readonly string[]
  #asked = new Map<string, Answer>()
  #looking = false

  /** @param files tables; replaced in tests */
  constructor(files: readonly string[] = tables) {
    this.#files = files
  }

  /** @param socket accepted by an IPv4 server */
  userOf({
    remoteAddress,
    remotePort,
    localAddress,
    localPort,
  }: Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>): Promise<
    number | null
  > {
    // closed already
    if (remoteAddress === undefined || localAddress === undefined) return Promise.resolve(null)
    return new Promise((answer) => {
      this.#asked.set(
        `${place(remoteAddress, remotePort)} ${place(localAddress, localPort)}`,
        answer,
      ) // the peer's socket, with both ends swapped
      if (!this.#looking) void this.#look()
    })
  }

  async #look(): Promise<void> {
    this.#looking = true
    while (this.#asked.size > 0) {
      const asked = this.#asked
      this.#asked = new Map()
      const began = performance.now()
      for (const file of this.#files) if (asked.size > 0) await search(file, asked)
      for (const answer of asked.values()) answer(null)
      // libuv accepts one connection per turn: a short wait combines many in the next search.
      await delay(performance.now() - began)
    }
    this.#looking = false
  }
}

/**
 * Answers found connections and removes them from `asked`. Reads synchronously: it never waits for
 * a disk, and threads would take ten times as long.
 */
async function search(file: string, asked: Map<string, Answer>): Promise<void> {
  let table: number | undefined
  try {
    table = openSync(file, 'r')
    const piece = Buffer.alloc(peerTablePieceBytes)
    let rest = ''
    for (let pieces = 1; ; pieces += 1) {
      const bytes = readSync(table, piece)
      if (bytes === 0) return
      const lines = (rest + piece.toString('latin1', 0, bytes)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) judge(line, asked)
      if (pieces % peerTablePiecesATurn === 0) await turn()
    }
  } catch (error) {
    expected(error) // no such family
  } finally {
    if (table !== undefined) closeSync(table)
  }
}

/** Number, local and remote end, state, queues, timer, retransmissions, user. */
const row = new RegExp(
  String.raw`^ *\d+: (?:0{16}(?:FFFF0000|0000FFFF))?([0-9A-F]{8}:[0-9A-F]{4}) ` +
    String.raw`(?:0{16}(?:FFFF0000|0000FFFF))?([0-9A-F]{8}:[0-9A-F]{4}) [0-9A-F]{2} \S+ \S+ ` +
    String.raw`\S+ +(\d+) `,
)

function judge(line: string, asked: Map<string, Answer>): void {
  const [, local, remote, uid] = row.exec(line) ?? []
  const pair = `${local} ${remote}`
  asked.get(pair)?.(Number(uid))
  asked.delete(pair)
}

/**
 * Formats an address and port like the tables: the address is a number in the machine's byte order.
 */
function place(address: string, port: number | undefined): string {
  const bytes = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
  return (
    `${(endianness() === 'LE' ? bytes.reverse() : bytes).join('')}:` +
    `${(port ?? 0).toString(16).padStart(4, '0')}`
  ).toUpperCase()
}
