import { useLayoutEffect, useRef } from 'react'
import type { CommandName, Group } from './table.ts'

/** A choice of a command, such as a time or a person. */
export interface Choice {
  label: string
  /** Additional text, such as a date. */
  note?: string
  run: () => void
}
/** What a command does here: an action, or choices. */
export type Act =
  | (() => void)
  | {
      choices: () => readonly Choice[]
      /** Loads the choices if needed. */
      load?: () => Promise<unknown>
    }
/** A command without a name and shortcut. */
export interface Extra {
  group: Group
  label: string
  run: () => void
}
export type Acts = Partial<Record<CommandName, Act | undefined>>

interface Layer {
  acts: Acts
  extras: readonly Extra[]
  isFirst: boolean
}
/** Commands of the mounted screens; nested screens come later and take precedence. */
const layers = new Set<{ current: Layer }>()

/**
 * Registers commands while the caller is mounted: for shortcuts and the command palette.
 *
 * @param isFirst takes precedence over every screen: for the current item of a page
 */
export function useCommands(acts: Acts, extras: readonly Extra[] = [], isFirst = false) {
  const layer = useRef<Layer>({ acts, extras, isFirst })
  // Before any key press: a shortcut acts on what is shown.
  useLayoutEffect(() => {
    layer.current = { acts, extras, isFirst }
  })
  useLayoutEffect(() => {
    layers.add(layer)
    return () => void layers.delete(layer)
  }, [])
}

export function actOf(name: CommandName): Act | undefined {
  const able = [...layers].filter(({ current }) => current.acts[name])
  return (able.findLast(({ current }) => current.isFirst) ?? able.at(-1))?.current.acts[name]
}
export const extras = (): Extra[] => [...layers].flatMap(({ current }) => current.extras)
