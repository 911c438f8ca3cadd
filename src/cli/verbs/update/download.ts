/**
 * Downloads for `vibeflow update` over HTTPS, with limits on size, time, silence and redirects.
 * Failures are `CommandError`s with a message for the user.
 */
import type { IncomingMessage, RequestOptions } from 'node:http'
import { CommandError, failure } from '../../command/exit-codes.ts'

export interface Limits {
  /** Time without a byte or an answer. */
  readonly silenceMs: number
  /** From the first connection to the last byte. */
  readonly totalMs: number
  readonly redirectsMax: number
}

export const usualLimits: Limits = {
  silenceMs: 30_000,
  totalMs: 60 * 60_000, // 120 MB at 33 kB/s
  redirectsMax: 5, // GitHub needs two
}

/** Returns whether an address may be read: over HTTPS, or all on this computer (tests). */
export function mayRead(address: URL, feed: URL): boolean {
  return address.protocol === 'https:' || (isOwnHttp(address) && isOwnHttp(feed))
}

function isOwnHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname)
}

interface DownloadReading {
  /** Determines which addresses may be read (`mayRead`). */
  readonly feed: URL
  /** More is an error, raised immediately. */
  readonly bytesMax: number
  readonly limits: Limits
  readonly signal?: AbortSignal
}

/**
 * Reads the body piece by piece.
 * @param take resolves when a piece is handled; the next one is read after that
 * @returns the number of bytes
 */
export async function read(
  address: URL,
  reading: DownloadReading,
  take: (piece: Buffer) => Promise<void>,
): Promise<number> {
  const { bytesMax, limits, signal } = reading
  const ends = AbortSignal.any([
    AbortSignal.timeout(limits.totalMs),
    ...(signal === undefined ? [] : [signal]),
  ])
  let bytes = 0
  try {
    const answer = await answerOf(address, reading, ends)
    const announced = Number(answer.headers['content-length'] ?? NaN)
    if (announced > bytesMax) {
      answer.destroy()
      throw tooLarge(address, bytesMax)
    }
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > bytesMax) throw tooLarge(address, bytesMax)
      await take(piece)
    }
    return bytes
  } catch (error) {
    throw explained(error, address, { ...limits, bytes, isOver: ends.aborted })
  }
}

export async function readText(address: URL, reading: DownloadReading): Promise<string> {
  const pieces: Buffer[] = []
  await read(address, reading, async (piece) => void pieces.push(piece))
  return Buffer.concat(pieces).toString('utf8')
}

/** Follows redirects to an answer with a body. */
async function answerOf(
  start: URL,
  { feed, limits }: DownloadReading,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let address = start
  for (let redirects = 0; redirects <= limits.redirectsMax; redirects += 1) {
    if (!mayRead(address, feed))
      throw failure(
        `${start.host} redirects to ${address.protocol}//${address.host}, which is not HTTPS. ` +
          'Nothing was downloaded.',
      )
    const answer = await request(address, limits, signal)
    const status = answer.statusCode ?? 0
    if (status === 200) return answer
    answer.destroy()
    const { location } = answer.headers
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      throw failure(
        status === 404
          ? `${address.href} does not exist (404). There is no release yet, or it is being ` +
              `published.`
          : `${address.host} answered ${status}. Try again later.`,
      )
    if (!URL.canParse(location, address.href))
      throw failure(`${address.host} redirects to an invalid address.`)
    address = new URL(location, address.href)
  }
  throw failure(`${start.host} redirects more than ${limits.redirectsMax} times.`)
}

async function request(
  address: URL,
  { silenceMs }: Limits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    headers: { 'user-agent': 'vibeflow', accept: '*/*' },
  }
  const { start, Agent } = await client(address)
  // Respects HTTPS_PROXY and NO_PROXY.
  const agent = new Agent(
    address.protocol === 'https:' ? { proxyEnv: process.env, ...(await authorities()) } : {},
  )
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const sent = start(address, { ...options, agent }, (message) => {
      answer = message
      resolve(message)
    })
    sent.setTimeout(silenceMs, () => {
      answer?.destroy(new SilenceError()) // otherwise its reader sees only a closed connection
      sent.destroy(new SilenceError())
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function client({ protocol }: URL) {
  if (protocol === 'https:') {
    const { request: start, Agent } = await import('node:https')
    return { start, Agent }
  }
  const { request: start, Agent } = await import('node:http')
  return { start, Agent }
}

/**
 * Returns the certificate authorities of `NODE_EXTRA_CA_CERTS`, in addition to the usual ones. Node
 * reads that variable itself, but in a package Electron removes it, and the package's command has
 * saved it.
 * @throws naming the file if it cannot be read
 */
export async function authorities(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<{ readonly ca?: string[] }> {
  const file = env['VIBEFLOW_SAVED_NODE_EXTRA_CA_CERTS'] ?? ''
  if (file === '' || env['NODE_EXTRA_CA_CERTS'] !== undefined) return {}
  const [{ readFile }, { rootCertificates }] = [
    await import('node:fs/promises'),
    await import('node:tls'),
  ]
  try {
    return { ca: [...rootCertificates, await readFile(file, 'utf8')] }
  } catch (error) {
    throw failure(
      `can't read NODE_EXTRA_CA_CERTS (${file}): ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}

/** No data for `silenceMs`. */
class SilenceError extends Error {}

function tooLarge({ host }: URL, bytesMax: number): CommandError {
  return failure(`${host} sent more than the expected ${bytesMax} bytes. The download was stopped.`)
}

const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
])

function explained(
  error: unknown,
  { host }: URL,
  at: { bytes: number; silenceMs: number; totalMs: number; isOver: boolean },
): Error {
  if (error instanceof CommandError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const failed = (text: string) => failure(text)
  if (error instanceof SilenceError)
    return failed(`${host} has sent nothing for ${at.silenceMs / 1000} s. Try again later.`)
  if (at.isOver) return failed(`${host} took longer than ${at.totalMs / 1000} s. Try again later.`)
  if (unreachable.has(code))
    return failed(`can't connect to ${host} (${code}). Check your network.`)
  if (code === 'ECONNRESET')
    return failed(`${host} ended the connection after ${at.bytes} bytes. Try again.`)
  if (/CERT|^UNABLE_TO_(?:GET|VERIFY)_/.test(code))
    return failed(
      `the certificate of ${host} is not trusted (${code}). If a proxy of your company signs ` +
        'connections, set NODE_EXTRA_CA_CERTS to the file of its certificate.',
    )
  // file system errors
  return code === '' ? (error as Error) : failed(`${message} (${code})`)
}
