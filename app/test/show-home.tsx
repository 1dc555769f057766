import type { Report, Targets } from '@ozvi/contract'
import HomePage from '../src/dashboard/home/home-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { rowOf } from './inbox-rows.ts'
import { showPage } from './render.tsx'

export const counts = {
  all: 0,
  mine: 0,
  unassigned: 0,
  automated: 0,
  waiting: 0,
  snoozed: 0,
  resolved: 0,
  spam: 0,
}
export const metrics: Report['current'] = {
  open: 9,
  conversations: 120,
  replied: 60,
  first_reply_median_s: 240,
  first_reply_p90_s: 5400,
  resolved: 50,
  resolved_by: { member: 30, silence: 15, assistant: 5 },
  resolution_median_s: 7200,
  reopened: 3,
  rated: 20,
  rating_average: 4.25,
  rating_counts: [1, 1, 2, 4, 12],
  sla_met: 9,
  sla_missed: 3,
}
const assistant = {
  involved: 80,
  answered: 40,
  confirmed: 15,
  silent: 25,
  handed_over: 38,
  taken_over: 2,
  reopened_soon: 2,
  resolved_by_assistant: 31,
  handed_over_by: { asked_for_human: 30, nothing_found: 8 },
}
const someDay = {
  open: 12,
  resolved: 3,
  resolved_by_assistant: 2,
  answered: 2,
  first_reply_median_s: 120,
  resolution_median_s: 3600,
  rating_average: 4,
}
export const report: Report = {
  time_zone: 'Europe/Bratislava',
  days: 30,
  from_day: '2026-11-01',
  until_day: '2026-11-20',
  previous_from_day: '2026-10-02',
  is_own: false,
  current: metrics,
  previous: {
    ...metrics,
    open: 12,
    conversations: 100,
    reopened: 0,
    first_reply_median_s: 480,
    rating_average: 4.5,
  },
  assistant: { current: assistant, previous: assistant },
  by_day: [
    { ...someDay, day: '2026-11-19', team: 4, assistant: 6, scenario: 0 },
    { ...someDay, day: '2026-11-20', team: 1, assistant: 2, scenario: 0, open: 9, rating_average: null },
  ],
  previous_by_day: [
    { ...someDay, day: '2026-10-20', team: 3, assistant: 5, scenario: 0 },
    { ...someDay, day: '2026-10-21', team: 0, assistant: 0, scenario: 0, first_reply_median_s: null },
  ],
  by_hour: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1)),
}
export const at = `/api/integration/${greenBean.id}`
const noTargets = { none: null, low: null, medium: null, high: null, urgent: null }
export const targets: Targets = {
  integration_id: greenBean.id,
  first_reply_min: noTargets,
  next_reply_min: noTargets,
  resolve_after_days: 3,
  email_delay_min: 2,
  inactivity_set_at: null,
  updated_at: null,
  version: 0,
}
export const answers = {
  'GET /api/user': () => ({
    ...eva,
    integrations: [
      { ...greenBean, onboarded_at: '2026-11-20T10:00:00.000Z', setup_hidden_at: '2026-11-20T10:00:00.000Z' },
    ],
  }),
  [`GET ${at}/conversation-counts`]: () => ({ ...counts, unassigned: 5 }),
  [`GET ${at}/data-source`]: () => [
    { id: '1', status: 'ready', indexed: 120 },
    { id: '2', status: 'failed', indexed: 4 },
  ],
  [`GET ${at}/report`]: () => report,
  [`GET ${at}/report/conversations`]: () => ({ items: [rowOf(1), rowOf(2)], total: 2, next: null }),
  [`GET ${at}/installation`]: () => [],
  [`GET ${at}/unanswered-question`]: () => ({ items: [], total: 0 }),
  [`GET ${at}/online-visitors`]: () => ({ items: [], total: 0 }),
  [`GET ${at}/targets`]: () => targets,
  'GET /api/integration/users': () => ({ users: [eva], invitations: [] }),
}
export const home = (user = eva) =>
  showPage(HomePage, { path: '/en/app/i/:integrationId', at: `/en/app/i/${greenBean.id}`, user })
