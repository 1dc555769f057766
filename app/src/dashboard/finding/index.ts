import {
  type ExcerptPart,
  type Locale,
  listContacts,
  searchCharsMax,
  searchConversations,
} from '@ozvi/contract'
import type { NavigateFunction } from 'react-router'
import type { Translate } from '#platform/i18n/translator.ts'
import { call } from '#platform/calls/api-client.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { pagePath } from '#addresses'
import type { Finder, SearchResult, SearchKind } from '#dashboard/commands'
import { contactName } from '#dashboard/contact-names'

const shownMax = 5

interface SearchContext {
  integrationId: string
  locale: Locale
  t: Translate
}
const textOf = (excerpt: readonly ExcerptPart[]) => excerpt.map(({ text }) => text).join('')

async function findConversations(
  search: string,
  { integrationId, locale, t }: SearchContext,
): Promise<SearchResult[]> {
  const { items } = await call(searchConversations, {
    integration_id: integrationId,
    search: search.slice(0, searchCharsMax),
    limit: shownMax,
  })
  return items.map(({ conversation: { id, number, contact }, message, excerpt }) => ({
    id,
    label: `${contactName(contact, t)} #${number}`,
    note: textOf(excerpt),
    path:
      pagePath(locale, 'app-i-integrationId-conversation-id', { integrationId, id }) +
      (message ? `?at=${message.seq}` : ''),
  }))
}
async function findContacts(
  search: string,
  { integrationId, locale, t }: SearchContext,
): Promise<SearchResult[]> {
  const { items } = await call(listContacts, {
    integration_id: integrationId,
    search: search.slice(0, 200),
    ...browserTimeZone(),
    limit: shownMax,
  })
  return items.map((contact) => ({
    id: contact.id,
    label: contactName(contact, t),
    ...(contact.name && contact.email ? { note: contact.email } : {}),
    path: pagePath(locale, 'app-i-integrationId-contacts-uuid', { integrationId, uuid: contact.id }),
  }))
}
/** Help pages are public: their search isn't part of the API. */
async function findHelpPages(search: string, { locale }: SearchContext): Promise<SearchResult[]> {
  const reply = await fetch(
    `${pagePath(locale, 'documentation')}/search.json?q=${encodeURIComponent(search)}`,
  )
  if (!reply.ok) throw new Error(`the documentation's search answered ${reply.status}`)
  // The route answers exactly this.
  const { data } = (await reply.json()) as { data: { path: string; title: string }[] }
  return data
    .slice(0, 3)
    .map(({ path, title }) => ({ id: path, label: title, path, isExternal: true as const }))
}

const finders: Record<SearchKind, (search: string, context: SearchContext) => Promise<SearchResult[]>> = {
  conversations: findConversations,
  contacts: findContacts,
  pages: findHelpPages,
}
/** The finder of one workspace for the command palette. */
export const createFinder = ({
  navigate,
  ...context
}: SearchContext & { navigate: NavigateFunction }): Omit<Finder, 'extras'> => ({
  find: (kind, search) => finders[kind](search, context),
  open: ({ path, isExternal }) =>
    void (isExternal ? globalThis.open(path, '_blank', 'noopener') : navigate(path)),
  searchAll(search) {
    const { locale, integrationId } = context
    const inbox = pagePath(locale, 'app-i-integrationId-conversation', { integrationId })
    void navigate(`${inbox}?search=${encodeURIComponent(search)}`)
  },
})
