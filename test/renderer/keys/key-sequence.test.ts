/** Tests the started sequence: which keys continue, end or cancel it, and what is sent. */
import { describe, expect, test } from 'vitest'
import { namedPress } from '../../../src/core/config/keys/named-press.ts'
import { ShortcutLookup } from '../../../src/core/config/keys/shortcut-lookup.ts'
import { resolveShortcuts } from '../../../src/core/config/keys/shortcuts.ts'
import { KeySequence } from '../../../src/renderer/keys/key-sequence.ts'

function make(shortcuts: unknown = { new_tab: ['ctrl+a>c'], why: ['ctrl+a>x>y'] }) {
  const log: string[] = []
  let lookup = new ShortcutLookup(resolveShortcuts(shortcuts).table)
  const shown: string[] = []
  const sequence = new KeySequence({
    lookup: () => lookup,
    show: (text) => shown.push(text),
    perform: (bound) => log.push('action' in bound ? bound.action : JSON.stringify(bound)),
    send: ({ facts, released }) =>
      log.push(`${facts.ctrl ? '^' : ''}${facts.key}${released === null ? '' : ' released'}`),
  })
  const at = {} as never // a grid
  /** Presses a key as the page does. Returns `used`, its action, or `program`. */
  const press = (name: string, { repeat = false, to = at as 'next' | null } = {}): string => {
    const named = namedPress(name)
    if ('problem' in named) throw new Error(named.problem)
    const facts = named.ok
    const event = { key: facts.key, code: facts.code, repeat } as KeyboardEvent
    const bound = sequence.next(event, facts, () => facts)
    if (bound === 'used') return 'used'
    if (bound !== undefined && 'starts' in bound) {
      sequence.begin(bound.starts, { event, facts, at: to })
      return 'starts'
    }
    return bound !== undefined && 'action' in bound ? bound.action : 'program'
  }
  const release = (code: string) =>
    sequence.release(code, { ctrl: false, shift: false, alt: false, meta: false } as never)
  const rebind = (table: unknown) => {
    lookup = new ShortcutLookup(resolveShortcuts(table).table)
    sequence.follow()
  }
  return { log, shown, sequence, press, release, rebind }
}

describe('KeySequence', () => {
  test('performs the action, shows the keys so far, and sends nothing', () => {
    const { log, press, shown } = make()
    const results = [press('Ctrl+A'), press('x'), press('y'), press('c')]
    expect({ results, log, shown }).toEqual({
      results: ['starts', 'used', 'used', 'program'],
      log: ['why'],
      shown: ['ctrl+a', 'ctrl+a>x', ''],
    })
  })

  test.each<[string, readonly string[], string, readonly string[]]>([
    ['an unbound key', ['Ctrl+A', 'q'], 'program', ['^a']],
    ['an unbound key after two', ['Ctrl+A', 'x', 'q'], 'program', ['^a', 'x']],
    ['the first key again', ['Ctrl+A', 'Ctrl+A'], 'program', ['^a']],
    ['a shortcut', ['Ctrl+A', 'Ctrl+Shift+Y'], 'program', ['^a']],
    ['another shortcut', ['Ctrl+A', 'Ctrl+Shift+F'], 'find', ['^a']],
    ['Esc, which cancels', ['Ctrl+A', 'x', 'Escape'], 'used', []],
    ['Esc with a modifier', ['Ctrl+A', 'Alt+Escape'], 'program', ['^a']],
  ])('sends its keys at %s', (_name, keys, last, sent) => {
    const { log, press, shown } = make()
    expect([keys.map((key) => press(key)).at(-1), log, shown.at(-1)]).toEqual([last, sent, ''])
  })

  test('sends releases after their presses', () => {
    const { log, press, release } = make()
    press('Ctrl+A')
    expect([release('KeyA'), release('KeyB')]).toEqual([true, false])
    press('x')
    press('q')
    expect([log, release('KeyA')]).toEqual([['^a released', 'x'], false])
  })

  test('ignores held keys, in and after a sequence', () => {
    const { log, press } = make()
    const held = { repeat: true }
    const results = [press('Ctrl+A'), press('Ctrl+A', held), press('c'), press('c', held)]
    expect([results, log]).toEqual([['starts', 'used', 'used', 'used'], ['new_tab']])
    expect([press('c'), press('c', held)]).toEqual(['program', 'program'])
    press('Ctrl+A')
    expect([press('Escape'), press('Escape', held)]).toEqual(['used', 'used'])
  })

  test('ends without sending when the keyboard goes elsewhere, but waits for the next tab', () => {
    const { log, press, sequence } = make()
    press('Ctrl+A')
    sequence.leave()
    expect(press('c')).toBe('program')
    press('Ctrl+A', { to: 'next' })
    sequence.leave()
    expect([press('c'), log]).toEqual(['used', ['new_tab']])
    press('Ctrl+A', { to: 'next' })
    sequence.leave(true)
    expect([press('c'), log]).toEqual(['program', ['new_tab']])
  })

  test('follows new bindings, and sends its keys when nothing starts with them', () => {
    const { log, press, rebind, shown } = make()
    press('Ctrl+A')
    rebind({ find: ['ctrl+a>c'] })
    expect([press('c'), log]).toEqual(['used', ['find']])
    press('Ctrl+A')
    rebind({})
    expect([log, shown.at(-1), press('c')]).toEqual([['find', '^a'], '', 'program'])
  })

  test('a flood of keys leaves nothing waiting', () => {
    const { log, press } = make()
    for (let index = 0; index < 1_000; index += 1) press(index % 3 === 0 ? 'Ctrl+A' : 'q')
    expect(log.length).toBe(333)
  })

  test('a key of an action alone starts no sequence', () => {
    const { press } = make({ why: ['ctrl+a'], new_tab: ['ctrl+a>c'] })
    expect(press('Ctrl+A')).toBe('why')
  })
})
