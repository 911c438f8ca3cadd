import { expect, test } from 'vitest'
import { passPort } from '../../src/preload/pass-port.ts'

test('a listening page takes its own port, and never one of the document before it', () => {
  const { port1, port2 } = new MessageChannel()
  for (const listensFirst of [true, false]) {
    const reported: unknown[] = []
    let comes: (port: MessagePort, answered: string) => void = () => undefined
    const page = Object.assign(new EventTarget(), {
      postMessage: (...message: unknown[]) => reported.push(['page', ...message]),
    })
    passPort(
      {
        on: (_, listener) => {
          comes = (port, answered) => {
            listener({ ports: [port] }, answered)
          }
        },
        send: (...message) => reported.push(['main', ...message]),
      },
      page,
      'this document',
    )

    comes(port1, 'the one before')
    if (listensFirst) page.dispatchEvent(new Event('DOMContentLoaded'))
    comes(port1, 'the one before')
    comes(port2, 'this document')
    if (!listensFirst) {
      expect(reported.length).toBe(1)
      page.dispatchEvent(new Event('DOMContentLoaded'))
    }

    expect(reported).toEqual([
      ['main', 'port', 'this document'],
      ['page', 'port', '*', [port2]],
    ])
  }
})
