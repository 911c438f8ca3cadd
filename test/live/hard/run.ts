/** Carries out the hard cases of one agent, several in one session of it. */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Driven } from '../agents.ts'
import type { Script } from '../script.ts'
import { letters, quit, staged, start, until, wait, type Stage } from '../drive.ts'
import type { Installed } from '../install.ts'
import { seconds, stateName } from '../measure.ts'
import { usualSize } from '../terminal.ts'
import { abilities, type Able } from './abilities.ts'
import { cases, type Case, type Keys, type Seen, type Step } from './cases.ts'
import { judge, type Judged, type Required } from './judge.ts'

/** Result of one case, or the reason for its absence. */
export interface HardResult {
  readonly id: string
  readonly result: Judged | string
  /** Load of the machine at its end. */
  readonly load: number
}

interface Scene {
  readonly log: (line: string) => void
  /** Ids; none: all. */
  readonly only: readonly string[]
  /** Text for people: what was shown, and the screens. */
  readonly keep: (id: string, text: string) => void
}

/** A killed agent may leave its screen, over whose middle the shell then prompts. */
const backAnywhere = /live\$\s*([─▀]|$)/m

/** Command of the MCP server that asks. */
const asks = [process.execPath, join(import.meta.dirname, 'mcp-server.ts')]

/** The longest time that a step waits for the screen. */
const longestMs = 90_000

export async function runHard(
  driven: Driven,
  installed: Installed,
  scene: Scene,
): Promise<readonly HardResult[]> {
  const able = abilities[driven.id]
  if (able === undefined) throw new Error(`${driven.id} has no entry in abilities.ts`)
  const results: HardResult[] = []
  let session: { readonly stage: Stage; readonly columns: number | undefined } | null = null
  const end = async () => {
    await session?.stage.close()
    session = null
  }
  for (const one of cases) {
    if (scene.only.length > 0 && !scene.only.includes(one.id)) continue
    const why = reason(one, able)
    if (why !== null) {
      results.push({ id: one.id, result: why, load: 0 })
      continue
    }
    let result: HardResult['result']
    try {
      if (session === null || session.columns !== one.columns) {
        await end()
        session = {
          stage: await begun(driven, installed, scene, one.columns),
          columns: one.columns,
        }
      }
      result = await runCase(one, { driven, able, stage: session.stage, scene })
      if (one.ends === true) await end()
    } catch (error) {
      result = error instanceof Error ? error.message : String(error)
      if (session !== null) scene.keep(one.id, history(session.stage))
      await end()
    }
    scene.log(`${one.id}: ${typeof result === 'string' ? result : resultText(result)}`)
    results.push({ id: one.id, result, load: Math.round(loadavg()[0] ?? 0) })
  }
  await end()
  return results
}

function reason({ needs }: Case, able: Able): string | null {
  if (needs === undefined) return null
  if (needs === 'limit') return able.limit === true ? null : 'it asks no such question'
  const way = needs === 'compact' || needs === 'suspend' ? able[needs] : able.calls[needs]
  return typeof way === 'string' ? way : null
}

function resultText({ cells, flaws }: Judged): string {
  const late = cells.filter(({ isLate }) => isLate)
  const words = late.map(({ event, want, took }) => {
    const text = took === null ? 'never' : `${seconds(took)} s`
    return `${want} ${text} after ${event}`
  })
  return [...words, ...flaws].join('; ') || 'right'
}

async function begun(
  driven: Driven,
  installed: Installed,
  { log }: Scene,
  columns: number | undefined,
): Promise<Stage> {
  const scene = {
    ...{ inTmux: false, withHooks: false, log, asks },
    ...(columns === undefined ? {} : { size: { cols: columns, rows: usualSize.rows } }),
  }
  const stage = await staged(driven, installed, scene, { thinkMs: 500, endMs: 500 })
  try {
    await start(driven, stage.tab, () => undefined)
  } catch (error) {
    await stage.close()
    throw error
  }
  await wait(4_000)
  return stage
}

interface Played {
  readonly driven: Driven
  readonly able: Able
  readonly stage: Stage
  readonly scene: Scene
}

