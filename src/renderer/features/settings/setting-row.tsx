/** One option: its label and description, its field, and the line that the field writes. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { fieldOf, fieldText, readField } from '../../../core/config/field.ts'
import type { SavableValue } from '../../../core/config/savable.ts'
import type { OptionEntry } from '../../../core/config/table.ts'
import { tomlValue } from '../../../core/config/written.ts'
import { builtInDark } from '../../../core/config/theme/bundled.ts'
import { derivedColour, themeColour } from '../../../core/config/theme/own-colours.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { FieldInput } from './field-input.tsx'
import { FeatureList } from './feature-list.tsx'
import { FontList } from './font-list.tsx'

const when = {
  live: '',
  'new tabs': ' Applies to new tabs.',
  'new windows': ' Applies to new windows.',
} as const

/** Returns the theme's color of an unset option of [colors]; null if the option's value applies. */
function useColour({ section, key, option }: OptionEntry): {
  readonly colour: string | readonly string[] | null
  readonly derived: string
} {
  const page = usePage()
  const { ownColors } = useCell(page.state.options)
  const looks = useCell(page.looks.now)
  const isColour = section === 'colors' && String(option.default).startsWith('#')
  const isOwn = ownColors.some((own) => own === key)
  if (!isColour || isOwn || looks.theme.name === builtInDark.name)
    return { colour: null, derived: '' }
  const colour = themeColour(looks.theme, key) ?? ''
  return { colour, derived: colour === '' ? derivedColour(looks, key) : '' }
}

interface SettingRowProps {
  readonly entry: OptionEntry
  /** Title of its section, for the results of a search. */
  readonly place: string | null
}

export function SettingRow({ entry, place }: SettingRowProps): JSX.Element {
  const page = usePage()
  const { section, key, name, option } = entry
  const options = useCell(page.state.options) as unknown as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  const value = options[section]?.[key]
  const { colour, derived } = useColour(entry)
  const inForce = colour === null ? fieldText(value) : fieldText(colour).toUpperCase()
  const field = useMemo(() => fieldOf(option), [option])
  const [draft, setDraft] = useState(inForce)
  useEffect(() => setDraft(inForce), [inForce]) // the file has changed
  const read = readField(option, field, draft)
  const isWrong = read === null && draft !== inForce
  const isDefault = JSON.stringify(value) === JSON.stringify(option.default)
  const save = (text: string): void => {
    const wanted = readField(option, field, text)
    setDraft(text)
    if (wanted !== null && text !== inForce) write(wanted)
  }
  const write = (wanted: SavableValue | null): void =>
    page.send({ kind: 'option/save', option: { name, value: wanted } })
  const id = `setting-${name}`
  return (
    <div class="setting" data-changed={!isDefault}>
      <label class="setting-name" for={id}>
        {place !== null && <span class="setting-place soft">{place} › </span>}
        {option.label}
        <code>{name}</code>
      </label>
      <div class="setting-field">
        <FieldInput
          {...{ id, name, field, draft, inForce }}
          invalid={isWrong}
          derived={derived}
          change={setDraft}
          save={save}
        />
        {!isDefault && (
          <button
            class="link soft"
            aria-label={`Reset ${name} to its default`}
            title={`Removes the line from the file. Default: ${tomlValue(option.default)}`}
            onClick={() => write(null)}
          >
            Reset
          </button>
        )}
      </div>
      <p class="setting-text note" id={`${id}-text`}>
        {option.text}
        {when[option.applies]}
      </p>
      {name === 'fonts.priority' && (
        <FontList chosen={value as readonly string[]} choose={(families) => write([...families])} />
      )}
      {name === 'fonts.features' && (
        <FeatureList
          chosen={value as readonly string[]}
          choose={(features) => write([...features])}
        />
      )}
      {isWrong ? (
        <p class="setting-problem note" role="alert">
          Not saved. Allowed: {option.allowed}.
        </p>
      ) : (
        draft !== inForce &&
        read !== null && (
          <p class="setting-line note">
            Will write: <code>{`[${section}] ${key} = ${tomlValue(read)}`}</code>
          </p>
        )
      )}
    </div>
  )
}
