/** Names of colors in OSC 21. The colors of the palette have numbers instead. */
export const colorKeys = [
  ...(['foreground', 'background', 'cursor', 'cursor_text', 'visual_bell'] as const),
  ...(['selection_foreground', 'selection_background'] as const),
  ...([1, 2, 3, 4, 5, 6, 7] as const).map(
    (number) => `transparent_background_color${number}` as const,
  ),
] as const
export type NamedColorKey = (typeof colorKeys)[number]
