/** Fields of the settings window: kind, value as text, and back. Pure. */
import { z } from 'zod'
import type { Option } from './option.ts'
import type { SavableValue } from './savable.ts'

export type Field =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | {
      readonly kind: 'number'
      readonly least: number
      readonly most: number
      readonly step: number
    }
  | { readonly kind: 'colour' }
  | { readonly kind: 'text' }
  /** One entry per line. `of`: the only allowed entries. */
  | { readonly kind: 'lines'; readonly of: readonly string[] | null }
  /** One `name = value` per line. */
  | { readonly kind: 'pairs' }

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

export function fieldOf({ written }: Pick<Option, 'written'>): Field {
  const schema = z.toJSONSchema(written) as Schema
  if (schema.type === 'boolean') return { kind: 'switch' }
  if (schema.enum !== undefined) return { kind: 'choice', of: schema.enum }
  if (schema.type === 'object') return { kind: 'pairs' }
  if (schema.type === 'array') return { kind: 'lines', of: schema.items?.enum ?? null }
  // a number, or 0 below the minimum for off
  const numbers = schema.anyOf?.every(({ type }) => type === 'number' || type === 'integer')
  const range =
    numbers === true ? schema.anyOf?.find(({ minimum }) => minimum !== undefined) : schema
  if (range?.minimum !== undefined && range.maximum !== undefined)
    return {
      kind: 'number',
      least: numbers === true ? Math.min(0, range.minimum) : range.minimum,
      most: range.maximum,
      step: range.type === 'integer' ? 1 : 0.1,
    }
  return schema.pattern?.startsWith('^#(') === true ? { kind: 'colour' } : { kind: 'text' }
}

/** Returns the text of a current value in its field; a switch shows `true` or `false`. */
export function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${name} = ${String(one)}`)
      .join('\n')
  return String(value)
}

/** Reads a field's text; `null` if the option can't have that value. */
export function readField(option: Option, field: Field, text: string): SavableValue | null {
  const value = valueOf(field, text, option)
  if (value === null) return null
  const read = option.read(value)
  return read.ok && read.clamped === undefined ? value : null
}

function valueOf(field: Field, text: string, option: Option): SavableValue | null {
  if (field.kind === 'switch') return text === 'true'
  if (field.kind === 'number') return text.trim() === '' ? null : Number(text)
  if (field.kind === 'lines') return text.split('\n').filter((line) => line.trim() !== '')
  if (field.kind === 'pairs') return pairsOf(text)
  // a weight is a word or a number
  const number = Number(text)
  return text.trim() !== '' && !Number.isNaN(number) && option.read(number).ok ? number : text
}

function pairsOf(text: string): Readonly<Record<string, string>> | null {
  const found = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*([^=]*?)\s*=\s?(.*)$/.exec(line))
  if (found.includes(null)) return null
  return Object.fromEntries(found.map((match) => [match?.[1] ?? '', match?.[2] ?? '']))
}
