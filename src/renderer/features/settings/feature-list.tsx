/** The features of the chosen font, with the characters that each changes. A click switches one. */
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { featurePattern } from '../../../core/config/sections/terminal.ts'
import { fontFamily } from '../../look/fonts.ts'
import { featureSettings } from '../../look/font-features.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { fontVariants, type FontVariant } from './font-variants.ts'

interface FeatureListProps {
  readonly chosen: readonly string[]
  readonly choose: (features: readonly string[]) => void
}

const tagOf = (feature: string): string | undefined => featurePattern.exec(feature)?.[2]

export function FeatureList({ chosen, choose }: FeatureListProps): JSX.Element | null {
  const page = usePage()
  const family = fontFamily(useCell(page.state.options).fonts.priority, [])
  const [variants, setVariants] = useState<readonly FontVariant[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void fontVariants(family).then((found) => {
      if (isCurrent) setVariants(found)
    })
    return () => {
      isCurrent = false
    }
  }, [family])
  if (variants === null) return null
  if (variants.length === 0)
    return <p class="setting-text note">The first font has no variants of characters.</p>
  return (
    <div class="setting-fonts" role="group" aria-label="Features of the font">
      {variants.map(({ tag, sample }) => {
        const rest = chosen.filter((one) => tagOf(one) !== tag)
        const isOn = chosen.some(
          (one) => tagOf(one) === tag && featureSettings([one]) !== `"${tag}" 0`,
        )
        return (
          <button
            key={tag}
            class="setting-font"
            aria-pressed={isOn}
            title={isOn ? `Don't use ${tag}` : `Use ${tag}`}
            onClick={() => choose(isOn ? rest : [...rest, tag])}
          >
            <span>{tag}</span>
            <span class="setting-sample" style={{ fontFamily: family }}>
              {sample} {'→'} <span style={{ fontFeatureSettings: `"${tag}" 1` }}>{sample}</span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
