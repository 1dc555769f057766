import { expect, test } from 'vitest'
import { context, createFlow, done, httpFlow, run, say, sentTexts } from '../test/flows.ts'

test('the assistant’s result decides where the run continues', () => {
  const flow = (more: object) =>
    createFlow([
      { id: 'a', kind: 'assistant', answered: 'done', ...more },
      done,
      { id: 'other', kind: 'end' },
    ])
  const result = (outcome: 'answered' | 'not_found' | 'wants_person', more = {}) =>
    run(flow(more), [{ kind: 'assistant_result', outcome }])
  expect(run(flow({}), []).state).toMatchObject({ status: 'active', awaiting: 'assistant' })
  expect(result('answered').state).toMatchObject({ status: 'completed', step_id: 'done' })
  expect(result('not_found').last).toEqual([{ kind: 'hand_over', reason: 'nothing_found', text: '' }])
  expect(result('not_found', { not_found: 'other' }).state.step_id).toBe('other')
  expect(result('wants_person').last).toMatchObject([{ reason: 'asked_for_human' }])
})

test('the assistant answers the text of the button that led to it', () => {
  const flow = createFlow([
    { id: 'b', kind: 'buttons', buttons: [{ id: 'x', text: { en: 'How can I pay?' }, next: 'a' }] },
    { id: 'a', kind: 'assistant' },
  ])
  expect(run(flow, [{ kind: 'button', step_id: 'b', button_id: 'x' }]).last).toMatchObject([
    { kind: 'ask_assistant', text: 'How can I pay?' },
  ])
  expect(run(createFlow([{ id: 'a', kind: 'assistant' }]), []).last).toMatchObject([{ text: null }])
})

test('an HTTP request escapes what customers wrote and saves values of the response', () => {
  const hostile = 'a/../b?"}\r\nX: y'
  const { last, state } = run(httpFlow, [say(hostile)])
  expect(last).toEqual([
    {
      kind: 'http_request',
      step_id: 'r',
      key: `${context.run_id}:r:1`,
      method: 'POST',
      url: `https://api.example/order/${encodeURIComponent(hostile)}`,
      headers: [{ name: 'X-Order', value: ['a/../b?"}  X: y'] }],
      body: JSON.stringify({ order: hostile }),
      timeout_s: 10,
    },
  ])
  expect(state.awaiting).toBe('http')
  const body = { items: [{ state: 'sent' }] }
  expect(
    sentTexts(run(httpFlow, [say('7'), { kind: 'http_result', ok: true, status: 200, body }]).last),
  ).toEqual(['It is sent'])
  const failed = run(httpFlow, [say('7'), { kind: 'http_result', ok: false, status: 500, body: null }])
  expect(failed.state).toMatchObject({ step_id: 'done', variables: { order: '7' } })
})
