/** The window's page: connects state, grids, features and the main process. */
import { Bars } from '../overlay/consent/bars.ts'
import { assert } from '../../base/assert.ts'
import { sessionIn, type SessionId } from '../../core/ids.ts'
import type { MainMessage, PageMessage } from '../../core/ipc/contract.ts'
import type { ActionName } from '../../core/config/keys/actions.ts'
import { ShortcutLookup } from '../../core/config/keys/shortcut-lookup.ts'
import { defaultShortcuts } from '../../core/config/keys/shortcuts.ts'
import { gridOptionsOf } from '../../core/config/grid-options.ts'
import { heardTime, pageClock } from './clock.ts'
import { Panes } from '../grid/panes.ts'
import { drawnSelection } from '../grid/text/selection.ts'
import { Hold } from '../keys/hold.ts'
import { Appearance } from '../look/looks.ts'
import { missingFonts } from '../look/missing-fonts.ts'
import type {
  Feature,
  Layer,
  MessageHandlers,
  OverlayViews,
  Page,
  RunAction,
  Service,
} from './page.ts'
import { Observable, follow } from '../state/cell.ts'
import { Notices } from '../state/notices.ts'
import { isQuestion } from '../state/overlay.ts'
import { OverlayStack } from '../state/overlay-stack.ts'
import { WindowState } from '../state/window-state.ts'
import { hidePointer, seeThrough, styleChrome } from '../look/style/chrome.ts'
import { MainSync } from './main-sync.ts'
import { TabCommands } from './tab-commands.ts'
import { WindowStatus } from './window-status.ts'

interface PagePorts {
  readonly features: readonly Feature[]
  readonly send: (message: PageMessage) => void
  /** The parent element of the grids. */
  readonly place: HTMLElement
  readonly hello: (greeting: { readonly version: string; readonly test: boolean }) => void
  /** Called with each frame as received, for specs. */
  readonly tapped: (session: SessionId) => void
}

export class WindowPage implements Page {
  readonly state = new WindowState()
  readonly shortcuts = new Observable(new ShortcutLookup(defaultShortcuts))
  readonly notices = new Notices()
  readonly looks = new Appearance(() => this.send({ kind: 'themes/list' }))
  readonly panes: Panes
  readonly tabs: TabCommands
  readonly overlays: OverlayStack
  /** Keys and actions for a tab that is about to open. */
  readonly hold = new Hold(pageClock, (bytes) => {
    const session = this.state.focused.value
    if (session !== null) this.#type(session, bytes)
  })
  readonly layers: readonly Layer[]
  readonly banners: readonly Layer[]
  readonly overlayViews: OverlayViews
  readonly #services = new Map<Service<object>, object>()
  readonly #actions: Readonly<Partial<Record<ActionName, RunAction>>>
  readonly #handlers: MessageHandlers
  readonly #ports: PagePorts
  readonly #status: WindowStatus
  readonly #sync: MainSync

