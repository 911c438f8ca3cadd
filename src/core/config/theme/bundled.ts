/**
 * The bundled themes. Palettes are by the authors named above them, with their license; the values
 * come from iTerm2-Color-Schemes (MIT), with differences noted. The built-in dark theme, its light
 * counterpart and the high-contrast themes are vibeflow's.
 */
import { builtInChrome, type Theme } from './theme.ts'

/**
 * @param main foreground, background, cursor, text under the cursor, selection
 * @param colours the eight colors
 * @param bright the eight bright colors
 */
function palette(
  name: string,
  main: string,
  colours: string,
  bright: string,
  chrome: Theme['chrome'] = {},
): Theme {
  const [foreground = '', background = '', cursor = '', cursorText = '', selection = ''] =
    main.split(' ')
  return {
    name,
    foreground,
    background,
    cursor,
    cursorText,
    selection,
    ansi: [...colours.split(' '), ...bright.split(' ')],
    chrome,
  }
}

export const builtInDark = palette(
  'Vibeflow Dark',
  '#e5e5e5 #0e0e12 #e5e5e5 #0e0e12 #6699ff66',
  '#24242e #eb6b73 #7cc982 #e2b65f #6fa5f7 #c68eea #5cc6ce #c8c8d2',
  '#71717f #ff8a90 #9be29f #f7d184 #94c0ff #deb0fb #86e1e8 #ffffff',
  builtInChrome,
)

export const builtInLight = palette(
  'Vibeflow Light',
  '#24242e #fbfbfd #24242e #fbfbfd #2f6fed40',
  '#24242e #c1303a #23743a #8a6100 #2159c4 #8b3fb5 #0f7078 #6b6b78',
  '#50505c #d6404a #2c8a47 #a27200 #2f6fed #a04fce #13868f #8a8a96',
)

