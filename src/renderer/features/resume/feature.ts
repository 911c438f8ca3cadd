/** Agents of the run before, which tabs offer to resume: the bar, and the keys for it. */
import type { Feature } from '../../page.ts'
import { ResumeBar } from './resume-bar.tsx'

export const resumeFeature: Feature = (page) => {
  const resume = (tabs: readonly string[]): boolean => {
    for (const tab of tabs) page.send({ kind: 'tab/resume', tab, accept: true })
    return tabs.length > 0
  }
  const offering = () => page.state.views().filter((view) => view.resume !== undefined)
  return {
    actions: {
      resume_agent: () =>
        resume(
          offering()
            .map(({ id }) => id)
            .filter((id) => id === page.state.active.value),
        ),
      resume_all_agents: () => resume(offering().map(({ id }) => id)),
    },
    layers: [ResumeBar],
  }
}
