/** Icons of the chrome, drawn in the text's color. */
import type { JSX } from 'preact'

const paths = {
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  left: 'M10 3L5 8l5 5',
  right: 'M6 3l5 5-5 5',
  bell: 'M4 11h8l-1-1.5V7a3 3 0 0 0-6 0v2.5zM7 13.2h2',
  muted: 'M4 11h8l-1-1.5V7a3 3 0 0 0-6 0v2.5zM7 13.2h2M2.5 2.5l11 11',
  list: 'M4 6l4 4 4-4',
  menu: 'M3 4.5h10M3 8h10M3 11.5h10',
  broadcast:
    'M8 8h.01M5 11a4.2 4.2 0 0 1 0-6M11 5a4.2 4.2 0 0 1 0 6M3 13A7 7 0 0 1 3 3M13 3a7 7 0 0 1 0 10',
  zoomed: 'M9.5 3H13v3.5M13 3L9 7M6.5 13H3V9.5M3 13l4-4',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  copy: 'M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z',
} as const

type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

interface IconButtonProps {
  readonly class: string
  readonly icon: IconName
  readonly label: string
  readonly title?: string
  readonly run: () => void
}

/** A button with only an icon. `title` is its tooltip if it differs from the label. */
export function IconButton(props: IconButtonProps): JSX.Element {
  const { class: classes, icon, label, title = label, run } = props
  return (
    <button class={classes} aria-label={label} title={title} onClick={run}>
      <Icon name={icon} />
    </button>
  )
}
