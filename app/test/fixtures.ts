import type { CurrentUser, Integration } from '@ozvi/contract'
import type { PublicConfig, RootData } from '#platform/session/request.ts'

export const greenBean: Integration = {
  id: '01980000-0000-7000-8000-000000000001',
  public_key: 'pk_green',
  name: 'Green Bean',
  url: 'https://green-bean.example',
  locale: 'en',
  locales: ['en', 'sk'],
  logo_id: null,
  hosts: [],
  onboarded_at: null,
  onboarding_step: null,
  setup_hidden_at: null,
  time_zone: 'Europe/Bratislava',
  needs_two_factor: false,
  needs_single_sign_on: false,
  deletes_at: null,
  role: 'owner',
  custom_role: null,
  conversation_access: 'all',
  availability: 'online',
  is_idle: false,
  created_at: '2026-11-01T10:00:00.000Z',
}
export const orchard: Integration = {
  ...greenBean,
  id: '01980000-0000-7000-8000-000000000002',
  public_key: 'pk_orchard',
  name: 'Sunny Orchard',
  role: 'agent',
}
export const eva: CurrentUser = {
  id: '01980000-0000-7000-8000-000000000099',
  name: 'Eva Malá',
  email: 'eva@example.com',
  email_verified_at: '2026-11-01T10:00:00.000Z',
  integrations: [greenBean, orchard],
  active_integration: greenBean,
  avatar_id: null,
  time_zone: null,
  locale: 'en',
  has_two_factors: false,
  sso_integration_id: null,
  is_sso_only: false,
}
export const publicConfig: PublicConfig = {
  app_url: 'https://ozvi.example',
  realtime: { key: 'key', host: 'localhost', port: 8091, scheme: 'http' },
  has_mailbox: true,
}
export const rootData: RootData = {
  locale: 'en',
  color_preference: 'system',
  has_session: true,
  public_config: publicConfig,
  client_hints: { time_zone: 'UTC', platform: 'other', now: Date.parse('2026-11-22T10:00:00Z') },
}
