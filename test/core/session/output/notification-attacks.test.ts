/** Hostile notifications of OSC 99. */
import { describe, expect, it, test } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import type { TerminalReader } from '../../../../src/core/session/ports.ts'
import {
  notificationsPerSecondMax,
  openNotificationsPerTabMax,
} from '../../../../src/core/session/limits.ts'
import { tabPerMinuteMax } from '../../../../src/core/windows/attention/limits.ts'
import { type FrontOf, make, base64, answer, png, program } from './notifying.ts'

describe('attacks', () => {
  it('shows no more than its share of a flood, and reports each admitted one once', () => {
    const { clock, on, print, written } = make()
    for (let count = 0; count < 2_000; count += 1) {
      print(`i=n${count}:a=report:c=1;x`)
      if (count % 100 === 0) clock.advance(1_000)
    }
    expect(on.length).toBeLessThanOrEqual(tabPerMinuteMax + 1)
    for (const { program: details } of [...on]) details?.notification.closed()
    expect(written().split('p=close').length - 1).toBeLessThanOrEqual(
      21 * notificationsPerSecondMax,
    )
  })

  it('withdraws the oldest beyond the number that a tab may show', () => {
    const { clock, on, print } = make()
    for (let count = 0; count < 2 * openNotificationsPerTabMax; count += 1) {
      print(`i=n${count};x`)
      clock.advance(30_000)
    }
    expect(on.length).toBe(openNotificationsPerTabMax)
  })

  test.each<[string, (print: (...bodies: string[]) => void) => void]>([
    [
      'an icon without an end',
      (print) => {
        const piece = base64(new Uint8Array(3_072))
        print(`i=1:d=0:p=icon:e=1;${base64(png(9))}`)
        for (let count = 0; count < 200; count += 1) print(`i=1:d=0:p=icon:e=1;${piece}`)
      },
    ],
    [
      'an icon with invalid base64',
      (print) => print(`i=1:d=0:p=icon:e=1;${base64(png(9))}`, 'i=1:d=0:p=icon:e=1;A'),
    ],
  ])('drops %s, not the notification', (_, attack) => {
    const { on, print } = make()
    attack(print)
    print('i=1;x')
    expect(on[0]).toMatchObject({ body: 'Message: x', program: { image: null } })
  })

  it('drops the oldest icons of many open notifications, not the newest', () => {
    const { on, print } = make()
    for (let id = 0; id < 15; id += 1)
      print(`i=n${id}:d=0:p=icon:e=1;${base64(png(9)).padEnd(60_000, 'A')}`)
    print(`i=1:d=0:p=icon:e=1;${base64(png(9))}`, 'i=1;x', 'i=n0;y')
    expect(on.map(({ body, program: details }) => [body, details?.image?.length])).toEqual([
      ['Message: x', png(9).length],
      ['Message: y', undefined],
    ])
  })

  it('does not withdraw the oldest when it is updated at the limit', () => {
    const { clock, on, print, written } = make()
    for (let count = 0; count < openNotificationsPerTabMax; count += 1) {
      print(`i=n${count}:c=1;x`)
      clock.advance(30_000)
    }
    print('i=n0:c=1;y')
    expect([on.length, written()]).toEqual([openNotificationsPerTabMax, ''])
  })

  it.each<[string, (made: ReturnType<typeof make>) => void]>([
    ['a restart', ({ session }) => session.program.restart()],
    ["a shell's prompt", ({ pty }) => pty().print('\x1b]133;A\x07')],
  ])('joins no chunks from before %s', (_, end) => {
    const made = make()
    made.print('i=1:d=0;old ', 'd=0;old ')
    end(made)
    made.print('i=1;new', ';new')
    expect(made.on.map(({ body }) => body)).toEqual(['Message: new', 'Message: new'])
  })

  it('joins no chunks with invalid ids', () => {
    const { on, print } = make()
    print('i={1}:d=0;one ', 'i={2}:d=0;two ', 'i={2};three')
    expect(on.map(({ body }) => body)).toEqual(['Message: three'])
  })

  it.each<[string, FrontOf, boolean]>([
    ['a program', { foreground: 'other', name: 'vim' }, true],
    ['a program that is not known', { foreground: 'unknown', name: null }, false],
    ['tmux', { foreground: 'other', name: 'tmux: client' }, false],
    ['screen', { foreground: 'other', name: 'screen' }, false],
    ['docker run', { foreground: 'other', name: 'docker' }, false],
    ['sudo', { foreground: 'other', name: 'sudo' }, false],
    [
      'a connection',
      { foreground: 'other', name: 'x', elsewhere: { relation: 'on', name: 'h' } },
      false,
    ],
    ["the tab's shell", { foreground: 'shell', name: 'bash' }, false],
  ])('%s in the foreground gets reports and ids: %s', (_, front, gets) => {
    const { clock, on, print, written } = make({}, false, { agent: null, ...front })
    print('i=a1:a=report;x', 'i=q:p=alive;')
    clock.advance(100)
    program(on)?.notification.activated(0)
    expect(written()).toBe(
      gets ? answer('i=q:p=alive;a1') + answer('i=a1;') : answer('i=q:p=alive;'),
    )
  })

  it.each<[string, TerminalReader | null]>([
    ['is unknown', null],
    ['is the shell, since the program has ended', { group: 1_000, canonical: false }],
  ])('reports and lists nothing when the reading process group %s', (_, readBy) => {
    const { clock, on, print, pty, written } = make()
    pty().readBy = readBy
    print('i=reboot1:a=report:c=1;x', 'i=q:p=alive;')
    clock.advance(100)
    program(on)?.notification.activated(0)
    expect(written()).toBe(answer('i=q:p=alive;'))
  })

  it('lists no ids that another program has sent', () => {
    const { clock, print, pty, written } = make()
    print('i=reboot1;x')
    pty().readBy = { group: 8, canonical: false }
    print('i=q:p=alive;')
    clock.advance(100)
    expect(written()).toBe(answer('i=q:p=alive;'))
  })

  it('keeps a bounded number of icons', () => {
    const { on, print } = make()
    const large = new Uint8Array(200_000)
    large.set(png(9))
    const send = (key: string) => {
      const text = base64(large)
      for (let at = 0; at < text.length; at += 4_096)
        print(`i=${key}:g=${key}:d=0:p=icon:e=1;${text.slice(at, at + 4_096)}`)
      print(`i=${key};`)
    }
    for (const key of ['a', 'b', 'c']) send(key)
    print('g=a;x', 'g=c;y')
    expect(on.map(({ program: details }) => details?.image?.length)).toEqual([undefined, 200_000])
  })

  it('reads the same when it is cut anywhere', () => {
    const text = `\x1b]99;i=1:d=0:a=report:c=1:e=1;${base64('é')}\x1b\\\x1b]99;i=1:p=buttons;A\x07`
    const bytes = new TextEncoder().encode(text)
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const { on, pty } = make()
      pty().print(bytes.slice(0, cut))
      pty().print(bytes.slice(cut))
      expect(on[0], `cut at ${cut}`).toMatchObject({
        body: 'Message: é',
        program: { buttons: ['A'] },
      })
    }
  })

  it('shows neither controls nor direction marks, in any text', () => {
    const { on, print } = make()
    const hostile = base64('a\x1b]0;x\x07\u0085\u202eb\u2066\0')
    print(`i=1:d=0:e=1:f=${hostile};${hostile}`, `i=1:p=buttons:e=1;${base64('\u202e\u2028x\x9b')}`)
    expect([on[0]?.body, program(on)?.buttons]).toEqual([
      'Message from “a]0;xb”: a]0;xb',
      ['1', 'x'],
    ])
  })

  it.each<[string, (made: ReturnType<typeof make>) => void]>([
    ['ended', ({ pty }) => pty().end({ code: 0, signal: null })],
    ['been restarted', ({ session }) => session.program.restart()],
    ['closed its tab', ({ session }) => session.dispose()],
    [
      'left the foreground',
      ({ pty }) => {
        pty().readBy = { group: 8, canonical: true }
      },
    ],
    ['returned to a prompt', ({ pty }) => pty().print('\x1b]133;D\x07\x1b]133;A\x07')],
  ])('reports nothing when the program has %s', (_, leave) => {
    const made = make()
    made.pty().print('\x1b]133;A\x07\x1b]133;C\x07')
    made.pty().readBy = { group: 7, canonical: false }
    made.print('i=a:a=report:c=1;x')
    const { notification } = program(made.on)!
    leave(made)
    notification.activated(1)
    notification.closed()
    expect(made.written()).toBe('')
  })

  it('reports nothing while replies are off', () => {
    const { on, print, session, written } = make()
    session.configure({ ...defaults, security: { ...defaults.security, replies: 'none' } })
    print('i=a:a=report:c=1;x', 'i=a:p=?;', 'i=a:p=alive;')
    program(on)?.notification.activated(1)
    expect(written()).toBe('')
  })
})
