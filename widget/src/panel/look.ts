import type { Look } from '../host-messages.ts'
import type { Boot } from './boot.ts'
import { createState } from './state.ts'

type PanelLook = Omit<Look, 'side'>

const variables = {
  brand: '--brand',
  on_brand: '--on-brand',
  ink_light: '--ink-light',
  ink_dark: '--ink-dark',
} as const

function paint(look: PanelLook) {
  const { dataset, style } = document.documentElement
  if (look.theme === 'auto') delete dataset['theme']
  else dataset['theme'] = look.theme
  // The keys of this table.
  for (const name of Object.keys(variables) as (keyof typeof variables)[])
    style.setProperty(variables[name], look[name])
}

/** Colors and greeting: the workspace's own, or those previewed by its settings. */
export function createLook(boot: Boot) {
  const { brand, on_brand, ink_light, ink_dark, theme, greeting, intro } = boot
  const state = createState<PanelLook>({ brand, on_brand, ink_light, ink_dark, theme, greeting, intro })
  paint(state.get())
  state.subscribe(() => paint(state.get()))
  return {
    state,
    try(look: Look) {
      if (boot.is_preview) state.set(look)
    },
  }
}
export type PanelLooks = ReturnType<typeof createLook>
