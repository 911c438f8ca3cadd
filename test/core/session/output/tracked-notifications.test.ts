/**
 * Notifications of OSC 99 on their way from a program to the desktop, and their reports
 * (https://sw.kovidgoyal.net/kitty/desktop-notifications/).
 */
import { describe, expect, it } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import type { NotificationOptions } from '../../../../src/core/windows/attention/channels.ts'
import { make, base64, answer, png, program, type Shown } from './notifying.ts'

describe('examples of the specification', () => {
  it.each<[string, string[], Partial<Shown>]>([
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
    const { log, on, print, written } = make()
    print('i=a:c=1;10 %', 'i=b;other', 'i=a;20 %')
    expect([on.map(({ body }) => body), written()]).toEqual([
      ['Message: 20 %', 'Message: other'],
      '',
    ])
    expect(log.filter((line) => line.startsWith('withdraw'))).toEqual([])
    print('i=a:p=close;')
    expect(on.map(({ body }) => body)).toEqual(['Message: other'])
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

describe('long texts', () => {
  it.each(['9;', '777;notify;', '99;i=1;'])(
    'ghostty#13795: OSC %s is cut at a character',
    (start) => {
      for (const length of [250, 253, 254, 255, 510, 1_022, 2_046, 4_094]) {
        const { clock, on, pty } = make()
        const sequence = Buffer.from(`\x1b]${start}${'a'.repeat(length)}Я и далее\x1b\\`)
        pty().print(sequence.subarray(0, length + 4))
        pty().print(sequence.subarray(length + 4))
        clock.advance(2_000)
        const { title = '', body = '' } = on.at(-1) ?? {}
        expect(`${title}${body}`, `${length}`).toContain('aaa')
        expect(`${title}${body}`, `${length}`).not.toMatch(/[\ufffdÐ]/)
      }
    },
  )
})