async function runCase(one: Case, played: Played): Promise<Judged> {
  const { stage, able, scene } = played
  const { tab, server, project } = stage
  const prompt = `please do ${one.id.replaceAll(/[^a-zA-Z0-9 ]/g, '')} now`
  const lastWords = `The end of ${one.id.replaceAll(/[^a-zA-Z0-9 ]/g, '')} is here.`
  const replies = (one.replies ?? []).flatMap(({ call, ...reply }) => {
    const way = call === undefined ? '' : able.calls[call]
    if (typeof way === 'string' || way === undefined) return call === 'plan file' ? [] : [reply]
    if ('text' in way) return [{ ...reply, ...way }]
    return [{ ...reply, call: JSON.parse(JSON.stringify(way).replaceAll('PROJECT', project)) }]
  })
  server.play({ prompt, lastWords, replies, ...pick(one) })
  const required: Required[] = []
  const screens: string[] = []
  let event = { name: 'the start', at: tab.now() }
  const close = () => {
    const last = required.at(-1)
    if (last?.to === Infinity) required[required.length - 1] = { ...last, to: tab.now() }
  }
  for (const step of one.steps) {
    const isOthers = JSON.stringify(step).includes('server tool') && !able.shown['server tool']
    if (isOthers) continue
    if ('wait' in step) await wait(step.wait)
    else if ('expect' in step) {
      const { expect: want, ms, by = null } = step
      required.push({ event: event.name, at: event.at, to: Infinity, want, ms, by })
    } else {
      const isAction = !('shows' in step || 'gone' in step)
      if (isAction) close()
      const name = await act(step, { ...played, prompt, lastWords })
      if (!isAction) close()
      event = { name, at: isAction ? acted : tab.now() }
      screens.push(`--- ${name}, ${seconds(tab.now())} s`, tab.screen(), '')
    }
  }
  close()
  server.play(null)
  scene.keep(one.id, `${screens.join('\n')}\n${history(stage)}`)
  return judge(tab.shown, required)
}

function pick({ helper, aside }: Case): Pick<Script, 'helper' | 'aside'> {
  return { ...(helper && { helper }), ...(aside && { aside }) }
}

/** When the last key of an action was sent. */
let acted = 0

async function act(
  step: Step,
  { driven, able, stage, prompt, lastWords }: Played & { prompt: string; lastWords: string },
): Promise<string> {
  const { tab } = stage
  const shows = (what: Seen) =>
    what === 'shell'
      ? backAnywhere.test(tab.screen())
      : patternOf(what, driven, able, lastWords).test(tab.screen())
  const press = async (keys: readonly string[]) => {
    for (const [at, text] of keys.entries()) {
      if (at > 0) await wait(300)
      acted = tab.now()
      tab.type(text)
    }
  }
  if ('send' in step) {
    if (step.send === 'quit') {
      const keys = Array<string>(6).fill('\x03') // the first of them interrupts
      await quit({ quit: keys, ...driven }, tab, () => undefined)
      acted = tab.now()
      return 'quitting'
    }
    const { compact } = able
    const typed = step.send === 'compact' && typeof compact !== 'string' ? compact.typed : step.send
    await letters(tab, typed === true ? prompt : typed)
    await press(['\r'])
    if (step.send === 'compact' && typeof compact !== 'string' && compact.confirm !== undefined) {
      await wait(3_000)
      await press([compact.confirm])
    }
    return 'Enter'
  }
  if ('keys' in step) {
    const { keys } = step
    await press(typeof keys === 'string' ? keysOf(keys, driven, able) : [keys.raw])
    return typeof keys === 'string' ? keys : 'the key'
  }
  if ('shows' in step) {
    await until(() => shows(step.shows), longestMs)
    if (!shows(step.shows)) throw new Error(`the ${step.shows} did not come`)
    return `the ${step.shows}`
  }
  if ('gone' in step) {
    await until(() => !shows(step.gone), 15_000)
    if (shows(step.gone)) throw new Error(`the ${step.gone} stays`)
    return `the end of the ${step.gone}`
  }
  acted = tab.now()
  if ('resize' in step) {
    tab.resize(step.resize ?? usualSize)
    return 'the resize'
  }
  if ('mark' in step) return step.mark
  const pid = tab.pid()
  if (pid === null) throw new Error('no process is known')
  try {
    process.kill(-pid, 'SIGKILL') // a child of a launcher would draw over the shell
  } catch {
    process.kill(pid, 'SIGKILL')
  }
  return 'the kill'
}

function patternOf(
  what: Exclude<Seen, 'shell'>,
  { dialog }: Driven,
  { shown }: Able,
  lastWords: string,
): RegExp {
  if (what === 'last words')
    // Grok draws the time between words that wrap, and Nanocoder a line
    return new RegExp(
      lastWords.replaceAll('.', '\\.').replaceAll(' ', '(?:[\\s┃]|\\d+:\\d\\d [AP]M)+'),
    )
  const pattern =
    what === 'permission' ? dialog : (shown[what] ?? (what === 'act' ? dialog : undefined))
  if (pattern === undefined) throw new Error(`abilities.ts has no pattern for ${what}`)
  return pattern
}

function keysOf(
  keys: Keys,
  { approve, interrupt = ['\x1b'] }: Driven,
  able: Able,
): readonly string[] {
  const own = able.keys[keys]
  if (own !== undefined) return own
  if (keys === 'approve' || keys === 'act') return approve
  if (keys === 'interrupt') return interrupt
  if (keys === 'dismiss') return ['\x1b']
  throw new Error(`abilities.ts has no keys to ${keys}`)
}

/** The tab's states, the screen, and the requests, for people. */
function history({ tab, server }: Stage): string {
  const states = tab.shown.map(
    (one) => `${seconds(one.at).padStart(8)} ${stateName(one)} by ${one.source} (${one.front})`,
  )
  return [...states, `${seconds(tab.now())} now`, '', tab.screen(), '', ...server.log, ''].join(
    '\n',
  )
}
