import { type Locale, normalizeText } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { commandAction, type CommandOption, extras } from './active.ts'
import { finder } from './finder.ts'
import { synonymsOf } from './synonyms/index.ts'
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
  /** Further choices. */
  options?: (() => readonly CommandOption[]) | undefined
  /** Loads the choices. */
  load?: (() => Promise<unknown>) | undefined
}

export const choicesOf = (choices: readonly CommandOption[]): Entry[] =>
  choices.map(({ label, hint: note, run, options }, index) => ({
    id: String(index),
    group: 'list',
    label,
    note,
    run,
    options,
  }))

/** All available commands, or all choices of one command. */
export function entriesOf(command: CommandName | undefined, t: Translate): Entry[] {
  if (command) {
    const action = commandAction(command)
    return choicesOf(typeof action === 'object' ? action.options() : [])
  }
  const commandEntries = commandNames.flatMap((name): Entry[] => {
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
  const unnamed = [...extras(), ...(finder()?.extras ?? [])].map(({ key, ...extra }): Entry => ({
    id: key,
    ...extra,
  }))
  // In display order, which the arrow keys follow.
  return [...commandEntries, ...unnamed].toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
}

/**
 * Entries with a word starting with each search word, best first: in the label, anywhere in it, or among its
 * synonyms.
 */
export function matchingEntries<E extends Pick<Entry, 'id' | 'label'>>(
  entries: readonly E[],
  search: string,
  locale: Locale,
): E[] {
  const terms = normalizeText(search).split(/\s+/).filter(Boolean)
  const rank = ({ id, label }: E) => {
    const text = ` ${normalizeText(label)}`
    if (terms.every((word) => text.includes(` ${word}`))) return 0
    if (terms.every((word) => text.includes(word))) return 1
    const more = `${text} ${normalizeText(synonymsOf(id.split(':')[0] ?? id, locale))}`
    return terms.every((word) => more.includes(` ${word}`)) ? 2 : 3
  }
  return entries.filter((entry) => rank(entry) < 3).toSorted((a, b) => rank(a) - rank(b))
}
