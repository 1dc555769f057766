import { useLayoutEffect, useRef } from 'react'
import type { CommandName, Group } from './table.ts'

/** One of several things a command can mean, such as a time or a person. */
export interface Choice {
  label: string
  /** Said beside it, such as a date. */
  note?: string
  run: () => void
}
/** What a command does here: something at once, or whatever is chosen. */
export type Act =
  | (() => void)
  | {
      choices: () => readonly Choice[]
      /** Reads what there is to choose from, where that is not there yet. */
      load?: () => Promise<unknown>
    }
/** Something to do that has no name in the table, and no key. */
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
/** What the mounted screens can do; a screen within another comes later and goes first. */
const layers = new Set<{ current: Layer }>()

/**
 * While the caller is mounted, its commands can be given: by key and by the command bar.
 *
 * @param isFirst goes before every screen, whenever that has come: for what a page is about just now
 */
export function useCommands(acts: Acts, extras: readonly Extra[] = [], isFirst = false) {
  const layer = useRef<Layer>({ acts, extras, isFirst })
  // Before anything can be pressed: a key acts on what is shown.
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
