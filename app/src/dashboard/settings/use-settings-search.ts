import { normalizeText } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { workspaceAt } from '#platform/session/workspace.ts'
import { useUser } from '#platform/session/session.tsx'
import { isPageOffered } from '#dashboard/shell'
import { settingsSections } from './sections.ts'

type SynonymsOf = typeof import('#dashboard/commands/synonyms').synonymsOf

/** The list of settings that the member's rights allow, limited to the pages that contain the search text in their name, hint or synonyms. */
export function useSettingsSearch() {
  const t = useT()
  const locale = useLocale()
  const { integrationId } = useParams()
  const integration = workspaceAt(useUser(), integrationId)
  const [search, setSearch] = useState('')
  /** Loaded with the first search. */
  const [synonymsOf, setSynonymsOf] = useState<SynonymsOf>(() => () => '')
  const isSearching = search !== ''
  useEffect(() => {
    if (isSearching)
      void import('#dashboard/commands/synonyms').then((module) => setSynonymsOf(() => module.synonymsOf))
  }, [isSearching])
  const words = normalizeText(search).split(' ').filter(Boolean)
  const sections = settingsSections
    .map(({ title, pages }) => ({
      title: t(title),
      pages: pages.filter(({ page, label, hint }) => {
        if (!isPageOffered(page, integration)) return false
        const text = normalizeText(
          `${t(title)} ${t(label)} ${hint ? t(hint) : ''} ${synonymsOf(page.name, locale)}`,
        )
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ pages }) => pages.length > 0)
  return { search, setSearch, sections, first: words.length > 0 ? sections[0]?.pages[0] : undefined }
}
