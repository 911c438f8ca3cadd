/** Options, colors and font size of each grid: the window's, changed by the tab's profile. */
import type { SessionId } from '../../core/ids.ts'
import { gridDefaults, type GridOptions } from '../../core/config/grid-options.ts'
import { profileNamed, withProfile } from '../../core/config/profile.ts'
import type { WindowColors as AllColors } from '../../core/config/theme/looks.ts'
import type { Appearance } from '../look/looks.ts'
import type { Grid } from './grid.ts'
import { fontSizeMax, fontSizeMin } from './limits.ts'

interface Drawing {
  readonly options: GridOptions
  /** `null` for the colors of the window. */
  readonly looks: AllColors | null
}

export class Drawings {
  readonly #looks: Appearance
  readonly #profile: (session: SessionId) => string | undefined
  #options: GridOptions = gridDefaults
  /** By profile name, made on first use. */
  readonly #ofProfiles = new Map<string, Drawing>()
  /** Steps of 1 px from the configured size. */
  #zoom = 0

  /** @param profile returns the name of a tab's profile, or `undefined` */
  constructor(looks: Appearance, profile: (session: SessionId) => string | undefined) {
    this.#looks = looks
    this.#profile = profile
  }

  get options(): GridOptions {
    return this.#options
  }

  setOptions(options: GridOptions): void {
    this.#options = options
    this.forget()
  }

  /** Discards results derived from old colors or options. */
  forget(): void {
    this.#ofProfiles.clear()
  }

  of(session: SessionId | null): Drawing {
    const name = session === null ? undefined : this.#profile(session)
    const profile = profileNamed(this.#options, name)
    if (name === undefined || profile === undefined) return { options: this.#options, looks: null }
    const made = this.#ofProfiles.get(name)
    if (made !== undefined) return made
    const options = withProfile(this.#options, profile)
    const isColored = Object.keys(profile.colors).length > 0
    const drawing = { options, looks: isColored ? this.#looks.of(options) : null }
    this.#ofProfiles.set(name, drawing)
    return drawing
  }

  isPlain(session: SessionId): boolean {
    return this.of(session).options === this.#options
  }

  looks(session: SessionId | null): AllColors {
    return this.of(session).looks ?? this.#looks.now.value
  }

  /** Sets the colors of the grid's element, for elements above the grid. */
  color({ id, host }: Grid): void {
    const own = this.of(id).looks
    for (const [name, value] of Object.entries((own ?? this.#looks.now.value).css))
      if (own === null) host.style.removeProperty(`--${name}`)
      else host.style.setProperty(`--${name}`, value)
  }

  fontSize(session: SessionId | null): number {
    const { size } = this.of(session).options.fonts
    return Math.min(fontSizeMax, Math.max(fontSizeMin, size + this.#zoom))
  }

  /** @returns whether the tab's font size has changed. At a limit it does not. */
  zoom(change: 'larger' | 'smaller' | 'reset', session: SessionId | null): boolean {
    const [zoom, before] = [this.#zoom, this.fontSize(session)]
    this.#zoom = change === 'reset' ? 0 : zoom + (change === 'larger' ? 1 : -1)
    const changed = this.fontSize(session) !== before
    if (!changed && change !== 'reset') this.#zoom = zoom
    return changed
  }
}
