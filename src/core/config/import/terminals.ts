/** The terminals whose settings `vibeflow import` reads. Pure. */
import { alacritty } from './alacritty.ts'
import type { Foreign } from './foreign.ts'
import { ghostty } from './ghostty.ts'
import { kitty } from './kitty.ts'
import { wezterm } from './wezterm.ts'

export const foreignTerminals = { kitty, alacritty, ghostty, wezterm } as const satisfies Readonly<
  Record<string, Foreign>
>

export type ForeignName = keyof typeof foreignTerminals

export const foreignNames = Object.keys(foreignTerminals) as readonly ForeignName[]
