import { expect, test } from 'vitest'
import { decideReplyMail, type ReplyMailState } from './reply-mail.ts'

const minute = 60_000
const now = Date.parse('2026-11-20T10:00:00Z')
const address = { email: 'jana@example.com', source: 'typed' } as const
/** A reply sent five minutes ago to a customer who left ten minutes ago. */
const waiting: ReplyMailState = {
  status: 'waiting',
  is_blocked: false,
  is_gone: false,
  after_min: 2,
  is_online: false,
  last_seen_at: now - 10 * minute,
  replies: [now - 5 * minute],
  address,
  is_unsubscribed: false,
}
const decide = (changes: Partial<ReplyMailState>) => decideReplyMail({ ...waiting, ...changes }, now)

test('a reply is emailed once its customer has been away long enough', () => {
  expect(decide({})).toEqual({ action: 'send', to: address })
  expect(decide({ status: 'snoozed' })).toMatchObject({ action: 'send' })
  expect(decide({ last_seen_at: null })).toMatchObject({ action: 'send' })
})

test('the delay starts with the first reply or when the customer left, whichever is later', () => {
  expect(decide({ replies: [now - minute, now] })).toEqual({ action: 'wait', until: now + minute })
  expect(decide({ last_seen_at: now - 0.5 * minute })).toEqual({ action: 'wait', until: now + 1.5 * minute })
  expect(decide({ after_min: 60 })).toEqual({ action: 'wait', until: now + 55 * minute })
})

test('while the customer is online nothing is emailed, regardless of the reply’s age', () => {
  expect(decide({ is_online: true })).toEqual({ action: 'wait', until: now + 2 * minute })
})

test.each<[string, Partial<ReplyMailState>]>([
  ['everything was seen or answered', { replies: [] }],
  ['the workspace has switched it off', { after_min: null }],
  ['the conversation is spam', { status: 'spam' }],
  ['the contact is blocked', { is_blocked: true }],
  ['the conversation was merged or its workspace is closing', { is_gone: true }],
])('nothing is sent or reported if %s', (_, changes) => {
  expect(decide(changes)).toEqual({ action: 'none' })
})

test.each<[string, Partial<ReplyMailState>]>([
  ['resolved', { status: 'resolved', is_online: true }],
  ['no_address', { address: null }],
  ['unsubscribed', { is_unsubscribed: true }],
])('the team sees that nothing is sent: %s', (because, changes) => {
  expect(decide(changes)).toEqual({ action: 'none', because })
})
