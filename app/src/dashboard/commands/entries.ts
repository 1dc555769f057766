import { folded } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { actOf, extras } from './active.ts'
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
    const act = actOf(of)
    const choices = typeof act === 'object' ? act.choices() : []
    return choices.map(({ label, note, run }, place) => ({
      id: String(place),
      group: table[of].group,
      label,
      note,
      run,
    }))
  }
  const named = commandNames.flatMap((name): Entry[] => {
    const act = name === 'command_bar' ? undefined : actOf(name)
    const label = t(`commands.${name}`)
    return act
      ? [
          {
            id: name,
            group: table[name].group,
            label,
            name,
            ...(typeof act === 'function' ? { run: act } : { load: act.load }),
          },
        ]
      : []
  })
  const unnamed = extras().map((extra, place) => ({ id: `extra-${place}`, ...extra }))
  // In display order, which the arrow keys follow.
  return [...named, ...unnamed].toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
}

/** Entries whose label has a word starting with each search word, then those that contain all anywhere. */
export function found(entries: readonly Entry[], wanted: string): Entry[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean)
  const rank = ({ label }: Entry) => {
    const text = ` ${folded(label)}`
    if (words.every((word) => text.includes(` ${word}`))) return 0
    return words.every((word) => text.includes(word)) ? 1 : 2
  }
  return entries.filter((entry) => rank(entry) < 2).toSorted((a, b) => rank(a) - rank(b))
}
