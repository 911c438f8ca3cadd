/** A shadow with a worker that runs in place, its output and the page that shows it. */
import { RecentOutput } from '../../../src/core/session/flow/recent-output.ts'
import { Meter } from '../../../src/core/session/flow/meter.ts'
import { Shadow } from '../../../src/core/worker/shadow.ts'
import { decode, type Delta, type Snapshot } from '../../../src/terminal/index.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FramePage } from '../../support/frames/frame-page.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'

export function make() {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const history = new RecentOutput()
  const flow: string[] = []
  const reported: string[] = []
  const meter = new Meter({ pause: () => flow.push('pause'), resume: () => flow.push('resume') })
  let size = { cols: 20, rows: 4 }
  const page = new FramePage()
  const shadow = new Shadow(() => 100, unknownFacts, {
    clock,
    port: shadows.port,
    history,
    size: () => size,
    changed: () => reported.push('changed'),
    read: () => undefined,
    watched: () => undefined,
    gone: () => reported.push('gone'),
    readerGone: () => undefined,
    ruleOff: () => undefined,
    asked: () => undefined,
    joined: (at) => meter.join(at),
    left: () => meter.leave(),
    parsed: (upTo) => {
      meter.acknowledge(upTo)
    },
    frame: (bytes) => {
      page.take(bytes)
    },
    rows: (bytes) => {
      page.take(bytes)
    },
  })
  const print = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    history.push(bytes)
    meter.add(bytes.length)
    shadow.printed()
  }
  const text = async () => {
    const taken = await shadow.questions.snapshot({ form: 'text', scrollback: 100 })
    return taken === null ? null : new TextDecoder().decode(taken.payload).trimEnd()
  }
  const resize = (cols: number, rows: number) => {
    size = { cols, rows }
    shadow.resized(size)
  }
  return {
    clock,
    flow,
    history,
    meter,
    page,
    print,
    resize,
    shadow,
    shadows,
    text,
    reported,
  }
}

export const value = (payload: Uint8Array): Snapshot | Delta => {
  const decoded = decode(payload, messagePack)
  if (!decoded.ok) throw new Error(decoded.problem)
  return decoded.value
}
