import type { Locale } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import type { CommandOption } from './active.ts'
import { choicesOf, type Entry, entriesOf, matchingEntries } from './entries.ts'
import { finder, type SearchResult, type SearchKind, searchKinds } from './finder.ts'
import { addRecentCommand, addRecentItem, recentCommands, recentItems } from './recent.ts'
import { type CommandName, groups } from './table.ts'
import type { ResultsByKind } from './use-search-results.ts'

export interface Section {
  key: string
  /** Undefined for a section without a heading. */
  label?: string
  entries: Entry[]
}
interface SectionInput {
  /** Only the choices of this command. */
  of: CommandName | undefined
  /** Only these choices, of an option. */
  choices: readonly CommandOption[] | undefined
  search: string
  results: ResultsByKind
  /** Path of the workspace. */
  base: string
  locale: Locale
  t: Translate
}
const matchesMax = 6

/** A command that will be among the recent ones. */
const recorded = (entry: Entry): Entry => {
  const { run, load } = entry
  return run
    ? {
        ...entry,
        run() {
          addRecentCommand(entry.id)
          run()
        },
      }
    : {
        ...entry,
        load() {
          addRecentCommand(entry.id)
          return load?.() ?? Promise.resolve()
        },
      }
}
const toEntry =
  (kind: SearchKind) =>
  (result: SearchResult): Entry => ({
    id: `${kind}:${result.id}`,
    group: 'go',
    label: result.label,
    note: result.note,
    run() {
      if (!result.isExternal) addRecentItem(kind, result)
      finder()?.open(result)
    },
  })

function recentSection(entries: readonly Entry[], { base, t }: SectionInput): Section {
  const commands = recentCommands().flatMap((key) => entries.find(({ id }) => id === key) ?? [])
  const items = recentItems(base).map(({ kind, result }) => toEntry(kind)(result))
  const recent = [...items, ...commands].map((entry) => ({ ...entry, id: `recent:${entry.id}` }))
  return { key: 'recent', label: t('commands.recent'), entries: recent }
}

/** What the palette lists, in order. Sections without entries are left out. */
export function sectionsOf(input: SectionInput): Section[] {
  const { of, choices, search, results, locale, t } = input
  if (choices) return [{ key: 'choices', entries: matchingEntries(choicesOf(choices), search, locale) }]
  if (of) return [{ key: 'choices', entries: matchingEntries(entriesOf(of, t), search, locale) }]
  const entries = entriesOf(undefined, t).map(recorded)
  if (search.trim() === '') {
    const grouped = groups.map((group) => ({
      key: group,
      label: t(`commands.group_${group}`),
      entries: entries.filter((entry) => entry.group === group),
    }))
    return [recentSection(entries, input), ...grouped].filter((section) => section.entries.length > 0)
  }
  const matches = matchingEntries(entries, search, locale)
  const isSetting = ({ group }: Entry) => group === 'settings'
  const searchAll = finder()?.searchAll
  return [
    {
      key: 'commands',
      label: t('commands.title'),
      entries: matches.filter((entry) => !isSetting(entry)).slice(0, matchesMax),
    },
    {
      key: 'settings',
      label: t('commands.group_settings'),
      entries: matches.filter(isSetting).slice(0, matchesMax),
    },
    ...searchKinds.map((kind) => ({
      key: kind,
      label: t(`commands.found_${kind}`),
      entries: (results[kind] ?? []).map(toEntry(kind)),
    })),
    {
      key: 'all',
      entries: searchAll
        ? [
            {
              id: 'search_all',
              group: 'list' as const,
              label: t('commands.search_all', { text: search.trim() }),
              run: () => searchAll(search.trim()),
            },
          ]
        : [],
    },
  ].filter((section) => section.entries.length > 0)
}
