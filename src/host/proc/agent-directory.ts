/** The directory in which an agent's process has its settings and conversations: its account. */
import { isAbsolute, join, resolve } from 'node:path'
import { transcriptPlaces } from '../../agents/conversations/transcripts.ts'
import { procWords } from './files.ts'

/** Returns it from the variables that the process has; `null` if unknown. */
export function agentDirectory(agent: string, pid: number): string | null {
  const place = transcriptPlaces.find((one) => one.agent === agent)
  if (place === undefined) return null
  const words = procWords(pid, 'environ')
  const valueOf = (name: string): string | null => {
    const value = words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
    return value !== undefined && isAbsolute(value) ? resolve(value) : null
  }
  const named = place.variable === null ? null : valueOf(place.variable)
  const home = valueOf('HOME')
  return named ?? (home === null ? null : join(home, place.usual))
}
