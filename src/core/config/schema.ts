/** The JSON schema of config.toml for editors that complete and check TOML (`#:schema`). */
import { z } from 'zod'
import { entriesMax, configTextCharactersMax } from './limits.ts'
import type { Option } from './option.ts'
import { freeEntries, sectionEntries } from './table.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export function configSchema(): Json {
  const imports = z.array(z.string().max(configTextCharactersMax)).max(entriesMax)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'vibeflow configuration',
    type: 'object',
    additionalProperties: false,
    properties: {
      import: {
        ...schemaOf(imports),
        description:
          'Files to read before this one, which overrides them. Relative paths start at the ' +
          'directory of this file.',
        default: [],
      },
      ...Object.fromEntries(
        sectionEntries().map(([name, { title, options }]) => [
          name,
          {
            type: 'object',
            description: `${title}.`,
            additionalProperties: false,
            properties: Object.fromEntries(
              Object.entries(options).map(([key, option]) => [key, optionSchema(option)]),
            ),
          },
        ]),
      ),
      ...Object.fromEntries(
        freeEntries().map(([name, { title, written }]) => [
          name,
          { description: `${title}.`, ...schemaOf(written) },
        ]),
      ),
    },
  }
}

function optionSchema({ written, text, default: value }: Option): Json {
  // options hold TOML values
  return { ...schemaOf(written), description: text, default: value as Json }
}

function schemaOf(guard: z.ZodType): { readonly [key: string]: Json } {
  // plain JSON
  const { $schema: _dialect, ...schema } = z.toJSONSchema(guard) as { readonly [key: string]: Json }
  return schema
}
