/** Closes tabs, panes and the window, and asks first if something would be lost. */
import type { Millis } from '../../../base/clock.ts'
import type { MainMessage } from '../../ipc/contract.ts'
import type { SessionEvent } from '../../session/session-ports.ts'
import type { Leftovers } from '../../session/ports.ts'
import type { Session } from '../../session/session.ts'
import { paneFor, sessionIn, type PaneId, type SessionId, type TabId } from '../../ids.ts'
import { paneSlot, tabWith } from '../panes/arrangement.ts'
import { findTab } from '../panes/tab-order.ts'
import { closedTabsMax, type ClosedTab } from './closed-tabs.ts'
import type { Directories } from './directories.ts'
import { runningProgramWarning, programInFront } from './program-in-front.ts'
import { closesOnExit } from './tab-options.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext } from './workspace-ports.ts'

/** Returns the part of a question that names processes which would keep running. */
export const namedLeft = (left: readonly string[]): { readonly left?: string[] } =>
  left.length === 0 ? {} : { left: [...left] }

/** `force`: the user has confirmed. `end`: the processes that the question named end too. */
interface CloseAnswer {
  readonly force: boolean
  readonly end?: true | undefined
}

export class Closing {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #directories: Directories
  /** Processes that the last question about a session named. */
  readonly #left = new Map<SessionId, Leftovers>()
  /** They end with the window. */
  #endsLeft = false

  constructor(context: WindowContext, strip: TabStrip, directories: Directories) {
    this.#context = context
    this.#strip = strip
    this.#directories = directories
  }

  /** Closes a pane at the user's wish. Without `force` it may ask first. */
  closePane(pane: PaneId, answer: CloseAnswer): void {
    const sessions = [this.#strip.sessions.get(sessionIn(pane)) ?? []].flat()
    this.#close(sessions, answer, (asked) => ({ kind: 'pane/confirm-close', pane, ...asked }))
  }

  /** Closes a tab with all its panes at the user's wish. Without `force` it may ask first. */
  closeTab(tab: TabId, answer: CloseAnswer): void {
    const sessions = this.#strip.sessions.inTab(findTab(this.#strip.arrangement, tab))
    this.#close(sessions, answer, (asked) => ({ kind: 'tab/confirm-close', tab, ...asked }))
  }

  /** Closes tabs at the user's wish. Without `force` it may ask once for all of them. */
  closeTabs(tabs: readonly TabId[], answer: CloseAnswer): void {
    const { arrangement, sessions } = this.#strip
    const all = tabs.flatMap((tab) => sessions.inTab(findTab(arrangement, tab)))
    const asked = this.#askedAbout(all, answer)
    if (asked === null) this.#endEach(all, answer)
    else this.#context.page.send({ kind: 'tabs/confirm-close', tabs: [...tabs], ...asked })
  }

  #close(
    sessions: readonly Session[],
    answer: CloseAnswer,
    question: (asked: {
      readonly running: string | null
      readonly sentence: string
      readonly left?: string[]
    }) => MainMessage,
  ): void {
    const [first] = sessions
    if (first === undefined) return
    const { page, ports } = this.#context
    const asked = this.#askedAbout(sessions, answer)
    if (asked === null) this.#endEach(sessions, answer)
    else {
      const running = programInFront(first.program, ports.foreground)
      const { sentences, ...left } = asked
      page.send(question({ running, sentence: sentences.join('; '), ...left }))
    }
  }

