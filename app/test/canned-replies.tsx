import type { CannedReply } from '@ozvi/contract'
import RepliesPage from '../src/dashboard/canned-replies/replies-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'

export const repliesPath = `/api/integration/${greenBean.id}/canned-reply`
export const replyOf = (shortcut: string, more: Partial<CannedReply> = {}): CannedReply => ({
  id: crypto.randomUUID(),
  integration_id: greenBean.id,
  shortcut,
  title: `About ${shortcut}`,
  body: 'Hello {{contact.name|there}}, {{member.name}} here.',
  attachments: [],
  locale: null,
  owner_id: null,
  updated_at: '2026-11-20T09:00:00.000Z',
  ...more,
})
/** The settings page of canned replies, for Eva with a role. */
export const showReplies = (role: typeof greenBean.role = 'owner') =>
  showPage(RepliesPage, {
    path: '/en/app/i/:integrationId/settings/replies',
    at: `/en/app/i/${greenBean.id}/settings/replies`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
