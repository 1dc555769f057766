import { expect, test } from 'vitest'
import { newFlow, newStep } from '../editor/new-step.ts'
import { receive, startTest, testTime, type TestRun } from './test-run.ts'

const settings = {
  name: 'Jana',
  email: '',
  page: '',
  locale: 'en' as const,
  is_open: true,
  now: '2026-11-28T10:00:00.000Z',
}
const question = { ...newStep('question', 'q'), text: { en: 'Please send a photo.' }, answer: 'file' }
const flow = { ...newFlow(['en']), steps: [question], start_step_id: 'q' } as ReturnType<typeof newFlow> // of this kind
const attach = (test: TestRun, files: string[]) =>
  receive(test, flow, settings, { kind: 'message', text: '', files, wants_person: false })

test('files in a test are limited to what a saved test takes', () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}${'x'.repeat(300)}.png`)
  const { inputs } = attach(startTest(flow, settings, 'Hello'), names)
  const last = inputs?.at(-1)
  expect(last).toMatchObject({ kind: 'message', files: { length: 10 } })
  expect(last?.kind === 'message' && last.files?.every((name) => name.length <= 200)).toBe(true)
})

test('what the customer writes after the end of a run is shown, but isn’t part of the saved test', () => {
  const ended = attach(startTest(flow, settings, 'Hello'), ['photo.png'])
  expect(ended.state?.status).toBe('completed')
  const more = receive(ended, flow, settings, {
    kind: 'message',
    text: 'Thanks',
    files: [],
    wants_person: false,
  })
  expect(more.inputs).toEqual(ended.inputs)
  expect(more.log.at(-1)).toMatchObject({ kind: 'customer', text: 'Thanks' })
})

test('a test starts now, or at the chosen day and time of day', () => {
  const now = new Date('2026-11-28T10:05:07.000Z')
  expect(testTime(now, { date: '', time: '' })).toBe('2026-11-28T10:05:07.000Z')
  expect(testTime(now, { date: '2026-12-24', time: '' })).toBe('2026-12-24T10:05:07.000Z')
  expect(testTime(now, { date: '', time: '23:30' })).toBe('2026-11-28T23:30:00.000Z')
  expect(testTime(now, { date: '2026-12-24', time: '08:15:30' })).toBe('2026-12-24T08:15:00.000Z')
})