  /**
   * Returns what the question before closing names: sentences about the loss, and processes that
   * would keep running. Returns `null` if it is not asked.
   */
  #askedAbout(
    sessions: readonly Session[],
    { force }: CloseAnswer,
  ): { readonly sentences: string[]; readonly left?: string[] } | null {
    const { clock, registry } = this.#context.ports
    if (force || !registry.rules.ui.confirm_on_close) return null
    const sentences = this.#wouldBeLost(sessions)
    const left = this.#wouldStay(sessions, clock.now())
    if (sentences.length === 0 && left.length === 0) return null
    return { sentences, ...namedLeft(left) }
  }

  /**
   * Returns the processes that the end of these sessions leaves.
   * @param isAsked remembers them, because a question names them
   */
  #wouldStay(sessions: readonly Session[], askedAt: Millis, isAsked = true): string[] {
    return sessions.flatMap((session) => {
      const found = session.agents.processes?.leftovers?.(askedAt) ?? null
      if (!isAsked) return found?.lines ?? []
      if (found === null) this.#left.delete(session.id)
      else this.#left.set(session.id, found)
      return found?.lines ?? []
    })
  }

  /** Ends sessions, then the processes that the user was asked about and does not want. */
  #endEach(sessions: readonly Session[], { force, end }: CloseAnswer): void {
    const left = sessions.flatMap(({ id }) => this.#left.get(id) ?? [])
    for (const { id } of sessions.toReversed()) this.#end(id)
    if (force && end === true) this.#endLeft(left)
  }

  #endLeft(left: readonly Leftovers[]): void {
    const now = this.#context.ports.clock.now()
    for (const one of left) one.end(now)
  }

  /**
   * Closes a pane by command. Without `force`, returns a sentence about the loss or about processes
   * that would keep running, if there are any, or `null`.
   */
  closeByCommand(pane: PaneId, force: boolean): string | null {
    const id = sessionIn(pane)
    const session = this.#strip.sessions.get(id)
    if (session === undefined) return null
    const [lost] = force ? [] : this.#wouldBeLost([session])
    if (lost !== undefined) return `${lost}. Use --force to close it anyway.`
    const { clock, registry } = this.#context.ports
    const asks = !force && registry.rules.ui.confirm_on_close
    // an open question of the window named others
    const left = asks ? this.#wouldStay([session], clock.now(), false) : []
    if (left.length > 0)
      return `May keep running: ${left.join('; ')}. Use --force to close it anyway.`
    this.#end(id)
    return null
  }

  /**
   * Removes a tab that could not be started and that the user did not ask for. `before` was the
   * active tab before it and becomes active again.
   */
  withdraw(id: SessionId, before: SessionId | null): void {
    const session = this.#strip.sessions.get(id)
    if (session?.program.phase !== 'failed') return
    if (before !== null && this.#strip.focused === id) this.#strip.focusPane(paneFor(before))
    this.#remove(id, session)
  }

  /** Handles an event of a tab, which may close when its program ends. */
  happened(id: SessionId, event: SessionEvent): void {
    const { registry } = this.#context.ports
    const held = this.#strip.sessions.handle(id)
    if (held === undefined) return
    registry.happened(id, event)
    if (event.type !== 'ended') return
    registry.changed(held.session.view()) // before it may close
    const onExit = held.onExit ?? registry.rules.tabs.on_exit
    const shellRanMs = held.session.program.facts().isUserShell
      ? (held.session.view().exit?.ranMs ?? 0)
      : null
    if (closesOnExit(onExit, event.exit, shellRanMs)) this.#end(id)
  }

  /** Closes the window for the user; without `force`, it may ask first. */
  closeWindow({ force, end }: CloseAnswer): void {
    if (force && end === true) this.endsLeft()
    if (force || this.mayClose()) this.#context.ports.window.close()
  }

  /** The processes that the last question named end with the window. */
  endsLeft(): void {
    this.#endsLeft = true
  }

  /** Whether the window may close now. Otherwise the page asks and answers `window/close`. */
  mayClose(): boolean {
    const { page, ports } = this.#context
    const { clock, registry } = ports
    if (!page.isReady || !registry.rules.ui.confirm_on_close) return true
    const sentences = this.wouldBeLost()
    const left = registry.keepsPrograms() ? [] : this.wouldStay(clock.now())
    const tabs = this.#strip.tabs.length
    const losesNothing = sentences.length === 0 && (tabs <= 1 || registry.comesBack())
    if (losesNothing && left.length === 0) return true
    page.send({ kind: 'window/confirm-close', sentences, ...namedLeft(left), tabs, quit: false })
    return false
  }

  /** Whether closing a session's pane would lose nothing. */
  losesNothing(id: SessionId): boolean {
    const session = this.#strip.sessions.get(id)
    return session !== undefined && this.#wouldBeLost([session]).length === 0
  }

  /** Returns a sentence for each tab that would lose something. */
  wouldBeLost(): string[] {
    return this.#wouldBeLost(this.#strip.sessions.all)
  }

  /** Returns the processes that would keep running after all sessions, for a question. */
  wouldStay(askedAt: Millis): string[] {
    return this.#wouldStay(this.#strip.sessions.all, askedAt)
  }

  /** Ends every session. Lasting ones can be reopened from other windows. */
  endAll(): void {
    const { registry } = this.#context.ports
    const sessions = this.#strip.sessions.all
    const left = this.#endsLeft ? sessions.flatMap(({ id }) => this.#left.get(id) ?? []) : []
    for (const session of sessions.filter(({ once }) => !once).slice(-closedTabsMax))
      registry.closed.add(this.#closedTab(session))
    for (const session of sessions) {
      session.dispose()
      registry.gone(session.id)
    }
    this.#strip.sessions.clear()
    this.#endLeft(left)
  }

  #wouldBeLost(sessions: readonly Session[]): string[] {
    const { facts, ports } = this.#context
    return sessions
      .map((session) => runningProgramWarning(session, ports.foreground, facts.home))
      .filter((sentence) => sentence !== null)
  }

  /** Ends a session, whose tab can be reopened. */
  #end(id: SessionId): void {
    const session = this.#strip.sessions.get(id)
    if (session === undefined) return
    if (!session.once) this.#context.ports.registry.closed.add(this.#closedTab(session))
    this.#remove(id, session)
  }

  #remove(id: SessionId, session: Session): void {
    session.dispose()
    this.#left.delete(id)
    this.#strip.forget([id])
    this.#context.ports.registry.gone(id)
  }

  #closedTab(session: Session): ClosedTab {
    const { arrangement } = this.#strip
    const { id } = session
    this.#directories.lookUp(session) // it may have changed just now
    const pane = paneFor(id)
    const tab = tabWith(arrangement, pane)
    const place = tab === undefined ? -1 : arrangement.tabs.indexOf(tab)
    return { ...session.restorable(), place, id, slot: paneSlot(arrangement, pane) }
  }
}
