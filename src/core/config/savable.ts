/**
 * Options that the page may have written into the user's file: a page that was taken over can do no
 * more than this.
 */
import { z } from 'zod'
import { sidebarWidths, textCharactersMax } from './limits.ts'

export const savable = z.union([
  z.strictObject({ name: z.literal('ui.confirm_on_close'), value: z.literal(false) }),
  z.strictObject({ name: z.literal('ui.screen_reader'), value: z.enum(['on', 'off']) }),
  z.strictObject({ name: z.literal('tabs.sidebar_collapsed'), value: z.boolean() }),
  z.strictObject({
    name: z.literal('tabs.sidebar_width'),
    value: z.int().min(sidebarWidths.least).max(sidebarWidths.most),
  }),
  z.strictObject({
    name: z.enum(['colors.preset', 'colors.preset_light', 'colors.preset_dark']),
    value: z.string().max(textCharactersMax),
  }),
])
export type Savable = z.infer<typeof savable>
