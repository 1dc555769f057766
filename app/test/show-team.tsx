import { fireEvent, screen } from '@testing-library/react'
import TeamPage from '../src/dashboard/users/team-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'

export const pending = {
  id: '01980000-0000-7000-8000-000000000050',
  email: 'jana@example.com',
  role: 'editor',
  custom_role: null,
  conversation_access: 'all',
  team_ids: [] as string[],
  state: 'pending',
  sent_at: '2026-11-19T10:00:00.000Z',
  expires_at: '2026-11-26T10:00:00.000Z',
}
export const jana_id = '01980000-0000-7000-8000-000000000060'
export const joined = {
  custom_role: null,
  joined_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: null,
  two_factor: 'none',
  open_conversations: 2,
  availability: 'online',
  is_idle: false,
  capacity: null,
  conversation_access: 'all',
  languages: [],
  hours_note: '',
  week: null,
  work_spans: [],
}
export const people = {
  users: [
    { ...joined, user_id: eva.id, name: eva.name, email: eva.email, role: 'owner' },
    { ...joined, user_id: jana_id, name: 'Jana', email: 'jana@here.example', role: 'agent' },
  ],
  invitations: [
    pending,
    { ...pending, id: `${pending.id.slice(0, -1)}1`, email: 'past@example.com', state: 'revoked' },
  ],
}
export const memberPath = `/api/integration/${greenBean.id}/member/${jana_id}`
/** The team page for a user with this role. */
export const showTeam = (role: 'owner' | 'admin' | 'viewer' = 'owner', changes: Partial<typeof eva> = {}) =>
  showPage(TeamPage, {
    path: '/en/app/i/:integrationId/settings/team',
    at: `/en/app/i/${greenBean.id}/settings/team`,
    user: { ...eva, integrations: [{ ...greenBean, role }], ...changes },
  })
/** Opens the menu of a member. */
export const actionsOf = async (name: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' })
  return screen.findByRole('menu')
}
