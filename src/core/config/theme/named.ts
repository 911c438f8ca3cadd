/** Checks the themes that a configuration names and reports where. Pure. */
import { nearest } from '../../../base/numbers/nearest.ts'
import type { ConfigDocument } from '../read.ts'
import { isTable } from '../../../base/objects/is-table.ts'
import type { ConfigProblem } from '../problem.ts'
import type { Options } from '../table.ts'
import { bundledThemes, findTheme } from './bundled.ts'
import type { Theme } from './theme.ts'

const keys = ['preset', 'preset_light', 'preset_dark'] as const
type Key = (typeof keys)[number]

/** Options that name themes. */
export type NamedColors = Pick<Options['colors'], Key>

/** Returns the options whose theme is neither bundled nor one of `own`. */
export function missingThemes(colors: NamedColors, own: readonly Theme[]): readonly Key[] {
  return keys.filter((key) => colors[key] !== '' && findTheme(colors[key], own) === undefined)
}

/** `documents`: sources of `colors`, later ones win; `own`: themes that are not bundled. */
export function namedThemes(
  colors: NamedColors,
  documents: readonly ConfigDocument[],
  own: readonly Theme[],
): readonly ConfigProblem[] {
  const at = (key: Key): Pick<ConfigProblem, 'key' | 'file' | 'place'> => {
    const document = documents.findLast(({ table }) => {
      const section = table['colors']
      return isTable(section) && section[key] !== undefined
    })
    const name = `colors.${key}`
    return { key: name, file: document?.file ?? '', place: document?.placeOf(name) ?? null }
  }
  const missing = missingThemes(colors, own).map((key): ConfigProblem => {
    const meant = nearest(
      colors[key],
      [...bundledThemes, ...own].map(({ name }) => name),
    )
    const next =
      meant === null
        ? `Run \`vibeflow --list-themes\`, or add themes/${colors[key]}.toml.`
        : `Did you mean ${meant}?`
    return {
      kind: 'unknown_theme',
      severity: 'error',
      ...at(key),
      text: `unknown theme ${JSON.stringify(colors[key])} (colors.${key}). ${next}`,
      outcome: 'Keeping the current colors.',
    }
  })
  return [
    ...missing,
    ...withoutEffect(colors).map(({ key, ...rest }) => ({
      kind: 'doubtful_value',
      ...at(key),
      ...rest,
    })),
  ]
}

/** Only both options together follow the desktop, and they override `preset`. */
function withoutEffect({ preset, preset_light: light, preset_dark: dark }: NamedColors): readonly {
  readonly key: Key
  readonly severity: 'warning' | 'note'
  readonly text: string
}[] {
  if (light !== '' && dark !== '')
    return preset === ''
      ? []
      : [
          {
            key: 'preset',
            severity: 'note',
            text:
              'colors.preset has no effect while both colors.preset_light and ' +
              'colors.preset_dark are set.',
          },
        ]
  if (light === '' && dark === '') return []
  const [alone, other] =
    light === ''
      ? (['preset_dark', 'preset_light'] as const)
      : (['preset_light', 'preset_dark'] as const)
  return [
    {
      key: alone,
      severity: 'warning',
      text:
        `colors.${alone} has no effect without colors.${other}. Set both to follow the ` +
        'desktop, or colors.preset for one theme.',
    },
  ]
}
