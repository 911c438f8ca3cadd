/**
 * Whose process is at the other end of a connection on loopback: the kernel's tables of TCP sockets
 * name the user of each (proc_pid_net(5)). Other users can make these tables long: a look goes on
 * by turns and serves all who wait. When there are looks at all is the caller's matter.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { peerTablePieceBytes, peerTablePiecesATurn } from '../limits.ts'
import { expected } from '../problem.ts'

/** A socket of either family may have reached an address of the older one. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** Null: the kernel does not know the peer (any more). */
type Answer = (uid: number | null) => void

export class PeerUsers {
  readonly #files: readonly string[]
  #asked = new Map<string, Answer>()
  #looking = false

  /** @param files of the tables; for tests */
  constructor(files: readonly string[] = tables) {
    this.#files = files
  }

  /** @param socket accepted by a server of ours on an IPv4 address */
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
      ) // the peer's socket: its ends are the other way round
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
      // libuv accepts one connection a turn: in short ones many more come to the next look
      await delay(performance.now() - began)
    }
    this.#looking = false
  }
}

/**
 * Answers for those that are in the table, and takes them out of `asked`. Reading it never waits
 * for a disk, and by other threads would take ten times as long.
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
 * `127.0.0.1` and 80 as the tables write them: the address is one number in the machine's order.
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
