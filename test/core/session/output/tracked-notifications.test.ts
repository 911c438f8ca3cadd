/**
 * Notifications of OSC 99 on their way from a program to the desktop, and their reports
 * (https://sw.kovidgoyal.net/kitty/desktop-notifications/).
 */
import { describe, expect, it, test } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import type { ProcessWatch, TerminalReader } from '../../../../src/core/session/ports.ts'
import { Session } from '../../../../src/core/session/session.ts'
import type { NotificationOptions } from '../../../../src/core/windows/attention/channels.ts'
import {
  notificationsPerSecondMax,
  openNotificationsPerTabMax,
} from '../../../../src/core/session/limits.ts'
import { tabPerMinuteMax } from '../../../../src/core/windows/attention/limits.ts'
import {
  NotificationCenter,
  type DesktopNotification,
} from '../../../../src/core/windows/attention/notification-center.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'

type FrontOf = Omit<ProcessWatch['front'], 'agent'>

function make(
  options: Partial<NotificationOptions> = {},
  isVisible = false,
  front: ProcessWatch['front'] | null = null,
) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const on: DesktopNotification[] = []
  const log: string[] = []
  const nothing = () => undefined
  const center = new NotificationCenter({
    clock,
    minuteOfDay: () => 600,
    doNotDisturb: () => false,
    show: (one) => {
      on.push(one)
      log.push(`show ${one.body}`)
    },
    withdraw: (_session, of) => {
      const at = on.findIndex(({ program }) => program?.notification === of)
      log.push(`withdraw ${on.splice(at, 1)[0]?.body}`)
    },
    sound: () => log.push('sound'),
    flash: nothing,
    toast: nothing,
    badge: nothing,
    working: nothing,
    changed: nothing,
    counted: nothing,
  })
  center.setOptions({ ...defaults, notifications: { ...defaults.notifications, ...options } })
  const session = new Session(
    { ...bashTab, title: 'tab' },
    {
      clock,
      start,
      send: (message) => {
        if (message.kind === 'session/changed') center.changed('w', message.view)
      },
      writeClipboard: nothing,
      shadow: shadowsInPlace(clock).port,
      isVisible: () => isVisible,
      ...(front === null ? {} : { watch: () => watchOf(front) }),
      happened: (event) => {
        if (event.type === 'called' && event.notification !== undefined)
          center.program(session.id, event.notification)
      },
    },
  )
  center.changed('w', session.view())
  const pty = () => ptys.at(-1)!
  pty().readBy = { group: 7, canonical: false }
  const print = (...bodies: string[]) => {
    for (const body of bodies) pty().print(`\x1b]99;${body}\x1b\\`)
  }
  const look = (there: boolean) => {
    center.front(session.id, there)
    session.evidence.apply({ type: 'focus', on: there })
  }
  return { center, clock, log, look, on, print, pty, session, written: () => pty().written }
}

function watchOf(front: ProcessWatch['front']): ProcessWatch {
  const nothing = () => undefined
  return {
    ...{ stirred: nothing, demand: nothing, look: nothing, dispose: nothing },
    foregroundNow: () => front.foreground,
    front,
  }
}

const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64')
const answer = (body: string) => `\x1b]99;${body}\x1b\\`
const png = (side: number) => {
  const data = Buffer.alloc(40)
  data.write('\x89PNG\r\n\x1a\n', 'latin1')
  data.write('IHDR', 12)
  data.writeUInt32BE(side, 16)
  data.writeUInt32BE(side, 20)
  return new Uint8Array(data)
}
const program = (on: readonly DesktopNotification[]) => on.at(-1)?.program

