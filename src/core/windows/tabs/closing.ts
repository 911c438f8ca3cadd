/** Warns of the loss when a tab is closed. Pure. */
import type { TabView } from './tab-view.ts'
import { named as name } from '../../../base/text/safe-text.ts'

/**
 * Returns a sentence about the programs that closing the tab would end, or `null` if there are
 * none. A program is located by the tab's name if the user gave one, else by its directory: the
 * shell may have set the title long ago.
 * @param running name of the foreground program; `null` at a shell's prompt
 * @param stopped name of a suspended job of that shell; `null` if there is none
 */
export function closeWarning(
  view: TabView,
  running: string | null,
  stopped: string | null = null,
): string | null {
  const { count = 0 } = view.queue ?? {}
  const queued = `${count} queued ${count === 1 ? 'prompt' : 'prompts'}`
  const program = programWarning(view, running, stopped)
  if (count === 0) return program
  return program === null ? `${name(view.title)} has ${queued}` : `${program}, with ${queued}`
}

function programWarning(
  { title, project, state, agent, named, place: folder }: TabView,
  running: string | null,
  stopped: string | null,
): string | null {
  const tool = agent?.tool ?? ''
  const who = tool !== '' ? tool : running
  const place = name(project === '' || project === who ? title : project)
  if (state === 'waiting')
    return `${name(who ?? title)}${who === null ? '' : ` in ${place}`} is waiting for you`
  if (state === 'working' && tool !== '') return `${name(tool)} in ${place} is working`
  const location = name(named === true && title !== running ? title : folder)
  if (running !== null) return `${name(running)} is running in ${location}`
  if (state === 'working') return `${name(title)} is working`
  return stopped === null ? null : `${name(stopped)} is suspended in ${location}`
}
