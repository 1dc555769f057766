import type { MessageFormField } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const field = { is_required: true, choices: [], shown_if: null }
const form: MessageFormField[] = [
  { ...field, id: 'email', kind: 'email', text: 'Email' },
  { ...field, id: 'topic', kind: 'choice', text: 'Topic', choices: [{ id: 'order', text: 'My order' }] },
  {
    ...field,
    id: 'number',
    kind: 'number',
    text: 'Order number',
    shown_if: { field_id: 'topic', value: 'order' },
  },
  { ...field, id: 'day', kind: 'date', text: 'Day', is_required: false },
  { ...field, id: 'news', kind: 'consent', text: 'I agree that you send me news.' },
]

test.concurrent('a form on a phone names fields and errors, keeps its input, and is sent once', async () => {
  const { back_end, visit, close } = await scene(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  back_end.faults.answers = false
  const { page, panel, errors, open, begin } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  const [thread] = back_end.threads.values()
  back_end.say(thread!, { author: 'scenario', body: 'About you', details: { form } })
  const filled = panel.getByRole('form', { name: 'About you' })
  const email = filled.getByRole('textbox', { name: 'Email' })
  await email.fill('eva')
  expect(await filled.getByLabel('Order number').count()).toBe(0)
  await filled.getByRole('combobox', { name: 'Topic' }).selectOption('My order')
  await filled.getByRole('textbox', { name: 'Order number' }).fill('4711')
  await filled.getByLabel('Day (optional)').waitFor()
  await filled.getByRole('checkbox', { name: 'I agree that you send me news.' }).check()
  const heights = await filled
    .locator('input:not([type=checkbox]), select, .consent, button')
    .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height))
  expect(heights).toHaveLength(6)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(await axeFaults(page)).toEqual([])

  const send = filled.getByRole('button', { name: 'Send form' })
  await send.click()
  const error = filled.getByRole('alert')
  await error.getByText('Enter an email address.').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await email.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'))
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await axeFaults(page)).toEqual([])

  await page.reload()
  await open()
  await email.waitFor()
  expect(await email.inputValue()).toBe('eva')
  expect(await filled.getByLabel('Order number').inputValue()).toBe('4711')
  expect(await filled.getByRole('checkbox').isChecked()).toBe(true)
  await email.fill('gone@example.com')
  await send.click()
  await filled.getByRole('alert').getByText('Choose one of the options.').waitFor()
  await email.fill('eva@example.com')
  await send.click()
  await panel.getByText('Email: eva@example.com').waitFor()
  await filled.waitFor({ state: 'detached' })
  expect(thread?.messages.map(({ details }) => details.form_values).filter(Boolean)).toEqual([
    { email: 'eva@example.com', topic: 'order', number: '4711', news: true },
  ])
  expect(errors).toEqual([])
  await close()
})