export const bundledThemes: readonly Theme[] = [
  builtInDark,
  builtInLight,
  palette(
    'High Contrast Dark',
    '#ffffff #000000 #ffff00 #000000 #3d6dffaa',
    '#000000 #ff6b6b #4cff7a #ffe14d #7ab8ff #ff8cff #4df3ff #ffffff',
    '#9c9c9c #ff9090 #8cffab #fff08c #a8d0ff #ffb8ff #9cf8ff #ffffff',
    {
      tab_bar: '#000000',
      tab_active: '#1c1c1c',
      tab_text_inactive: '#d0d0d0',
      menu_border: '#8a8a8a',
      menu_shortcut: '#e0e0e0',
    },
  ),
  palette(
    'High Contrast Light',
    '#000000 #ffffff #0000c8 #ffffff #0050ff55',
    '#000000 #a80000 #005c16 #6b4700 #0030b0 #7a0090 #00585f #4a4a4a',
    '#3c3c3c #c00000 #00701b #7d5300 #003fe0 #9400b0 #006b73 #5a5a5a',
    {
      tab_bar: '#e4e4e4',
      tab_active: '#ffffff',
      tab_text_inactive: '#2e2e2e',
      menu_border: '#5a5a5a',
      menu_shortcut: '#2e2e2e',
    },
  ),
  // Catppuccin, MIT
  palette(
    'Catppuccin Mocha',
    '#cdd6f4 #1e1e2e #f5e0dc #1e1e2e #585b70',
    '#45475a #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #bac2de',
    '#585b70 #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #a6adc8',
  ),
  // Catppuccin, MIT
  palette(
    'Catppuccin Latte',
    // a darker cursor: the original has a contrast of 2.3
    '#4c4f69 #eff1f5 #a8523f #eff1f5 #acb0be',
    '#5c5f77 #d20f39 #40a02b #df8e1d #1e66f5 #ea76cb #179299 #acb0be',
    '#6c6f85 #d20f39 #40a02b #df8e1d #1e66f5 #ea76cb #179299 #bcc0cc',
  ),
  // Dracula Theme, MIT
  palette(
    'Dracula',
    '#f8f8f2 #282a36 #f8f8f2 #282a36 #44475a',
    '#21222c #ff5555 #50fa7b #f1fa8c #bd93f9 #ff79c6 #8be9fd #f8f8f2',
    '#6272a4 #ff6e6e #69ff94 #ffffa5 #d6acff #ff92df #a4ffff #ffffff',
  ),
  // morhetz/gruvbox, MIT
  palette(
    'Gruvbox Dark',
    '#ebdbb2 #282828 #ebdbb2 #282828 #665c54',
    '#282828 #cc241d #98971a #d79921 #458588 #b16286 #689d6a #a89984',
    '#928374 #fb4934 #b8bb26 #fabd2f #83a598 #d3869b #8ec07c #ebdbb2',
  ),
  // morhetz/gruvbox, MIT
  palette(
    'Gruvbox Light',
    '#282828 #fbf1c7 #282828 #fbf1c7 #d5c4a1',
    '#fbf1c7 #9d0006 #79740e #b57614 #076678 #8f3f71 #427b58 #3c3836',
    '#9d8374 #cc241d #98971a #d79921 #458588 #b16186 #689d69 #7c6f64',
  ),
  // Arctic Ice Studio, MIT
  palette(
    'Nord',
    '#d8dee9 #2e3440 #eceff4 #2e3440 #434c5e',
    '#3b4252 #bf616a #a3be8c #ebcb8b #81a1c1 #b48ead #88c0d0 #e5e9f0',
    '#4c566a #bf616a #a3be8c #ebcb8b #81a1c1 #b48ead #8fbcbb #eceff4',
  ),
  // sonph/onehalf, MIT
  palette(
    'One Half Dark',
    '#dcdfe4 #282c34 #a3b3cc #282c34 #474e5d',
    '#282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4',
    '#282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #dcdfe4',
  ),
  // sonph/onehalf, MIT
  palette(
    'One Half Light',
    '#383a42 #fafafa #383a42 #fafafa #bfceff',
    '#383a42 #e45649 #50a14f #c18401 #0184bc #a626a4 #0997b3 #fafafa',
    '#4f525e #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #ffffff',
  ),
  // Rosé Pine, MIT
  palette(
    'Rosé Pine',
    '#e0def4 #191724 #e0def4 #191724 #403d52',
    '#26233a #eb6f92 #9ccfd8 #f6c177 #31748f #c4a7e7 #ebbcba #e0def4',
    '#6e6a86 #eb6f92 #9ccfd8 #f6c177 #31748f #c4a7e7 #ebbcba #e0def4',
  ),
  // Rosé Pine, MIT
  palette(
    'Rosé Pine Dawn',
    '#575279 #faf4ed #575279 #faf4ed #dfdad9',
    '#f2e9e1 #b4637a #56949f #ea9d34 #286983 #907aa9 #d7827e #575279',
    '#9893a5 #b4637a #56949f #ea9d34 #286983 #907aa9 #d7827e #575279',
  ),
  // Ethan Schoonover, MIT
  palette(
    'Solarized Dark',
    '#839496 #002b36 #839496 #002b36 #0a4a5a',
    '#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5',
    '#002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3',
  ),
  // Ethan Schoonover, MIT. Text is base01: base00 has a contrast of 4.1 on base3
  palette(
    'Solarized Light',
    '#586e75 #fdf6e3 #586e75 #fdf6e3 #eee8d5',
    '#073642 #dc322f #859900 #b58900 #268bd2 #d33682 #2aa198 #eee8d5',
    '#002b36 #cb4b16 #586e75 #657b83 #839496 #6c71c4 #93a1a1 #fdf6e3',
  ),
  // folke/tokyonight.nvim palette by enkia, Apache-2.0 and MIT
  palette(
    'Tokyo Night',
    '#c0caf5 #1a1b26 #c0caf5 #1a1b26 #33467c',
    '#15161e #f7768e #9ece6a #e0af68 #7aa2f7 #bb9af7 #7dcfff #a9b1d6',
    '#414868 #f7768e #9ece6a #e0af68 #7aa2f7 #bb9af7 #7dcfff #c0caf5',
  ),
  // folke/tokyonight.nvim, Apache-2.0
  palette(
    'Tokyo Night Day',
    '#3760bf #e1e2e7 #3760bf #e1e2e7 #b7c1e3',
    '#e9e9ed #f52a65 #587539 #8c6c3e #2e7de9 #9854f1 #007197 #6172b0',
    '#a1a6c5 #f52a65 #587539 #8c6c3e #2e7de9 #9854f1 #007197 #3760bf',
  ),
]

/** Finds a theme, preferring the user's: `catppuccin-mocha` is Catppuccin Mocha. */
export function findTheme(name: string, own: readonly Theme[] = []): Theme | undefined {
  const key = themeKey(name)
  return [...own, ...bundledThemes].find((theme) => themeKey(theme.name) === key)
}

export function themeKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
