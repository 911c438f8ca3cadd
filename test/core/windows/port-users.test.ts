/** The tab that uses a port which a failed command of another tab needed. */
import { expect, it } from 'vitest'
import { portSearchMs } from '../../../src/core/windows/port-users.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asSession } from '../../support/windows/ids.ts'

const mark = (letters: string) => `\x1b]133;${letters}\x1b\\`
const failing = (text: string) => `${mark('A')}${mark('B')}${mark('C')}${text}\r\n${mark('D;1')}`
const inUse = 'Error: listen EADDRINUSE: address already in use :::3000'

/**
 * Two windows; a program in the second listens on ports.
 *
 * @param more of the watch over the first tab
 */
function listening(more: Partial<ProcessWatch> = {}) {
  let [tabs, searches] = [0, 0]
  const ports = [5173, 3000]
  const made = makeWindows({
    watch: () => {
      const isServer = (tabs += 1) === 2
      const usage = () => {
        searches += 1
        const none = { processes: 1, memory: 0, cores: null, biggest: [], estimate: true }
        return { ...none, ports: isServer ? ports : [] }
      }
      return quietWatch({ usage, ...(isServer ? {} : more) })
    },
  })
  const first = made.open()
  made.open()
  let request = 0
  /** Requests the reasons of the first tab, as the panel does. */
  const portUse = () => {
    first.receive({ kind: 'session/why', session: asSession('t1'), request: (request += 1) })
    return made.pages.get('w1')?.last('session/why')?.report.portUse
  }
  const print = (text: string) => made.ptys[0]?.print(text)
  return { ...made, first, ports, portUse, print, searches: () => searches }
}

it('names the tab that listens on a port which a failed command needed', () => {
  const { clock, ports, portUse, print } = listening()
  expect(portUse()).toBe(null)
  print(failing(inUse))
  expect(portUse()).toEqual({ port: 3000, session: 't2', tab: 'bash (Window 2, tab 1)' })
  ports.pop()
  clock.advance(portSearchMs)
  expect(portUse()).toBe(null) // it listens no longer
})

it('names no tab if the command did not fail, runs, or named a port of no tab', () => {
  const { portUse, print } = listening()
  print(`${mark('A')}${mark('B')}${mark('C')}${inUse}\r\n${mark('D;0')}`)
  expect(portUse()).toBe(null)
  print(failing(inUse) + mark('A') + mark('B') + mark('C'))
  expect(portUse()).toBe(null)
  print(`${mark('D;1')}${failing('listen tcp :8080: bind: address already in use')}`)
  expect(portUse()).toBe(null)
})

it('names no tab if the command failed on another machine', () => {
  const front = { foreground: 'other', name: 'ssh', agent: null } as const
  const { portUse, print } = listening({ front })
  print(`\x1b]7;file://build/srv\x1b\\${failing(inUse)}`)
  expect(portUse()).toBe(null)
})

it('names the tab for a program that has failed without a shell', () => {
  const { portUse, print, ptys } = listening()
  print(`${inUse}\r\n`)
  expect(portUse()).toBe(null)
  ptys[0]?.end({ code: 1, signal: null })
  expect(portUse()?.port).toBe(3000)
})

it('reads no processes for output, and few for output that always names another port', () => {
  const { clock, portUse, print, searches } = listening()
  for (let port = 1_000; port < 2_000; port += 1)
    print(failing(`listen tcp :${port}: bind: address already in use`))
  clock.advance(60_000)
  expect(searches()).toBe(0)
  for (let port = 1_000; port < 1_100; port += 1) {
    print(failing(`listen tcp :${port}: bind: address already in use`))
    portUse()
    clock.advance(100)
  }
  // its own with each request, and the other tab in each search
  expect(searches()).toBeLessThan(100 + 10_000 / portSearchMs + 2)
})
