/** Handles a page's requests to tab programs: start, restart, resume, input, size, pager. */
import { named } from '../../../../base/text/safe-text.ts'
import { refusalTexts } from '../../../session/resuming.ts'
import type { NewTabs } from '../new-tabs.ts'
import type { MessageOf, PageMessageHandlers } from './handlers.ts'
import { showChanges, showInPager } from '../pager.ts'
import { runningProgramWarning, programInFront } from '../program-in-front.ts'
import type { GridSizes } from '../grid-sizes.ts'
import type { TabStrip } from '../tab-strip.ts'
import { defaultSize } from '../limits.ts'
import type { WindowContext } from '../workspace-ports.ts'

export class TabPrograms {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #sizes: GridSizes
  readonly #newTabs: NewTabs

  constructor(context: WindowContext, strip: TabStrip, sizes: GridSizes, newTabs: NewTabs) {
    this.#context = context
    this.#strip = strip
    this.#sizes = sizes
    this.#newTabs = newTabs
  }

  readonly handlers = {
    'session/start': (message) => this.#start(message),
    'session/restart': (message) => this.#restart(message),
    'session/resume': (message) => this.#resume(message),
    'session/paste': (message) => this.#paste(message),
    'session/input': (message) => this.#sendKeys(message),
    'session/page': (message) => this.#openInPager(message),
    'session/resize': ({ session, cols, rows }) => {
      this.#strip.sessions.get(session)?.program.resize({ cols, rows })
      this.#sizes.measured(session, { cols, rows })
      if (this.#strip.sessions.all.length === 1)
        this.#context.ports.window.gridMeasured?.({ cols, rows })
    },
  } satisfies Partial<PageMessageHandlers>

  /** Starts a tab's waiting command if it is the one the user was shown. */
  #start({ session: id, command, directory }: MessageOf<'session/start'>): void {
    if (
      this.#strip.sessions
        .get(id)
        ?.program.startDeferred({ command, directory }, this.#sizes.of(id)) === false
    )
      this.#context.page.notice(
        'warning',
        'Not started: this tab now offers a different command. Read it, then start it.',
      )
  }

  #restart({ session: id, force }: MessageOf<'session/restart'>): void {
    const session = this.#strip.sessions.get(id)
    if (session === undefined) return
    const { facts, page, ports } = this.#context
    if (session.program.facts().waits === true) {
      // An agent was resumed instead of the command, which the user has not approved.
      if (session.program.phase === 'running')
        page.notice(
          'notice',
          "Can't restart: this tab's command is not started yet. Quit the agent first.",
        )
      return
    }
    if (force || session.program.phase !== 'running') {
      session.program.restart(this.#sizes.of(id))
      return
    }
    page.send({
      kind: 'session/confirm-restart',
      session: id,
      running: programInFront(session.program, ports.foreground),
      sentence:
        runningProgramWarning(session, ports.foreground, facts.home) ??
        `${named(session.view().title)} is running`,
    })
  }

  #resume({ session: id, accept }: MessageOf<'session/resume'>): void {
    const session = this.#strip.sessions.get(id)
    if (session === undefined) return
    if (accept === false) {
      session.resuming.decline()
      return
    }
    const { page, ports } = this.#context
    const running = programInFront(session.program, ports.foreground)
    const refusal =
      running === null
        ? session.resuming.accept(accept, this.#sizes.of(id), () => ports.resumed())
        : 'prompt'
    if (refusal === null) return
    page.notice(
      'warning',
      `Can't resume the agent in ${named(session.view().title)}: ` +
        (running === null
          ? refusalTexts[refusal]
          : `${named(running)} is running in that tab. Quit it and try again.`),
    )
  }

  /** Pastes a part of a text, limited in size and number. */
  #paste({ session, bytes, total, last }: MessageOf<'session/paste'>): void {
    if (this.#strip.sessions.get(session)?.input.paste(bytes, { total, last }) !== false) return
    this.#context.page.notice(
      'warning',
      'Another paste into this tab is still in progress. Wait for it to finish or cancel it.',
    )
  }

  /** Sends keys, then lets other tabs yield to the echo. */
  #sendKeys({ session: id, bytes }: MessageOf<'session/input'>): void {
    this.#strip.sessions.get(id)?.input.type('keys', bytes)
    for (const session of this.#strip.sessions.all)
      if (session.id !== id) session.delivery.rest.typedElsewhere()
  }

  #openInPager({ session: id, ...asked }: MessageOf<'session/page'>): void {
    const session = this.#strip.sessions.get(id)
    if (session === undefined) return
    const { changes, delivery, identity, program } = session
    const source = { shadow: delivery.shadow, directory: identity.directory }
    const ports = {
      command: this.#context.ports.pager,
      program: this.#context.options.scrollback.pager,
      open: (made) => this.#newTabs.open({ ...made, instead: [this.#context.facts.home] }),
      notice: (level, text) => this.#context.page.notice(level, text),
    } satisfies Parameters<typeof showInPager>[2]
    if (asked.what !== 'changes') void showInPager(asked, source, ports)
    else {
      const { cols } = program.terminal.size ?? defaultSize
      const turn = { changes, columns: cols, directory: identity.directory }
      void showChanges(turn, this.#context.options.ai.diff, ports)
    }
  }
}