describe('examples of the specification', () => {
  it.each<[string, string[], Partial<DesktopNotification>]>([
    ['a title', [';Hello world'], { body: 'Message: Hello world' }],
    [
      'title and body',
      ['i=1:d=0;Hello world', 'i=1:p=body;This is cool'],
      { body: 'Message: Hello world: This is cool' },
    ],
    ['a body alone', ['p=body;only'], { body: 'Message: only' }],
    ['base64', [`e=1;${base64('é & <b>')}`], { body: 'Message: é & ‹b›' }],
    [
      'base64 that is encoded before it is split, with padding',
      [`i=1:d=0:e=1;${base64('Hell')}`, `i=1:e=1;${base64('o')}`],
      { body: 'Message: Hello' },
    ],
    [
      'base64 that is split after it was encoded, in a group and in a character',
      [`i=1:d=0:e=1;${base64('aé…b').slice(0, 3)}`, `i=1:e=1;${base64('aé…b').slice(3, 9)}`].concat(
        `i=1:e=1;${base64('aé…b').slice(9)}`,
      ),
      { body: 'Message: aé…' },
    ],
    ['low urgency', ['u=0;x'], { urgency: 'low' }],
    ['no urgency', [';x'], { urgency: 'normal' }],
    ['critical urgency', ['u=2;x'], { urgency: 'critical' }],
    [
      'the name of the application',
      [`f=${base64('vibeflow')};x`],
      { body: 'Message from “vibeflow”: x' },
    ],
    ['unknown keys and values', ['Z=1:u=9:o=never;x'], { urgency: 'normal', body: 'Message: x' }],
  ])('%s', (_, bodies, expected) => {
    const { on, print } = make()
    print(...bodies)
    expect(on.at(0)).toMatchObject(expected)
  })

  it.each<[string, string, object]>([
    ['buttons', 'p=buttons;Yes\u2028\u2028No', { buttons: ['Yes', 'No'] }],
    ['buttons that look like markup', 'p=buttons;<b>Yes', { buttons: ['‹b›Yes'] }],
    ['buttons in base64', `p=buttons:e=1;${base64('Ja\u2028Nein')}`, { buttons: ['Ja', 'Nein'] }],
    ['a known icon', `n=${base64('warn')};`, { icon: 'dialog-warning', image: null }],
    ['another icon', `n=${base64('firefox')};`, { icon: 'firefox' }],
    ['the icon of the application', `f=${base64('foo-bar')};`, { icon: 'foo-bar' }],
    ['a path as icon', `n=${base64('/etc/x')}:n=${base64('../x')};`, { icon: null }],
    ['image data', `p=icon:e=1;${base64(png(256))}`, { icon: null, image: png(256) }],
    [
      'image data and a name that may not exist',
      `n=${base64('x')}:p=icon:e=1;${base64(png(9))}`,
      { icon: null, image: png(9) },
    ],
    [
      'image data and a known name',
      `n=${base64('x')}:n=${base64('help')}:p=icon:e=1;${base64(png(9))}`,
      { icon: 'help-browser', image: null },
    ],
    ['a huge image', `p=icon:e=1;${base64(png(1_025))}`, { image: null }],
    ['data of another kind', `p=icon:e=1;${base64('<svg/>')}`, { image: null }],
    ['a type', `t=${base64('<b>')}:t=${base64('im.received')};`, { category: 'im.received' }],
    ['no expiry', 'w=0;', { expires: false }],
    ['the default', ';', { buttons: [], icon: null, image: null, sound: null, expires: true }],
  ])('%s', (_, body, expected) => {
    const { on, print } = make()
    print(`i=1:d=0;x`, `i=1:${body}`.replace('i=1:;', 'i=1;'))
    expect(program(on)).toMatchObject(expected)
  })

  it('shows a cached icon again by its key, also an icon that was sent without text', () => {
    const { on, print } = make()
    print(`g=logo:p=icon:e=1;${base64(png(8))}`, 'g=logo;one', 'g=other;two')
    expect(on.map(({ program: details }) => details?.image)).toEqual([png(8), null])
  })

  it('hides buttons and icons with the text', () => {
    const { on, print } = make({ content: 'title' })
    print('i=1:d=0;x', `i=1:d=0:p=icon:e=1;${base64(png(8))}`, 'i=1:p=buttons;Yes')
    expect(on[0]).toMatchObject({ title: 'tab', program: { buttons: [], icon: null, image: null } })
  })
})

