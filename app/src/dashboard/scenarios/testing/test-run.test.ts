import { expect, test } from 'vitest'
import { newFlow, newStep } from '../editor/new-step.ts'
import { advanceTest, receive, startTest, testTime, type TestRun } from './test-run.ts'

const settings = {
  name: 'Jana',
  email: '',
  page: '',
  locale: 'en' as const,
  is_open: null,
  now: '2026-11-28T10:00:00.000Z',
}
const workday = [{ from: '09:00', to: '17:00' }]
const hours = {
  is_on: true,
  time_zone: 'Europe/Bratislava',
  week: [workday, workday, workday, workday, workday, [], []],
  holidays: [],
}
const question = { ...newStep('question', 'q'), text: { en: 'Please send a photo.' }, answer: 'file' }
const flow = { ...newFlow(['en']), steps: [question], start_step_id: 'q' } as ReturnType<typeof newFlow> // of this kind
const attach = (test: TestRun, files: string[]) =>
  receive(test, flow, settings, { kind: 'message', text: '', files, wants_person: false })

test('files in a test are limited to what a saved test takes', () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}${'x'.repeat(300)}.png`)
  const { inputs } = attach(startTest(flow, settings, hours, 'Hello'), names)
  const last = inputs?.at(-1)
  expect(last).toMatchObject({ kind: 'message', files: { length: 10 } })
  expect(last?.kind === 'message' && last.files?.every((name) => name.length <= 200)).toBe(true)
})

test('what the customer writes after the end of a run is shown, but isn’t part of the saved test', () => {
  const ended = attach(startTest(flow, settings, hours, 'Hello'), ['photo.png'])
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

test('a test starts now, or at the chosen day and time of day in the time zone of the opening hours', () => {
  const now = new Date('2026-11-28T10:05:07.000Z')
  const start = (date: string, time: string) => testTime(now, { date, time }, hours)
  expect(start('', '')).toBe('2026-11-28T10:05:07.000Z')
  expect(start('2026-12-24', '')).toBe('2026-12-24T10:05:07.000Z')
  expect(start('', '23:30')).toBe('2026-11-28T22:30:00.000Z')
  expect(start('2026-07-24', '08:15:30')).toBe('2026-07-24T06:15:00.000Z')
  expect(start('20261-12-24', '')).toBe('2026-11-28T10:05:07.000Z')
})

test('a test is open as scheduled at its time, or as chosen', () => {
  const branch = {
    ...newStep('branch', 'b'),
    cases: [
      {
        id: 'open',
        match: 'all',
        conditions: [{ subject: 'hours', name: '', operator: 'is', value: 'open' }],
        next: 'here',
      },
    ],
    otherwise: 'away',
  }
  const steps = [{ ...newStep('wait', 'w'), minutes: 60, next: 'b' }, branch, newStep('end', 'here')]
  const asked = { ...flow, steps: [...steps, newStep('end', 'away')], start_step_id: 'w' } as typeof flow // of this kind
  const pathOf = (is_open: boolean | null, now: string) => {
    const persona = { ...settings, is_open, now }
    const started = startTest(asked, persona, hours, 'Hello')
    return advanceTest(started, asked, persona, { kind: 'timer' }).state?.path.at(-1)
  }
  // A Friday in Bratislava; an hour later it is 16:30 and 17:30.
  expect(pathOf(null, '2026-11-27T14:30:00.000Z')).toBe('here')
  expect(pathOf(null, '2026-11-27T15:30:00.000Z')).toBe('away')
  expect(pathOf(true, '2026-11-27T15:30:00.000Z')).toBe('here')
  expect(pathOf(false, '2026-11-27T14:30:00.000Z')).toBe('away')
})
