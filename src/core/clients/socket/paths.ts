/**
 * Paths of sockets (docs/reference/session-socket.md). Pure: facts of the file system are
 * arguments.
 */
import { toSessionId, type SessionId } from '../../ids.ts'
import { socketPathMax } from './limits.ts'

export const socketName = 'ipc.sock'

/** Accepts ids from outside only if they can't lead to another path. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id)
}

const idLetters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns 12 letters with 60 random bits. `bytes`: at least 12 random bytes. */
export function newSessionId(bytes: Uint8Array): SessionId {
  return toSessionId(Array.from(bytes.subarray(0, 12), (byte) => idLetters[byte & 31]).join(''))
}

export function socketPath(root: string, id: string): string {
  return `${root}/${id}/${socketName}`
}

/**
 * Path of the file that the status line of an agent leaves for a session, next to the directory of
 * its socket. `vibeflow integrate claude-limits` writes the same path into a shell script.
 */
export function statusPath(socket: string): string {
  return `${socket.slice(0, socket.lastIndexOf('/'))}${statusSuffix}`
}

export const statusSuffix = '.status'

/** Path of the socket of a `vibeflow ssh` or `vibeflow enter` in the session, by its process. */
export function copyPath(socket: string, pid: number): string {
  return `${socket.slice(0, socket.lastIndexOf('/'))}.copy-${pid}`
}

/** Finds the session and the process. */
export const copySocketName = /^([A-Za-z0-9_-]{1,64})\.copy-(\d{1,10})$/

/** Whether the path fits a socket address, in bytes: Node up to 22 truncates longer ones. */
export function isUsablePath(path: string): boolean {
  return new TextEncoder().encode(path).length <= socketPathMax
}

interface RootFacts {
  /** Whether it is the user's own directory, not a link, without group and other permissions. */
  readonly isPrivate: (folder: string) => boolean
  /** `$XDG_STATE_HOME/vibeflow` or its default. */
  readonly stateFolder: string
}

/** Returns the directory of all sessions, and why XDG_RUNTIME_DIR is not used, if so. */
export function socketRoot(
  environment: Readonly<Record<string, string | undefined>>,
  { isPrivate, stateFolder }: RootFacts,
): { readonly root: string; readonly problem: string | null } {
  const named = environment['XDG_RUNTIME_DIR'] ?? ''
  const fallback = (why: string) => ({
    root: `${stateFolder}/run`,
    problem: `XDG_RUNTIME_DIR ${why}: session sockets are in ${stateFolder}/run.`,
  })
  if (named === '') return fallback('is not set')
  if (!named.startsWith('/')) return fallback('is not an absolute path')
  if (!isPrivate(named)) return fallback('is not a private directory of this user')
  return { root: `${named.replace(/\/+$/, '')}/vibeflow`, problem: null }
}
