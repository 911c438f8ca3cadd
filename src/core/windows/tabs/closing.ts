/** What would be lost with a tab, in a sentence. Pure. */
import type { TabView } from './tab-view.ts'
import { named as name } from '../../../base/text/safe-text.ts'

/**
 * `running`: name of the program in front, null at a shell's prompt. Its place is a name of the
 * user's, else the folder: a title may be one that the shell set long ago. @returns null when
 * nothing is lost
 */
export function closeWarning(
  { title, project, state, agent, named, place: folder }: TabView,
  running: string | null,
): string | null {
  const tool = agent?.tool ?? ''
  const who = tool !== '' ? tool : running
  const place = name(project === '' || project === who ? title : project)
  if (state === 'waiting')
    return `${name(who ?? title)}${who === null ? '' : ` in ${place}`} is waiting for you`
  if (state === 'working' && tool !== '') return `${name(tool)} in ${place} is working`
  if (running !== null)
    return (
      `${name(running)} is running in ` +
      `${name(named === true && title !== running ? title : folder)}`
    )
  return state === 'working' ? `${name(title)} is working` : null
}
