/** Offers to resume agents of the previous run: the bar, its shortcut, and the question. */
import { createElement as h } from 'preact'
import { Bars } from '../../overlay/consent/bars.ts'
import type { Feature } from '../../page/page.ts'
import type { ResumePrompt } from '../../state/overlay.ts'
import { ResumeBar } from './resume-bar.tsx'
import { barOf, offersOf } from './resume-offers.ts'
import { ResumeQuestion } from './resume-question.tsx'

export const resumeFeature: Feature = (page) => {
  const bars = page.get(Bars)
  const offers = () => offersOf(page.state.views())
  const ask = (asked: readonly ResumePrompt[]): boolean => {
    if (asked.length > 0) page.overlays.open({ kind: 'resume', offers: asked })
    return asked.length > 0
  }
  return {
    actions: {
      resume_agent: () => {
        const asked = offers().filter(({ id }) => id === page.state.focused.value)
        return asked.some(({ id }) => bars.approve(barOf(id)) === 'ran') || ask(asked)
      },
      resume_all_agents: () => ask(offers()),
    },
    layers: [ResumeBar],
    overlays: { resume: (question) => h(ResumeQuestion, question) },
  }
}
