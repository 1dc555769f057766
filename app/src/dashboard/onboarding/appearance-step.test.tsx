// @vitest-environment jsdom
import type { ClientSettings } from '@ozvi/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { address, base, press, settings, setupServer, showSetup, type } from '../../../test/show-setup.tsx'
import { errorReply } from '../../../test/transport.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
test('S2.02 the site’s color is suggested with its contrast, and never applied automatically', async () => {
  setupServer({
    'POST /api/website-facts': () => ({ name: null, locale: null, color: '#f5c518', icon_url: null }),
  })
  showSetup('/look')
  const choice = await screen.findByRole('button', { name: /Use your site’s color/ })
  expect(screen.getByLabelText('Brand color')).toHaveProperty('value', '#2867e4')
  expect(choice.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(choice)
  expect(screen.getByLabelText('Brand color')).toHaveProperty('value', '#f5c518')
  expect(choice.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('1.6:1 is hard to read, so text and borders use #886b00 instead.')).toBeDefined()
})
const previewTheme = () => {
  const frame = screen.getByTitle<HTMLIFrameElement>('Sample shop with the chat')
  const page = frame.contentWindow as (Window & { ozvi?: { q: [string, Record<string, unknown>][] } }) | null
  return (page?.ozvi?.q ?? []).filter(([name]) => name === 'look').map(([, look]) => look)
}
test('S2.02 the appearance is previewed next to the form, saved with the step, and restored', async () => {
  const server = setupServer({
    [`PUT ${base}/client`]: (body) => {
      const { texts, ...rest } = body as Partial<ClientSettings>
      return { ...settings, ...rest, texts: { ...settings.texts, ...texts }, version: 2 }
    },
  })
  showSetup('', [{ ...greenBean, onboarding_step: 'look' }])
  await screen.findByRole('heading', { name: 'Match your brand' })
  expect(address()).toBe(`/en/app/onboarding/look?integrationId=${greenBean.id}`)
  await screen.findByLabelText('Brand color')
  type('Brand color', 'F5C518')
  expect(screen.getByText('1.6:1 is hard to read, so text and borders use #886b00 instead.')).toBeDefined()
  fireEvent.click(screen.getByLabelText('Left'))
  type('Greeting in English', 'Hello!')
  expect(previewTheme().at(-1)).toMatchObject({ brand: '#f5c518', side: 'left', greeting: 'Hello!' })
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
  expect(server.calls(`PUT ${base}/client`).map(({ body }) => body)).toEqual([
    { color: '#f5c518', side: 'left', texts: { en: { greeting: 'Hello!', intro: '' } } },
  ])
})
test('422 S2.02 S5.05 a rejected appearance shows errors at its fields, keeps the input and stays on the step', async () => {
  const server = setupServer({
    [`PUT ${base}/client`]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        color: ['Enter a hex color such as #2867e4.'],
        'texts.sk.greeting': ['Use at most 60 characters.'],
      }),
  })
  showSetup('/look')
  await screen.findByLabelText('Brand color')
  type('Brand color', 'bluish')
  type('Greeting in Slovak', 'x'.repeat(61))
  await press('Continue')
  for (const [name, value] of [
    ['Brand color', 'bluish'],
    ['Greeting in Slovak', 'x'.repeat(61)],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(name)
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', value])
  }
  expect(address()).toContain('/look')
  server.answers[`PUT ${base}/client`] = () => ({ ...settings, version: 2 })
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
})
test('S2.02 skipping an unchanged appearance sends no request; unsaved changes ask for confirmation', async () => {
  const server = setupServer()
  const { unmount } = showSetup(`/look?integrationId=${greenBean.id}`)
  await screen.findByLabelText('Brand color')
  type('Brand color', '#0f5132')
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  expect(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })).toBeDefined()
  await press('Discard changes')
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
  expect(previewTheme().at(-1)).toMatchObject({ brand: '#2867e4' })
  unmount()
  showSetup('/look')
  await screen.findByLabelText('Brand color')
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
  expect(server.calls(`PUT ${base}/client`)).toEqual([])
})
test('S2.02 an appearance that can’t be loaded shows the reason and can be retried or skipped', async () => {
  const server = setupServer({
    [`GET ${base}/client`]: () => errorReply(500, 'server_error', 'Out of order.'),
  })
  showSetup('/look')
  expect(await screen.findByText('Out of order.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Skip' }).getAttribute('href')).toBe(
    `/en/app/onboarding/install?integrationId=${greenBean.id}`,
  )
  server.answers[`GET ${base}/client`] = () => settings
  await press('Try again')
  expect(await screen.findByLabelText('Brand color')).toBeDefined()
})
