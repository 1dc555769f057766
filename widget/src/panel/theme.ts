import type { Look } from '../host-messages.ts'
import type { Boot } from './boot.ts'
import { createState } from './state.ts'

type PanelTheme = Omit<Look, 'side'>

const variables = {
  brand: '--brand',
  on_brand: '--on-brand',
  ink_light: '--ink-light',
  ink_dark: '--ink-dark',
} as const

function paint(theme: PanelTheme) {
  const { dataset, style } = document.documentElement
  if (theme.theme === 'auto') delete dataset['theme']
  else dataset['theme'] = theme.theme
  // The keys of this table.
  for (const name of Object.keys(variables) as (keyof typeof variables)[])
    style.setProperty(variables[name], theme[name])
}

/** Colors, greeting and behavior: the workspace's own, or those previewed by its settings. */
export function createTheme(boot: Boot) {
  const { brand, on_brand, ink_light, ink_dark, theme, greeting, intro, behavior } = boot
  const colors = { brand, on_brand, ink_light, ink_dark }
  const state = createState<PanelTheme>({ ...colors, theme, greeting, intro, behavior })
  paint(state.get())
  state.subscribe(() => paint(state.get()))
  return {
    state,
    try(theme: Look) {
      if (boot.is_preview) state.set(theme)
    },
  }
}
export type ThemeStore = ReturnType<typeof createTheme>
