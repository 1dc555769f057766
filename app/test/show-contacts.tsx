import { screen } from '@testing-library/react'
import ContactsPage from '../src/dashboard/contacts/list/contacts-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'

export const base = `/api/integration/${greenBean.id}`
/** A custom field of contacts. */
export const plan = {
  id: '01980000-0000-7000-8004-000000000001',
  integration_id: greenBean.id,
  name: 'Plan',
  type: 'text',
  options: [],
  position: 0,
  version: 1,
}
/** The contact list with this query, for a user with this role and visibility. */
export const showContacts = (
  query = '',
  role: typeof greenBean.role = 'owner',
  conversation_access: typeof greenBean.conversation_access = 'all',
) =>
  showPage(ContactsPage, {
    path: '/en/app/i/:integrationId/contacts',
    at: `/en/app/i/${greenBean.id}/contacts${query}`,
    user: { ...eva, integrations: [{ ...greenBean, role, conversation_access }] },
  })
/** The names in the list, in order. */
export const names = () =>
  screen.getAllByRole('link', { name: /^Peter|^Visitor|@/ }).map(({ textContent }) => textContent)
