/** The installed fonts of one letter width, with a sample. A click puts one first in the list. */
import { useEffect } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { quotedFont } from '../../look/style/chrome.ts'

/** Letters that are easily confused, and ligatures. */
const sample = '0O 1lI {} => != Aa'

interface FontListProps {
  readonly chosen: readonly string[]
  readonly choose: (families: readonly string[]) => void
}

export function FontList({ chosen, choose }: FontListProps): JSX.Element | null {
  const page = usePage()
  const families = useCell(page.state.fontFamilies)
  useEffect(() => page.send({ kind: 'fonts/list' }), [page])
  if (families.length === 0) return null
  return (
    <div class="setting-fonts" role="group" aria-label="Installed fonts">
      {families.map((family) => (
        <button
          key={family}
          class="setting-font"
          aria-pressed={family === chosen[0]}
          title={`Put ${family} first`}
          onClick={() => choose([family, ...chosen.filter((one) => one !== family)])}
        >
          <span class="cut">{family}</span>
          <span class="setting-sample" style={{ fontFamily: quotedFont(family) }}>
            {sample}
          </span>
        </button>
      ))}
    </div>
  )
}