describe('reports', () => {
  it.each<[string, string, number, string]>([
    ['activation', 'i=a:a=report', 0, answer('i=a;')],
    ['a button', 'i=a:a=report', 2, answer('i=a;2')],
    ['activation and close', 'i=a:a=report:c=1', 0, answer('i=a;') + answer('i=a:p=close;')],
    ['close alone', 'i=a:c=1', 1, answer('i=a:p=close;')],
    ['a notification without an id', 'a=report', 1, answer('i=0;1')],
    ['nothing by default', 'i=a', 1, ''],
    ['nothing after -report', 'i=a:a=report,-report:c=0', 1, ''],
    ['nothing for an invalid id but 0', 'i=$(x):a=report', 0, answer('i=0;')],
  ])('%s', (_, keys, button, expected) => {
    const { on, print, written } = make()
    print(`${keys};x`)
    const { notification } = program(on)!
    notification.activated(button)
    notification.activated(button)
    notification.closed()
    expect(written()).toBe(expected)
  })

  it('shows the tab unless the program prefers not to', () => {
    const { on, print } = make()
    print(';x', 'a=-focus;y', 'a=report;z')
    expect(on.map(({ program: details }) => details?.notification.focuses)).toEqual([
      true,
      false,
      true,
    ])
  })

  it("reports the ids that are shown, and a close at the program's own request", () => {
    const { clock, log, print, written } = make()
    print('i=a1:c=1;one', 'i=b2;two', ';three', 'i=c;four')
    print('i=q:p=alive;', 'i=a1:p=close;', 'i=q:p=alive;')
    clock.advance(100)
    // a reply to a query waits for the VT core, and a report does not
    expect(
      written()
        .split(/(?<=\x1b\\)/)
        .toSorted(),
    ).toEqual([answer('i=a1:p=close;'), answer('i=q:p=alive;a1,b2'), answer('i=q:p=alive;b2')])
    print('p=close;')
    expect(log.filter((line) => line.startsWith('withdraw'))).toEqual(['withdraw Message: one'])
  })

  it('replaces a notification with the same id, without a report', () => {
    const { on, print, written } = make()
    print('i=a:c=1;10 %', 'i=a;20 %')
    expect([on.map(({ body }) => body), written()]).toEqual([['Message: 20 %'], ''])
  })

  it('does not count updates of a notification against the limit of its tab', () => {
    const { clock, on, print, written } = make()
    for (let percent = 0; percent < 100; percent += 1) {
      print(`i=a:c=1;${percent} %`)
      clock.advance(500)
    }
    expect([on.length, on[0]?.body, written()]).toEqual([1, 'Message: 99 %', ''])
  })

  it('closes a notification after its time, and when the user looks at the tab', () => {
    const { clock, look, on, print, written } = make()
    print('i=a:c=1:w=5000;one', 'i=b:c=1;two')
    clock.advance(4_999)
    expect(on.length).toBe(2)
    clock.advance(1)
    expect([on.length, written()]).toEqual([1, answer('i=a:p=close;')])
    look(true)
    expect([on.length, written()]).toEqual([0, answer('i=a:p=close;') + answer('i=b:p=close;')])
  })
})

describe('occasions', () => {
  it.each<[string, boolean, boolean, boolean]>([
    ['always', true, true, true],
    ['unfocused', true, true, false],
    ['unfocused', false, true, true],
    ['invisible', false, true, false],
    ['invisible', false, false, true],
  ])('o=%s with focus %s and visible %s notifies: %s', (occasion, focused, visible, expected) => {
    const { look, on, print, session } = make({ when: 'always' }, visible)
    look(focused)
    print(`o=${occasion};x`)
    expect([on.length === 1, session.view().call !== undefined]).toEqual([
      expected,
      expected && !focused,
    ])
  })

  it("keeps to the user's own rules", () => {
    const front = make()
    front.look(true)
    front.print('o=always:u=2;x')
    const never = make({ when: 'never' })
    never.print('u=2;x')
    const muted = make()
    muted.session.identity.mute(true)
    muted.clock.advance(100)
    muted.print('u=2;x')
    expect([front.on, never.on, muted.on]).toEqual([[], [], []])
  })
})

describe('a notification that is not shown', () => {
  it.each<[string, Partial<NotificationOptions>, (made: ReturnType<typeof make>) => void]>([
    ['in front', {}, ({ look }) => look(true)],
    ['turned off', { when: 'never' }, () => undefined],
    [
      'muted',
      {},
      ({ clock, session }) => {
        session.identity.mute(true)
        clock.advance(100)
      },
    ],
    ['without a channel', { program: [] }, () => undefined],
  ])('reports its close once: %s', (_, options, prepare) => {
    const made = make(options)
    prepare(made)
    made.print('i=a:c=1;x', 'i=b;y')
    expect([made.on.length, made.written()]).toEqual([0, answer('i=a:p=close;')])
  })

  it('reports nothing when it would update a shown notification', () => {
    const { center, on, print, written } = make()
    print('i=a:c=1;x')
    center.setOptions({ ...defaults, notifications: { ...defaults.notifications, when: 'never' } })
    print('i=a:c=1;y')
    expect([on.length, written()]).toEqual([1, ''])
  })
})

describe('sounds', () => {
  it.each<[string, string | null, string[]]>([
    ['', null, ['sound']],
    ['system', null, ['sound']],
    ['silent', null, []],
    ['error', 'dialog-error', []],
    ['warn', 'dialog-warning', []],
    ['warning', 'dialog-warning', []],
    ['info', 'dialog-information', []],
    ['question', 'dialog-question', []],
    ['message-new-email', null, ['sound']],
    ['/etc/passwd', null, ['sound']],
  ])('s=%s plays the desktop sound %s', (name, sound, own) => {
    const { log, on, print } = make({ program: ['desktop', 'sound'] })
    print(`s=${base64(name)};x`)
    expect([program(on)?.sound, log.slice(1)]).toEqual([sound, own])
  })

  it('plays none that the user did not choose', () => {
    const { log, on, print } = make()
    print(`s=${base64('error')};x`)
    expect([program(on)?.sound, log]).toEqual([null, ['show Message: x']])
  })
})

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
