/**
 * vibeflow in the top bar of GNOME Shell: how many agents need you, in the color of the most urgent
 * state, and a menu that lists them. It follows `dev.vibeflow.Terminal` on the session bus
 * (docs/guides/status-bars.md) and is hidden while the list is empty. Texts from programs are shown
 * as plain text.
 */
import Clutter from 'gi://Clutter'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import St from 'gi://St'
import { Extension } from 'resource:///org/gnome/shell/extensions/extension.js'
import * as Main from 'resource:///org/gnome/shell/ui/main.js'
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js'
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js'

const busName = 'dev.vibeflow.Terminal'
const objectPath = '/dev/vibeflow/Terminal'

/** The members that this extension uses. */
const Attention = Gio.DBusProxy.makeProxyWrapper(`<node>
  <interface name="dev.vibeflow.Terminal.Attention1">
    <property name="Count" type="u" access="read"/>
    <property name="Working" type="u" access="read"/>
    <method name="List"><arg name="items" type="aa{sv}" direction="out"/></method>
    <method name="Next"><arg name="id" type="s" direction="out"/></method>
    <method name="Focus"><arg name="id" type="s" direction="in"/></method>
    <signal name="Changed"><arg type="u"/><arg type="u"/></signal>
  </interface>
</node>`)

/** Most urgent first. */
const states = ['waiting', 'error', 'done']

/** Rows of the menu that fit on a screen. */
const rowsMax = 15
/** Characters shown of a program's message. */
const messageCharactersMax = 80
/**
 * A window that demands attention within this time after a choice in the menu is the chosen one.
 */
const chosenMs = 3_000

export default class VibeflowExtension extends Extension {
  enable() {
    this._label = new St.Label({ y_align: Clutter.ActorAlign.CENTER, text: '' })
    this._button = new PanelMenu.Button(0.5, 'vibeflow', false)
    this._button.add_child(this._label)
    this._button.visible = false
    this._chosenAt = 0
    this._openings = this._button.menu.connect('open-state-changed', (_menu, isOpen) => {
      if (isOpen) this._read()
    })
    this._attentions = global.display.connect('window-demands-attention', (_display, window) => {
      const isChosen = GLib.get_monotonic_time() / 1_000 - this._chosenAt < chosenMs
      if (isChosen && window.get_wm_class() === 'vibeflow') Main.activateWindow(window)
    })
    Main.panel.addToStatusArea(this.uuid, this._button)
    this._cancellable = new Gio.Cancellable()
    this._proxy = new Attention(
      Gio.DBus.session,
      busName,
      objectPath,
      (proxy, error) => {
        if (error !== null || proxy !== this._proxy) return // the extension was disabled since
        this._changes = proxy.connectSignal('Changed', () => this._read())
        this._owners = proxy.connect('notify::g-name-owner', () => this._read())
        this._read()
      },
      this._cancellable,
      Gio.DBusProxyFlags.DO_NOT_AUTO_START,
    )
  }

  disable() {
    this._cancellable.cancel()
    if (this._changes !== undefined) this._proxy.disconnectSignal(this._changes)
    if (this._owners !== undefined) this._proxy.disconnect(this._owners)
    global.display.disconnect(this._attentions)
    this._button.menu.disconnect(this._openings)
    this._button.destroy()
    this._button = this._label = this._proxy = this._cancellable = null
    this._changes = this._owners = undefined
  }

  _read() {
    const proxy = this._proxy
    if (proxy.g_name_owner === null) return this._show([], 0)
    proxy.ListRemote((result, error) => {
      if (proxy !== this._proxy) return
      const items = error === null ? result[0].map(plain) : []
      this._show(items, error === null ? (proxy.Working ?? 0) : 0)
    })
  }

  _show(items, working) {
    const most = states.find((state) => items.some((item) => item.state === state)) ?? 'message'
    this._button.visible = items.length > 0 || working > 0
    this._label.text = items.length > 0 ? `▲ ${items.length}` : `● ${working}`
    this._label.style_class = `vibeflow-${items.length > 0 ? most : 'working'}`
    this._button.accessible_name =
      items.length > 0 ? `vibeflow: ${items.length} need you` : `vibeflow: ${working} working`
    const { menu } = this._button
    menu.removeAll()
    for (const item of items.slice(0, rowsMax)) {
      const row = new PopupMenu.PopupMenuItem(wordsOf(item))
      row.connect('activate', () => {
        this._chosenAt = GLib.get_monotonic_time() / 1_000
        this._proxy.FocusRemote(item.id, () => undefined)
      })
      menu.addMenuItem(row)
    }
    const more = items.length - rowsMax
    const rest = items.length === 0 ? 'Nothing needs you' : more > 0 ? `and ${more} more` : null
    if (rest !== null) menu.addMenuItem(new PopupMenu.PopupMenuItem(rest, { reactive: false }))
  }
}

/** Converts a dictionary of variants to an object. */
function plain(fields) {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value.deepUnpack()]))
}

function wordsOf({ title, tool, state, kind, message }) {
  const needs = kind === '' || kind === 'other' ? 'needs you' : `needs you: ${kind}`
  const what = state === 'waiting' ? needs : state === 'error' ? 'failed' : state
  const who = tool === '' || tool === title ? title : `${title} (${tool})`
  const said = message === '' ? '' : ` · ${message.slice(0, messageCharactersMax)}`
  return `${who} ${what}${said}`
}
