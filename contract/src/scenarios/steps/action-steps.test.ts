import { expect, test } from 'vitest'
import { advance } from '../engine.ts'
import { context, createFlow, done, ids, run, say } from '../test/flows.ts'

test('actions become effects, and later steps know what they set', () => {
  const flow = createFlow(
    [
      { id: 'v', kind: 'set_field', name: 'n', value: '12', next: 'c' },
      { id: 'c', kind: 'set_field', target: 'contact', name: 'company', value: 'No. {{n}}', next: 'f' },
      { id: 'f', kind: 'set_field', target: 'conversation', name: ids.field, value: 'x', next: 'bad' },
      { id: 'bad', kind: 'set_field', target: 'contact', name: '__proto__', value: 'x', next: 't' },
      { id: 't', kind: 'add_tags', tag_ids: [ids.tag], next: 'p' },
      { id: 'p', kind: 'set_priority', priority: 'high', next: 'a' },
      { id: 'a', kind: 'assign', team_id: ids.team, next: 'note' },
      { id: 'note', kind: 'note', body: 'Number {{n}}', next: 'b' },
      {
        id: 'b',
        kind: 'branch',
        cases: [
          {
            id: 'all',
            conditions: [
              { subject: 'variable', name: 'n', operator: 'greater', value: '11' },
              { subject: 'contact', name: 'company', operator: 'is', value: 'no. 12' },
              { subject: 'conversation', name: 'tag', operator: 'is', value: ids.tag },
              { subject: 'conversation', name: 'team', operator: 'is', value: ids.team },
              { subject: 'conversation', name: 'priority', operator: 'is', value: 'high' },
            ],
            next: 'h',
          },
        ],
      },
      { id: 'h', kind: 'hand_over', reason: 'Wants {{n}}' },
    ],
    { variables: [{ name: 'n', type: 'number' }] },
  )
  expect(run(flow, []).effects).toEqual([
    { kind: 'set_contact_field', name: 'company', value: 'No. 12' },
    { kind: 'set_conversation_field', name: ids.field, value: 'x' },
    { kind: 'add_tags', tag_ids: [ids.tag] },
    { kind: 'set_priority', priority: 'high' },
    { kind: 'assign', member_id: null, team_id: ids.team },
    { kind: 'note', body: 'Number 12' },
    { kind: 'hand_over', reason: 'rule', text: 'Wants 12' },
  ])
  const { step_ids } = advance(flow, null, { kind: 'started' }, context)
  expect(step_ids).toEqual(['c', 'f', 't', 'p', 'a', 'note', 'h'])
})

test('an email to the team has one line as its subject, whatever a customer wrote', () => {
  const flow = createFlow(
    [
      { id: 'q', kind: 'question', text: { en: 'Order?' }, save_as: { variable: 'order' }, next: 'mail' },
      {
        id: 'mail',
        kind: 'email_team',
        member_ids: [ids.member],
        team_id: ids.team,
        subject: 'Order {{order}}',
        body: 'It is {{order}}',
        next: 'done',
      },
      done,
    ],
    { variables: [{ name: 'order', type: 'text' }] },
  )
  expect(run(flow, [say('1\r\nBcc: x@example.com')]).last).toEqual([
    {
      kind: 'email_team',
      member_ids: [ids.member],
      team_id: ids.team,
      subject: 'Order 1 Bcc: x@example.com',
      body: 'It is 1\r\nBcc: x@example.com',
    },
  ])
})
