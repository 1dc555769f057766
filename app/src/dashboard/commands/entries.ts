import { folded } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { actOf, extras } from './active.ts'
import { type CommandName, commandNames, type Group, groups, table } from './table.ts'

/** A line of the command bar. */
export interface Entry {
  id: string
  group: Group
  label: string
  note?: string | undefined
  /** What stands in the table has a key. */
  name?: CommandName
  /** Undefined: there is a choice to be made first. */
  run?: (() => void) | undefined
  /** Reads what there is to choose from. */
  load?: (() => Promise<unknown>) | undefined
}

/** Everything that can be done here, or, of one command, everything it can mean. */
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
  // In the order in which they are shown, which the arrow keys follow.
  return [...named, ...unnamed].toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
}

/** Those in whose label every wanted word begins a word, then those that hold all of them anywhere. */
export function found(entries: readonly Entry[], wanted: string): Entry[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean)
  const rank = ({ label }: Entry) => {
    const text = ` ${folded(label)}`
    if (words.every((word) => text.includes(` ${word}`))) return 0
    return words.every((word) => text.includes(word)) ? 1 : 2
  }
  return entries.filter((entry) => rank(entry) < 2).toSorted((a, b) => rank(a) - rank(b))
}
