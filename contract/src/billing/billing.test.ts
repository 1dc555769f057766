import { expect, test } from 'vitest'
import { day_ms } from '../durations.ts'
import {
  isDowngrade,
  limitsOf,
  lostFeatures,
  planCents,
  planFeatures,
  planIds,
  plans,
  planWithFeature,
  seatCents,
} from './plans.ts'
import { planAt, reduceSubscription, type ReportedSubscription } from './subscription.ts'

const at = '2026-11-01T00:00:00.000Z'
const days = (n: number) => new Date(Date.parse(at) + n * day_ms).toISOString()
const reported: ReportedSubscription = {
  status: 'active',
  is_cancelled: false,
  plan: 'business',
  period: 'month',
  extra_seats: 2,
  ends_at: days(30),
  next_plan: null,
  past_due_since: null,
}
const report = (changes: Partial<ReportedSubscription>, when = at) =>
  reduceSubscription(null, { kind: 'reported', at: when, reported: { ...reported, ...changes } })

test('S9.16 prices, seats, limits and features are those of the product definition', () => {
  expect(planIds.map((id) => plans[id].monthly_cents / 100)).toEqual([0, 19, 59, 149, 0])
  expect(planIds.map((id) => plans[id].limits.seats)).toEqual([2, 3, 10, 25, null])
  expect(planIds.map((id) => plans[id].limits.assistant_conversations)).toEqual([100, 500, 2000, 6000, null])
  expect(planIds.map((id) => plans[id].limits.indexed_items)).toEqual([50, 300, 3000, 20_000, null])
  expect(planIds.map((id) => plans[id].limits.published_scenarios)).toEqual([1, 5, null, null, null])
  expect(planFeatures.map(planWithFeature)).toEqual([
    'starter',
    'pro',
    'pro',
    'pro',
    'pro',
    'pro',
    'business',
    'business',
  ])
})
test('S9.16 a year costs 20% less, in whole cents', () => {
  expect(planCents('pro', 'year')).toBe(56_640)
  expect(seatCents('year')).toBe(5760)
  for (const id of planIds) expect(Number.isInteger(planCents(id, 'year'))).toBe(true)
})
test('S9.16 extra seats count in paid plans only', () => {
  expect(limitsOf('pro', 4).seats).toBe(14)
  expect(limitsOf('free', 4).seats).toBe(2)
  expect(limitsOf('self_hosted', 4).seats).toBeNull()
})
test('S9.16 the smaller plan is a downgrade, and its missing features are listed', () => {
  expect(isDowngrade('business', 'pro')).toBe(true)
  expect(isDowngrade('starter', 'pro')).toBe(false)
  expect(lostFeatures('starter', 'free')).toEqual(['remove_badge'])
  expect(lostFeatures('business', 'starter')).toEqual([
    'sla',
    'webhooks',
    'hubspot',
    'custom_roles',
    'retention',
    'audit_log',
    'single_sign_on',
  ])
})

test('S9.16 a trial is Pro for 14 days, then the plan is Free, and there is no second trial', () => {
  const trial = reduceSubscription(null, { kind: 'trial_started', at })
  expect(planAt(trial, days(13.9))).toBe('pro')
  expect(planAt(trial, days(14))).toBe('free')
  const expired = reduceSubscription(trial, { kind: 'time_passed', at: days(14) })
  expect(expired?.state).toBe('expired')
  expect(reduceSubscription(expired, { kind: 'trial_started', at: days(20) })).toBe(expired)
})
test('S9.16 REL-25 a report decides the state, whatever was stored', () => {
  const trial = reduceSubscription(null, { kind: 'trial_started', at })
  const active = report({})
  expect(active).toMatchObject({ state: 'active', plan: 'business', extra_seats: 2 })
  for (const before of [null, trial, active])
    expect(reduceSubscription(before, { kind: 'reported', at, reported })).toEqual(active)
})
test('S9.16 an unpaid plan continues for 14 days, and a payment restores it', () => {
  const unpaid = report({ status: 'past_due', past_due_since: at })
  expect(unpaid?.state).toBe('past_due')
  expect(planAt(unpaid, days(13.9))).toBe('business')
  expect(planAt(unpaid, days(14))).toBe('free')
  expect(planAt(report({}, days(15)), days(15))).toBe('business')
})
test('S9.16 a canceled plan runs until the end of its period', () => {
  const cancelled = report({ is_cancelled: true })
  expect(cancelled?.state).toBe('cancelled')
  expect(planAt(cancelled, days(29))).toBe('business')
  expect(planAt(cancelled, days(30))).toBe('free')
  expect(report({ status: 'ended' })?.state).toBe('expired')
})
test('S9.16 an active plan doesn’t end because a report is late', () => {
  expect(planAt(report({}), days(31))).toBe('business')
})
test('S9.16 a workspace without a subscription has the Free plan', () => {
  expect(planAt(null, at)).toBe('free')
  expect(reduceSubscription(null, { kind: 'time_passed', at })).toBeNull()
})
