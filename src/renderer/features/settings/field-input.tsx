/** The field of an option. Enter, or leaving the field, saves the text. Esc does not. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Field } from '../../../core/config/field.ts'
import { themeOptions } from '../../../core/config/savable.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

interface FieldProps {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly draft: string
  readonly inForce: string
  readonly invalid: boolean
  /** The theme's color that an empty field uses, or ''. */
  readonly derived: string
  readonly change: (text: string) => void
  readonly save: (text: string) => void
}

interface At {
  readonly currentTarget: HTMLInputElement | HTMLTextAreaElement
}

export function FieldInput(props: FieldProps): JSX.Element {
  const { id, name, field, draft, inForce, invalid, derived, change, save } = props
  const common = { id, 'aria-describedby': `${id}-text`, 'aria-invalid': invalid }
  if (field.kind === 'switch')
    return (
      <input
        {...common}
        type="checkbox"
        checked={draft === 'true'}
        onChange={({ currentTarget }) => save(String(currentTarget.checked))}
      />
    )
  if (themeOptions.has(name)) return <ThemeChoice {...common} draft={draft} save={save} />
  if (field.kind === 'choice') return <Choice {...common} of={field.of} draft={draft} save={save} />
  const isList = field.kind === 'lines' || field.kind === 'pairs'
  const typed = {
    ...common,
    value: draft,
    placeholder: derived === '' ? '' : 'from the theme',
    spellcheck: false,
    onInput: ({ currentTarget }: At) => change(currentTarget.value),
    onChange: ({ currentTarget }: At) => save(currentTarget.value),
    onKeyDown: ({ key, currentTarget }: At & { readonly key: string }) => {
      if (key === 'Enter' && !isList) save(currentTarget.value)
      // Esc closes the window, which leaves the field
      if (key === 'Escape') currentTarget.value = inForce
    },
  }
  if (isList)
    return <textarea {...typed} rows={Math.min(6, Math.max(2, draft.split('\n').length))} />
  if (field.kind === 'number') {
    const { least, most, step } = field
    return <input {...typed} type="number" min={least} max={most} step={step} />
  }
  return (
    <>
      {field.kind === 'colour' && (
        <input
          type="color"
          aria-label={`Pick ${name}`}
          value={(draft === '' ? derived : draft).slice(0, 7).toLowerCase()}
          onChange={({ currentTarget }) =>
            save(`${currentTarget.value.toUpperCase()}${draft.slice(7)}`)
          }
        />
      )}
      <input {...typed} type="text" />
    </>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly of: readonly string[]
  readonly draft: string
  readonly save: (text: string) => void
}

/** Lists all themes, those of the collection as soon as they have arrived. */
function ThemeChoice(choice: Omit<ChoiceProps, 'of'>): JSX.Element {
  const { looks } = usePage()
  useCell(looks.collection)
  useEffect(() => looks.list(), [looks])
  return <Choice {...choice} of={['', ...looks.themes().map(({ name }) => name)]} />
}

function Choice({ of, draft, save, ...common }: ChoiceProps): JSX.Element {
  return (
    <select {...common} value={draft} onChange={({ currentTarget }) => save(currentTarget.value)}>
      {(of.includes(draft) ? of : [draft, ...of]).map((one) => (
        <option key={one} value={one}>
          {one === '' ? '(none)' : one}
        </option>
      ))}
    </select>
  )
}
