/** Types of message handlers, and handlers that pass messages to a session. */
import type { Millis } from '../../../../base/clock.ts'
import type { SessionId } from '../../../ids.ts'
import type { PageMessage } from '../../../ipc/contract.ts'
import type { Session } from '../../../session/session.ts'

type Kind = PageMessage['kind']

export type MessageOf<K extends Kind> = Extract<PageMessage, { readonly kind: K }>

export type PageMessageHandlers<Kinds extends Kind = Kind> = {
  readonly [K in Kinds]: (message: MessageOf<K>) => void
}

type SessionKind = {
  [K in Kind]: MessageOf<K> extends { readonly session: string } ? K : never
}[Kind]

type SessionHandlers<Kinds extends SessionKind, Of = Session> = {
  readonly [K in Kinds]: (session: Of, message: MessageOf<K>) => void
}

/** Answer about the prompt queue of a detached tmux session. */
export const noQueue = 'Only a tab has a prompt queue. Open this session in a tab.'

/** An item of the inbox: a tab's session, or a detached tmux session. */
export interface Attended {
  readonly agents: Pick<Session['agents'], 'dialog' | 'answer' | 'copyRules'>
  /** Absent for a detached tmux session. */
  readonly queue?: Pick<Session['queue'], 'act' | 'view'>
  readonly delivery: Pick<Session['delivery'], 'clearScrollback'>
  readonly evidence: Pick<Session['evidence'], 'apply'>
  readonly identity: Pick<Session['identity'], 'mute' | 'rename'>
}

const viewed = (session: Session, message: Parameters<Session['delivery']['viewed']>[0]) =>
  session.delivery.viewed(message)

/** Messages of the page that shows the session. */
export const shownSessionMessages = {
  'session/mouse': (session, { bytes }) => session.input.type('mouse', bytes),
  'session/click': (session, { bytes }) => session.input.click(bytes),
  'session/paste-cancel': (session) => session.input.cancelPaste(),
  'session/mark': (session, { mark }) => session.identity.markWith(mark),
  'session/reset': (session) => session.modes.reset(),
  'session/take-size': (session) => session.program.terminal.giveBack(),
  'session/frames': viewed,
  'session/drawn': viewed,
  'session/rows-taken': viewed,
  'session/want-rows': viewed,
  'session/view': viewed,
  'session/lay-out': viewed,
  'session/to-place': (session, { place }) => void session.recording.goTo(place),
} satisfies Partial<SessionHandlers<SessionKind>>

/** Messages about any session, from any window: the inbox shows the tabs of all windows. */
export const anySessionMessages = (now: () => Millis) =>
  ({
    'session/acknowledge': (session) =>
      session.evidence.apply({ type: 'user', action: 'acknowledge' }),
    'session/seen': (session) => session.evidence.apply({ type: 'user', action: 'mark_seen' }),
    'session/clear-scrollback': (session) => session.delivery.clearScrollback(),
    'session/rename': (session, { name }) => session.identity.rename(name),
    'session/mute': (session, { muted }) => session.identity.mute(muted),
    'session/snooze': (session, { forMs }) =>
      session.evidence.apply(
        forMs === null
          ? { type: 'user', action: 'unsnooze' }
          : { type: 'user', action: 'snooze', until: now() + forMs },
      ),
  }) satisfies Partial<SessionHandlers<SessionKind, Attended>>

/** Passes each message on to its session. A message about a session that is gone is ignored. */
export function forSession<K extends SessionKind, Of>(
  handlers: SessionHandlers<K, Of>,
  find: (session: SessionId) => Of | undefined,
): PageMessageHandlers<K> {
  const entries = Object.entries(handlers) as [K, (session: Of, message: object) => void][]
  return Object.fromEntries(
    entries.map(([kind, handle]) => [
      kind,
      (message: { readonly session: SessionId }) => {
        const session = find(message.session)
        if (session !== undefined) handle(session, message)
      },
    ]),
  ) as unknown as PageMessageHandlers<K>
}
