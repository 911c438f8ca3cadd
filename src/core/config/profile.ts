/** A tab's options: the current ones with its profile applied. Pure. */
import { nearest } from '../../base/numbers/nearest.ts'
import type { Profile } from './sections/profiles.ts'
import type { ColorKey, Options } from './table.ts'

type Changed = Pick<Options, 'colors' | 'cursor' | 'fonts' | 'ownColors'> &
  Partial<Pick<Options, 'shell'>>

/**
 * @param profile `undefined` if the tab has no profile, or if its profile is no longer in the file
 */
export function withProfile<Given extends Changed>(
  options: Given,
  profile: Profile | undefined,
): Given {
  if (profile === undefined) return options
  const { colors, cursor, fonts, shell } = profile
  const own = Object.keys(colors) as ColorKey[] // read by these options
  // a profile's theme replaces all colors
  const themed = colors.preset !== undefined
  return {
    ...options,
    fonts: { ...options.fonts, ...fonts },
    cursor: { ...options.cursor, ...cursor },
    colors: {
      ...options.colors,
      ...(themed ? { preset_light: '', preset_dark: '' } : {}),
      ...colors,
    },
    ownColors: [...new Set([...(themed ? [] : options.ownColors), ...own])].sort(),
    ...(options.shell === undefined
      ? {}
      : {
          shell: {
            ...options.shell,
            ...shell,
            env: { ...options.shell.env, ...shell.env },
          },
        }),
  }
}

/** Returns the profile of a name; `undefined` if there is none. */
export function profileNamed(
  { profiles }: Pick<Options, 'profiles'>,
  name: string | undefined,
): Profile | undefined {
  return name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

/** Returns a sentence about a missing profile, with the next step for the user. */
export function noSuchProfile({ profiles }: Pick<Options, 'profiles'>, name: string): string {
  const names = Object.keys(profiles)
  const meant = nearest(name, names)
  return (
    `No profile named ${JSON.stringify(name)}.` +
    (meant !== null
      ? ` Did you mean ${meant}?`
      : names.length === 0
        ? ' Add [profiles.NAME] to the configuration file.'
        : ` Available: ${names.join(', ')}.`)
  )
}
