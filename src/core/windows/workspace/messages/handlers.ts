/** The types of what handles each message of a page, and handlers that pass one to a session. */
import type { Millis } from '../../../../base/clock.ts'
import type { PageMessage } from '../../../ipc/contract.ts'
import type { Session } from '../../../session/session.ts'

type Kind = PageMessage['kind']

/** The message of a kind. */
export type MessageOf<K extends Kind> = Extract<PageMessage, { readonly kind: K }>

/** One handler for each kind. */
export type PageMessageHandlers<Kinds extends Kind = Kind> = {
  readonly [K in Kinds]: (message: MessageOf<K>) => void
}

type TabKind = { [K in Kind]: MessageOf<K> extends { readonly tab: string } ? K : never }[Kind]

type SessionHandlers<Kinds extends TabKind, Of = Session> = {
  readonly [K in Kinds]: (session: Of, message: MessageOf<K>) => void
}

/** What the list of what needs the user can do with an item: a tab's session, or a detached one. */
export interface Attended {
  readonly agents: Pick<Session['agents'], 'dialog' | 'answer'>
  readonly delivery: Pick<Session['delivery'], 'clearScrollback'>
  readonly evidence: Pick<Session['evidence'], 'apply'>
  readonly identity: Pick<Session['identity'], 'mute' | 'rename'>
}

const viewed = (session: Session, message: Parameters<Session['delivery']['viewed']>[0]) =>
  session.delivery.viewed(message)

/** Of the page that shows the tab. */
export const ownTabMessages = {
  'tab/mouse': (session, { bytes }) => session.input.type('mouse', bytes),
  'tab/paste-cancel': (session) => session.input.cancelPaste(),
  'tab/take-size': (session) => session.program.terminal.giveBack(),
  'tab/frames': viewed,
  'tab/drawn': viewed,
  'tab/rows-taken': viewed,
  'tab/want-rows': viewed,
  'tab/view': viewed,
  'tab/lay-out': viewed,
  'tab/to-place': (session, { place }) => void session.recording.goTo(place),
} satisfies Partial<SessionHandlers<TabKind>>

/** What the user does with a tab, from any window: the list of tabs that need attention has all. */
export const anyTabMessages = (now: () => Millis) =>
  ({
    'tab/acknowledge': (session) => session.evidence.apply({ type: 'user', action: 'acknowledge' }),
    'tab/seen': (session) => session.evidence.apply({ type: 'user', action: 'mark_seen' }),
    'tab/clear-scrollback': (session) => session.delivery.clearScrollback(),
    'tab/rename': (session, { name }) => session.identity.rename(name),
    'tab/mute': (session, { muted }) => session.identity.mute(muted),
    'tab/snooze': (session, { forMs }) =>
      session.evidence.apply(
        forMs === null
          ? { type: 'user', action: 'unsnooze' }
          : { type: 'user', action: 'snooze', until: now() + forMs },
      ),
  }) satisfies Partial<SessionHandlers<TabKind, Attended>>

/** Passes each message on to the session of its tab; where there is none, it is ignored. */
export function forSession<K extends TabKind, Of>(
  handlers: SessionHandlers<K, Of>,
  find: (tab: string) => Of | undefined,
): PageMessageHandlers<K> {
  const entries = Object.entries(handlers) as [K, (session: Of, message: object) => void][]
  return Object.fromEntries(
    entries.map(([kind, handle]) => [
      kind,
      (message: { readonly tab: string }) => {
        const session = find(message.tab)
        if (session !== undefined) handle(session, message)
      },
    ]),
  ) as unknown as PageMessageHandlers<K>
}
