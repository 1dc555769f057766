import { useLayoutEffect, useRef } from 'react'
import type { CommandName, Group } from './table.ts'

/** A choice of a command, such as a time or a person. */
export interface CommandOption {
  label: string
  /** Additional text, such as a date. */
  hint?: string
  run?: () => void
  /** Further choices, instead of an action. */
  options?: () => readonly CommandOption[]
}
/** What a command does here: an action, or choices. */
export type CommandAction =
  | (() => void)
  | {
      options: () => readonly CommandOption[]
      /** Loads the choices if needed. */
      load?: () => Promise<unknown>
    }
/** A command without a name and shortcut. */
export interface Extra {
  group: Group
  /** Identifies it across languages, for recent commands and synonyms. */
  key: string
  label: string
  run: () => void
}
export type CommandActions = Partial<Record<CommandName, CommandAction | undefined>>

interface Layer {
  actions: CommandActions
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
export function useCommands(actions: CommandActions, extras: readonly Extra[] = [], isFirst = false) {
  const layer = useRef<Layer>({ actions, extras, isFirst })
  // Before any key press: a shortcut acts on what is shown.
  useLayoutEffect(() => {
    layer.current = { actions, extras, isFirst }
  })
  useLayoutEffect(() => {
    layers.add(layer)
    return () => void layers.delete(layer)
  }, [])
}

export function commandAction(name: CommandName): CommandAction | undefined {
  const capable = [...layers].filter(({ current }) => current.actions[name])
  return (capable.findLast(({ current }) => current.isFirst) ?? capable.at(-1))?.current.actions[name]
}
/** Whether the screen has the command but it doesn't apply now. A resolved conversation can't be resolved, for example. */
export const isUnavailable = (name: CommandName): boolean =>
  !commandAction(name) && [...layers].some(({ current }) => name in current.actions)
export const extras = (): Extra[] => [...layers].flatMap(({ current }) => current.extras)
