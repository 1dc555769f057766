import { eva, greenBean } from './fixtures.ts'
import { rowOf } from './inbox-rows.ts'
import { showPage } from './render.tsx'
import ContactPage from '../src/dashboard/contacts/profile/contact-page.tsx'

export const contactRow = rowOf(1, { subject: 'Where is my parcel?', status: 'resolved' })
export const contactPath = `/api/integration/${greenBean.id}/contact/${contactRow.contact.id}`

/** A contact's page for a member with this role. */
export const showContact = (role: typeof greenBean.role = 'owner', id = contactRow.contact.id) =>
  showPage(ContactPage, {
    path: '/en/app/i/:integrationId/contacts/:uuid',
    at: `/en/app/i/${greenBean.id}/contacts/${id}`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
