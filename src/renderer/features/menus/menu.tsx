/** A menu at a point of the window, with arrows, Home, End, first letters, Enter and Esc. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { usePage } from '../../page/page-context.ts'
import type { MenuEntry, Overlay, PagePoint } from '../../state/overlay.ts'

export function Menu({ label, at, entries, byKeys }: Overlay & { kind: 'menu' }): JSX.Element {
  const page = usePage()
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = menu.current
    if (element === null) return
    const put = (): void => putAt(element, at)
    put()
    window.addEventListener('resize', put)
    // If the mouse opened it, no entry is focused. The keys work anyway.
    const [first] = items(element)
    if (byKeys && first !== undefined) first.focus()
    else element.focus()
    return () => window.removeEventListener('resize', put)
  }, [at])

  const run = (entry: MenuEntry): void => {
    page.overlays.dismiss()
    entry.run()
  }
  const key = (event: KeyboardEvent): void => {
    const all = menu.current === null ? [] : items(menu.current)
    const index = all.findIndex((item) => item === document.activeElement)
    const focus = (to: number): void => all[(to + all.length) % all.length]?.focus()
    if (event.key === 'Escape' || event.key === 'Tab') page.overlays.dismiss()
    else if (event.key === 'ArrowDown') focus(index + 1)
    else if (event.key === 'ArrowUp') focus(Math.max(index, 0) - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(-1)
    else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase()
      const next = [...all.slice(index + 1), ...all.slice(0, index + 1)].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(letter),
      )
      next?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Backdrop onContextMenu={(event) => event.preventDefault()}>
      <div
        class="menu panel"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        ref={menu}
        onKeyDown={key}
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.map((entry, index) =>
          entry === 'line' ? (
            <div key={index} class="menu-line" role="separator" />
          ) : (
            <button
              key={index}
              class="menu-item"
              role="menuitem"
              tabIndex={-1}
              aria-keyshortcuts={keyShortcuts(entry)}
              aria-disabled={entry.disabled === true}
              disabled={entry.disabled === true}
              onPointerMove={(event) => event.currentTarget.focus()}
              onClick={() => run(entry)}
            >
              <span>{entry.label}</span>
              {entry.chord !== undefined && (
                <span class="menu-chord" aria-hidden="true">
                  {entry.chord}
                </span>
              )}
            </button>
          ),
        )}
      </div>
    </Backdrop>
  )
}

/** Returns the value of ARIA, which has no form for a sequence. */
function keyShortcuts({ chord }: MenuEntry): string | undefined {
  return chord?.includes(' ') === true ? undefined : chord?.replace('Ctrl', 'Control')
}

/** Places the menu at the pointer, or as near as the window allows. */
function putAt(element: HTMLElement, { x, y }: PagePoint): void {
  const { width, height } = element.getBoundingClientRect()
  const lowest = window.innerHeight - height - 4
  element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - width - 4))}px`
  element.style.top = `${Math.max(4, y > lowest ? Math.min(y - height, lowest) : y)}px`
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
}
