import { contactChanged } from '@ozvi/contract'
import type { ListedContact } from '../src/dashboard/contacts/list/contact-list.ts'
import { greenBean } from './fixtures.ts'
import { noConsents, noDetails, noOrigin, unverified } from './inbox-rows.ts'
import { createTestTransport } from './transport.ts'

const base = `/api/integration/${greenBean.id}`
export const idOf = (number: number) => `01980000-0000-7000-8002-${String(number).padStart(12, '0')}`
/** A contact as a row of the list. */
export const contact = (number: number, changes: Partial<ListedContact> = {}): ListedContact => ({
  id: idOf(number),
  integration_id: greenBean.id,
  name: `Peter ${number}`,
  email: null,
  kind: 'visitor',
  locale: 'en',
  first_seen_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  is_test: false,
  is_online: false,
  ...noDetails,
  ...noOrigin,
  ...noConsents,
  visits: 1,
  merged_search_text: '',
  blocked_at: null,
  blocked_until: null,
  ...unverified,
  conversations: number,
  version: 1,
  ...changes,
})
/** A workspace with these contacts, as the server lists them; `next` is the cursor of the next page. */
export function contacts(pages: ListedContact[][]) {
  const state = { pages }
  const lastParams = () => new URL(server.sent.at(-1)?.url ?? '', 'http://test').searchParams
  const server = createTestTransport({
    [`GET ${base}/contact`]: () => {
      const at = Number(lastParams().get('cursor') ?? 0)
      return { items: state.pages[at] ?? [], next: at + 1 < state.pages.length ? String(at + 1) : null }
    },
    [`GET ${base}/contact-counts`]: () => ({
      all: state.pages.flat().length,
      visitor: state.pages.flat().length,
      lead: state.pages.flat().length,
      user: 0,
    }),
  })
  return {
    ...server,
    state,
    /** The queries of all requests for the list. */
    asked: () =>
      server
        .calls(`GET ${base}/contact`)
        .map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams)),
    emitChange: (changed: ListedContact) => server.emit(contactChanged.name, changed),
  }
}