  constructor(ports: PagePorts) {
    this.#ports = ports
    const { state, hold, notices } = this
    const send = (message: PageMessage): void => this.send(message)
    state.tabFilter.subscribe(() => send({ kind: 'window/filter', text: state.tabFilter.value }))
    this.panes = this.#makePanes()
    this.overlays = new OverlayStack(state, () => this.panes.shown?.focus(), send)
    this.#status = new WindowStatus(state, this.panes, send)
    this.#sync = new MainSync({
      state,
      panes: this.panes,
      overlays: this.overlays,
      hold,
      status: this.#status,
    })
    const bars = this.get(Bars)
    this.tabs = new TabCommands({ state, hold, sync: this.#sync, bars, notices, send })
    const added = ports.features.map((feature) => feature(this))
    this.#actions = Object.assign({}, ...added.map(({ actions }) => actions))
    this.#handlers = Object.assign(this.#ownHandlers(), ...added.map(({ messages }) => messages))
    this.overlayViews = Object.assign({}, ...added.map(({ overlays }) => overlays))
    this.layers = added.flatMap(({ layers }) => layers ?? [])
    this.banners = added.flatMap(({ banners }) => banners ?? [])
    for (const { grids } of added) if (grids !== undefined) this.panes.provide(grids)
  }

  #makePanes(): Panes {
    const { state, hold, looks } = this
    return new Panes(this.#ports.place, {
      send: (message) => {
        if (message.kind !== 'session/input') this.send(message)
        else if (!hold.later(message.bytes)) this.#type(message.session, message.bytes)
      },
      keysHeld: () => hold.on,
      kittyProtocol: () => state.options.value.keyboard.kitty_protocol,
      typed: () => {
        state.typed.set(true)
        hidePointer(state.options.value)
      },
      receivers: (id) => state.broadcast.of(id),
      looks,
      profile: (session) => state.session(session)?.value.profile,
      focused: (session) => this.tabs.goTo(session),
      writePrimary: (text, grid) =>
        this.send({ kind: 'clipboard/write', selection: 'primary', text, ...drawnSelection(grid) }),
    })
  }

  get<T extends object>(service: Service<T>): T {
    const made = this.#services.get(service) ?? new service(this)
    this.#services.set(service, made)
    return made as T // stored under its own constructor
  }

  listen(): void {
    this.hold.begin({ kind: 'first' })
    this.#followOptions()
    this.#status.listen()
  }

  #followOptions(): void {
    const { options, facts, missingFonts: missing } = this.state
    const apply = (): void => {
      styleChrome(options.value)
      this.#status.updateMotion()
      this.#status.updateTitle()
    }
    apply()
    options.subscribe(apply)
    follow(
      [options],
      () => options.value.shortcuts,
      (table) => this.shortcuts.set(new ShortcutLookup(table)),
    )
    follow(
      [options, facts],
      () => gridOptionsOf(options.value, facts.value),
      (gridOptions) => {
        this.panes.setOptions(gridOptions)
        this.looks.setOptions(gridOptions)
      },
    )
    follow(
      [options],
      () => ({ fonts: options.value.fonts, profiles: options.value.profiles }),
      (fonts) => window.requestIdleCallback(() => missing.set(missingFonts(fonts))),
    )
  }

  send(message: PageMessage): void {
    this.#ports.send(message)
  }

  receive<Kind extends MainMessage['kind']>(message: Extract<MainMessage, { kind: Kind }>): void {
    const handle: ((message: Extract<MainMessage, { kind: Kind }>) => void) | undefined =
      this.#handlers[message.kind as Kind]
    assert(handle !== undefined, `a feature takes ${message.kind}`)
    handle(message)
  }

  /** Returns the handlers of messages that do not belong to a feature. */
  #ownHandlers(): MessageHandlers {
    const { state, panes, overlays } = this
    return {
      'page/hello': (message) => {
        heardTime(message.now)
        state.version = message.version
        document.documentElement.toggleAttribute('data-drop-down', message.dropDown)
        const translucent = seeThrough(message.translucent)
        state.facts.set({ ...state.facts.value, translucent, fonts: message.fonts })
        this.#ports.hello(message)
        this.send({ kind: 'page/ready' })
        this.#status.sendFocus()
      },
      'window/state': (message) => {
        heardTime(message.now)
        this.#sync.receiveWindow(message)
      },
      'page/options': ({ options }) => {
        const before = state.options.value.ui.screen_reader
        if (options.ui.screen_reader !== before)
          state.facts.set({ ...state.facts.value, readerByHand: null })
        state.options.set(options)
      },
      'page/fonts': ({ families }) => state.fontFamilies.set(families),
      'page/layouts': ({ names }) => state.layouts.set(names),
      'page/offers': ({ answered }) => state.answeredOffers.set(answered),
      'page/configuration': ({ file, problems }) => state.complaint.set({ file, problems }),
      'session/changed': ({ view }) => this.#sync.receiveView(view),
      'session/cells': ({ session, bytes }) => {
        this.#ports.tapped(session)
        panes.take(session, bytes)
      },
      'session/bell': ({ session }) => panes.ring(session),
      'session/size': ({ session, size }) => {
        panes.hold(session, size)
        state.holdSize(session, size)
      },
      'tab/confirm-close': ({ tab, sentence, left }) => {
        this.hold.refused(state.focusIn(tab))
        overlays.open({ kind: 'close', confirm: { kind: 'tab/close', tab }, sentence, left })
      },
      'tabs/confirm-close': ({ tabs, sentences, left }) => {
        for (const tab of tabs) this.hold.refused(state.focusIn(tab))
        overlays.open({ kind: 'close-tabs', tabs, sentences, left })
      },
      'pane/confirm-close': ({ pane, sentence, left }) => {
        this.hold.refused(sessionIn(pane))
        overlays.open({ kind: 'close', confirm: { kind: 'pane/close', pane }, sentence, left })
      },
      'session/confirm-restart': ({ session, sentence }) =>
        overlays.open({ kind: 'close', confirm: { kind: 'session/restart', session }, sentence }),
      'window/confirm-close': (message) => overlays.open({ ...message, kind: 'close-window' }),
      'page/action': ({ action }) => {
        if (!isQuestion(state.overlay.value)) this.perform(action)
      },
      'page/themes': ({ themes, problems }) => this.looks.setOwn(themes, problems),
      'page/theme-collection': ({ themes }) => this.looks.setCollection(themes),
      'page/screen-reader': () => state.facts.set({ ...state.facts.value, readerRuns: true }),
      'page/toast': ({ text }) => this.notices.say(text),
      'bar/drop-mark': ({ place }) => state.dropMark.set(place),
      'page/notice': (message) => this.notices.add(message.level, message.text, message),
    }
  }

  perform(action: ActionName): boolean {
    const run = this.#actions[action]
    assert(run !== undefined, `a feature performs ${action}`)
    return this.hold.later(run) || run()
  }

  /** Sends the input for a session to it and to all other sessions that get it. */
  #type(typed: SessionId, bytes: Uint8Array): void {
    for (const session of this.state.broadcast.of(typed))
      this.send({ kind: 'session/input', session, bytes })
  }
}
