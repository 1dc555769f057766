import { normalizeText } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { commandAction, extras } from './active.ts'
import { type CommandName, commandNames, type Group, groups, table } from './table.ts'

/** An entry of the command palette. */
export interface Entry {
  id: string
  group: Group
  label: string
  note?: string | undefined
  /** Named commands have a shortcut. */
  name?: CommandName
  /** Undefined if a choice is needed first. */
  run?: (() => void) | undefined
  /** Loads the choices. */
  load?: (() => Promise<unknown>) | undefined
}

/** All available commands, or all choices of one command. */
export function entriesOf(of: CommandName | undefined, t: Translate): Entry[] {
  if (of) {
    const action = commandAction(of)
    const choices = typeof action === 'object' ? action.options() : []
    return choices.map(({ label, hint: note, run }, index) => ({
      id: String(index),
      group: table[of].group,
      label,
      note,
      run,
    }))
  }
  const named = commandNames.flatMap((name): Entry[] => {
    const action = name === 'command_bar' ? undefined : commandAction(name)
    const label = t(`commands.${name}`)
    return action
      ? [
          {
            id: name,
            group: table[name].group,
            label,
            name,
            ...(typeof action === 'function' ? { run: action } : { load: action.load }),
          },
        ]
      : []
  })
  const unnamed = extras().map((extra, index) => ({ id: `extra-${index}`, ...extra }))
  // In display order, which the arrow keys follow.
  return [...named, ...unnamed].toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
}

/** Entries whose label has a word starting with each search word, then those that contain all anywhere. */
export function matchingEntries(entries: readonly Entry[], search: string): Entry[] {
  const terms = normalizeText(search).split(/\s+/).filter(Boolean)
  const rank = ({ label }: Entry) => {
    const text = ` ${normalizeText(label)}`
    if (terms.every((word) => text.includes(` ${word}`))) return 0
    return terms.every((word) => text.includes(word)) ? 1 : 2
  }
  return entries.filter((entry) => rank(entry) < 2).toSorted((a, b) => rank(a) - rank(b))
}
