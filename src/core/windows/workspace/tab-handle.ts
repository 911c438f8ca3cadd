/** Creates a tab and connects it to its window. */
import { profileNamed, withProfile } from '../../config/profile.ts'
import { defined } from '../../../base/objects/defined.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { SessionId } from '../../ids.ts'
import type { SessionEvent } from '../../session/session-ports.ts'
import type { Size } from '../../session/ports.ts'
import { Session } from '../../session/session.ts'
import type { ClosedTab } from './closed-tabs.ts'
import { profileLimits, type TabOptions, type TabRules } from './tab-options.ts'
import type { WindowContext } from './workspace-ports.ts'

/** The parts of a window that a session uses. */
export interface TabOwner {
  fromSession(message: MainMessage): void
  printed(id: SessionId): void
  clipboardForProgram(id: SessionId, selection: 'clipboard' | 'primary', text: string): void
  happened(id: SessionId, event: SessionEvent): void
  show(id: SessionId): boolean
  /** Whether the user sees it, with or without the keyboard focus. */
  isVisible(id: SessionId): boolean
}

export interface TabHandle {
  readonly session: Session
  owner: TabOwner
  /** Overrides `tabs.on_exit`; `null` to follow it. */
  readonly onExit: TabRules['tabs']['on_exit'] | null
}

interface Surroundings extends Pick<WindowContext, 'facts' | 'ports' | 'options'> {
  /** `null` to wait for one. */
  readonly size: Size | null
  readonly owner: TabOwner
}

/** Starts a tab, whose messages go to its current window. `before`: a closed tab. */
export function beginTab(
  {
    command,
    directory,
    instead,
    title,
    profile,
    onExit,
    launch,
    ended,
    before,
    restored = false,
    once = false,
    waits = false,
    word: given,
    detached,
    conversation,
  }: TabOptions & { readonly before?: ClosedTab },
  { facts, ports, options, size, owner }: Surroundings,
): TabHandle {
  const { home, replies, hostname } = facts
  const used = profileNamed(options, profile)
  const settings = withProfile(options, used)
  const { environment, shell } = (launch ?? ports.configuration.launch)(settings)
  const { frame } = ports
  const { restoredOutput, savedAt, sizesBefore, cellBefore, adopts, queue, unresumed } =
    before ?? {}
  const resume = conversation ?? before?.resume
  const back = before === undefined ? undefined : 'reopened'
  const word = restored ? 'restored' : (back ?? given)
  // an adopted program knows its id
  const id = (adopts === undefined ? undefined : before?.id) ?? ports.newId()
  if (before?.id !== undefined && before.id !== id) ports.recorder.goesOn(before.id, id)
  // the session sends messages before its handle exists
  const hands: { of: TabHandle | null } = { of: null }
  const session = new Session(
    {
      id,
      command: command ?? shell,
      isUserShell: command === undefined,
      directory,
      home,
      environment,
      replies,
      hostname,
      size,
      settings,
      integration: settings.shell.integration === 'auto',
      deferredStart: waits && command !== undefined,
      once,
      resumesNow: conversation !== undefined,
      ...defined({ profile, title, instead, restoredOutput, savedAt, resume, queue, word }),
      ...defined({ unresumed, limits: profileLimits(used) }),
      ...defined({ sizesBefore, cellBefore, adopts, detached }),
    },
    {
      ...ports.sessions,
      send: (message) => hands.of?.owner.fromSession(message),
      printed: () => hands.of?.owner.printed(id),
      writeClipboard: (selection, text) => hands.of?.owner.clipboardForProgram(id, selection, text),
      happened: (event) => {
        if (event.type === 'ended') ended?.(event.exit)
        hands.of?.owner.happened(id, event)
      },
      recorded: (entry) => ports.recorder.entry(id, entry),
      focus: () => hands.of?.owner.show(id) ?? false,
      isVisible: () => hands.of?.owner.isVisible(id) ?? false,
      directoryInFront: (pid) => ports.foreground(pid)?.directory ?? null,
      ...(frame === undefined ? {} : { frame: (logged) => frame(id, logged) }),
    },
  )
  if (before?.name != null) session.identity.rename(before.name)
  if (before?.muted === true) session.identity.mute(true)
  if (before?.mark != null) session.identity.markWith(before.mark)
  hands.of = { session, owner, onExit: onExit ?? null }
  return hands.of
}
