import { expect, test } from 'vitest'
import type { ScenarioTrigger } from './flow.ts'
import { type PastEntry, replayConversation } from './replay.ts'
import { createFlow, ids } from './test/flows.ts'

const start = Date.parse('2026-11-24T09:00:00.000Z')
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
type Said = [minute: number, author: PastEntry['author'], kind: string, more?: Partial<PastEntry>]
const entriesOf = (said: Said[]): PastEntry[] =>
  said.map(([minute, author, kind, more], index) => ({
    seq: index + 1,
    author,
    kind,
    text: 'Hello',
    at: at(minute),
    reason: null,
    ...more,
  }))
/** The entry that the draft would have started at, and where its run would be. */
function replay(trigger: ScenarioTrigger, said: Said[], now = 10_000) {
  const flow = createFlow(
    [
      { id: 'ask', kind: 'question', text: { en: 'Still there?' }, next: 'bye' },
      { id: 'bye', kind: 'end' },
    ],
    { trigger },
  )
  const past = {
    id: ids.scenario,
    number: 1,
    locale: 'en' as const,
    page: '',
    contact: {},
    conversation: {},
    entries: entriesOf(said),
    run: null,
  }
  const rules = {
    scenario_id: ids.scenario,
    now: at(now),
    isOpen: () => true,
    dayOf: (time: string) => time.slice(0, 10),
    wantsPerson: () => false,
  }
  const { start_seq, path } = replayConversation(flow, past, rules)
  return [start_seq, path.join(' ')]
}
const team = { kind: 'team_silent', minutes: 30 } as const
const customer = { kind: 'customer_silent', minutes: 30 } as const

test('a replay starts after a silence of the team, if the team had the conversation', () => {
  const handedOver: Said[] = [
    [0, 'contact', 'text'],
    [1, 'system', 'hand_over'],
    [2, 'contact', 'text'],
  ]
  expect(replay(team, handedOver)).toEqual([3, 'ask'])
  // The customer’s next message answers the question.
  expect(replay(team, [...handedOver, [60, 'contact', 'text']])).toEqual([3, 'ask bye'])
  expect(replay(team, [...handedOver, [20, 'member', 'text']])).toEqual([null, ''])
  expect(replay(team, [[0, 'contact', 'text']])).toEqual([null, ''])
  // It has not lasted that long yet.
  expect(replay(team, handedOver, 31)).toEqual([null, ''])
  expect(replay(team, handedOver, 32)).toEqual([3, 'ask'])
})

test('a replay starts after a silence of the customer, while the conversation is open or waits', () => {
  const answered: Said[] = [
    [0, 'contact', 'text'],
    [5, 'member', 'text'],
  ]
  expect(replay(customer, answered)).toEqual([2, 'ask'])
  expect(replay(customer, [...answered, [20, 'contact', 'text']])).toEqual([null, ''])
  expect(replay(customer, [...answered, [20, 'member', 'event', { status: 'resolved' }]])).toEqual([null, ''])
  expect(replay(customer, [...answered, [60, 'member', 'event', { status: 'resolved' }]])).toEqual([2, 'ask'])
  // A later silence counts too, and a teammate’s reply stops what was started.
  const later: Said[] = [...answered, [10, 'contact', 'text'], [11, 'assistant', 'answer']]
  expect(replay(customer, [...later, [90, 'member', 'text'], [91, 'contact', 'text']])).toEqual([4, 'ask'])
  expect(replay(team, answered)).toEqual([null, ''])
})

test('a replay starts after a rating in its band', () => {
  const rated = (score: number): Said[] => [
    [0, 'contact', 'text'],
    [5, 'member', 'text'],
    [6, 'member', 'event', { status: 'resolved' }],
    [7, 'contact', 'rating', { score }],
  ]
  const low = { kind: 'rating_received', band: 'low' } as const
  expect(replay(low, rated(1))).toEqual([4, 'ask'])
  expect(replay(low, rated(5))).toEqual([null, ''])
  expect(replay({ kind: 'conversation_started', page: '' }, rated(1))).toEqual([1, 'ask'])
  // A time that can’t be read starts nothing.
  expect(replay(customer, [[0, 'member', 'text', { at: 'yesterday' }]])).toEqual([null, ''])
})
