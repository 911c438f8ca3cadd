/** What would be lost with a tab, in a sentence (behaviour/ui.md 8). Pure. */
import type { TabView } from '../ipc/contract.ts'

/** `running`: name of the program in front, null at a shell's prompt. @returns null when nothing is lost */
export function whatIsLost({ title, project, state, agent }: TabView, running: string | null): string | null {
  const tool = agent?.tool ?? ''
  const who = tool !== '' ? tool : running
  const place = project === '' || project === who ? title : project
  if (state === 'waiting') return `${who ?? title}${who === null ? '' : ` in ${place}`} is waiting for you`
  if (state === 'working' && tool !== '') return `${tool} in ${place} is working`
  if (running !== null) return `${running} is running in ${title === running ? place : title}`
  return state === 'working' ? `${title} is working` : null
}
