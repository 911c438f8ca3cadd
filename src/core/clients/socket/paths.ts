/** Where sockets lie (docs/socket.md). Pure: what the file system says is an argument. */
import { toSessionId, type SessionId } from '../../ids.ts'
import { socketPathMax } from './limits.ts'

export const socketName = 'ipc.sock'

/** Ids from outside: nothing that could lead elsewhere. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id)
}

const idLetters = 'abcdefghijklmnopqrstuvwxyz234567'

/** 12 letters, 60 random bits. `bytes`: at least 12, random. */
export function newSessionId(bytes: Uint8Array): SessionId {
  return toSessionId(Array.from(bytes.subarray(0, 12), (byte) => idLetters[byte & 31]).join(''))
}

export function socketPath(root: string, id: string): string {
  return `${root}/${id}/${socketName}`
}

/**
 * Does the path fit into a socket's address? Counted in bytes: Node up to 22 cuts a longer one, and
 * two sessions could share a file.
 */
export function isUsablePath(path: string): boolean {
  return new TextEncoder().encode(path).length <= socketPathMax
}

export interface RootFacts {
  /** A real folder of ours without group and other bits. */
  readonly isPrivate: (folder: string) => boolean
  /** `$XDG_STATE_HOME/vibeflow`, or what stands for it. */
  readonly stateFolder: string
}

/** The folder of all sessions. `fallback`: XDG_RUNTIME_DIR cannot be used, and why is `problem`. */
export function socketRoot(
  environment: Readonly<Record<string, string | undefined>>,
  { isPrivate, stateFolder }: RootFacts,
): { readonly root: string; readonly problem: string | null } {
  const named = environment['XDG_RUNTIME_DIR'] ?? ''
  const fallback = (why: string) => ({
    root: `${stateFolder}/run`,
    problem: `XDG_RUNTIME_DIR ${why}: session sockets lie in ${stateFolder}/run.`,
  })
  if (named === '') return fallback('is not set')
  if (!named.startsWith('/')) return fallback('is no absolute path')
  if (!isPrivate(named)) return fallback('is no folder that is yours alone')
  return { root: `${named.replace(/\/+$/, '')}/vibeflow`, problem: null }
}
