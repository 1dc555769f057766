// @vitest-environment jsdom
import { type ClientSettings, type CurrentUser, type Integration, widgetSeen } from '@ozvi/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean, orchard } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { handHeld, refuse } from '../../../test/transport.ts'
import OnboardingPage from './onboarding-page.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  HTMLElement.prototype.scrollIntoView = () => {}
})
const base = `/api/integration/${greenBean.id}`
const source = {
  id: '01980000-0000-7000-8000-000000000070',
  integration_id: greenBean.id,
  kind: 'website',
  name: 'green-bean.example',
  config: { start_url: 'https://green-bean.example' },
  locale: null,
  is_enabled: true,
  status: 'fetching',
  found: 12,
  indexed: 3,
  skipped: 0,
  failed: 0,
  current_url: 'https://green-bean.example/shipping',
  reason: null,
  last_run_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  version: 1,
}
const settings: ClientSettings = {
  integration_id: greenBean.id,
  colour: '#2867e4',
  side: 'right',
  theme: 'auto',
  texts: { en: { greeting: '', intro: '' }, sk: { greeting: '', intro: '' } },
  hosts: [],
  hide_on: [],
  updated_at: null,
  version: 1,
}
/** The page with its address shown, as somebody who owns these workspaces and has the first one active. */
function Page() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <OnboardingPage />
    </>
  )
}
const address = () => screen.getByTestId('address').textContent
const show = (step: string, integrations: Integration[] = [greenBean]) => {
  const user = { ...eva, integrations, active_integration: integrations[0] ?? null }
  return showPage(Page, { path: '/en/app/onboarding/:step?', at: `/en/app/onboarding${step}`, user })
}
/** A server with one workspace, made or not yet. */
function serverWith(answers: Parameters<typeof handHeld>[0] = {}, owned: Integration[] = [greenBean]) {
  const state = { owned }
  const server = handHeld({
    'GET /api/user': (): CurrentUser => ({
      ...eva,
      integrations: state.owned,
      active_integration: state.owned[0] ?? null,
    }),
    'GET /api/integrations': () => state.owned,
    [`PUT ${base}/onboarding`]: () => null,
    [`GET ${base}/data-source`]: () => [],
    [`POST ${base}/data-source/website`]: () => source,
    [`GET ${base}/assistant/suggestions`]: () => [],
    [`GET ${base}/installation`]: () => [],
    [`GET ${base}/client`]: () => settings,
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    ...answers,
  })
  return { ...server, state }
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('S2.02 S4.04 the first step makes the workspace and has its website read', async () => {
  const server = serverWith({}, [])
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  show('', [])
  expect(await screen.findByRole('heading', { name: 'Which website is the chat for?' })).toBeDefined()
  expect(address()).toBe('/en/app/onboarding/website')
  type('Website', 'www.green-bean.example')
  expect(within(screen.getByRole('group', { name: 'Suggested names' })).getAllByRole('button').length).toBe(5)
  await press('Green Bean')
  await press('Read the website')
  expect(await screen.findByRole('heading', { name: 'What the assistant may quote' })).toBeDefined()
  expect(server.calls('PUT /api/integration').map(({ body }) => body)).toEqual([
    { name: 'Green Bean', url: 'https://www.green-bean.example', locale: 'en' },
  ])
  expect(server.calls(`POST ${base}/data-source/website`)[0]?.body).toMatchObject({
    start_url: 'https://www.green-bean.example',
  })
  expect(address()).toBe(`/en/app/onboarding/knowledge?integrationId=${greenBean.id}`)
})
test('S2.02 S4.04 what the website says of itself is taken over, and never over what was typed', async () => {
  const server = serverWith(
    {
      'POST /api/website-facts': () => ({
        name: 'Zelené zrnko',
        locale: 'sk',
        colour: '#0f5132',
        icon_url: null,
      }),
    },
    [],
  )
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  const tellAddress = async (value: string) => {
    type('Website', value)
    await act(async () => void fireEvent.blur(screen.getByLabelText('Website')))
  }
  const { unmount } = show('/website', [])
  await screen.findByLabelText('Website')
  await tellAddress('green-bean.example')
  expect(await screen.findByDisplayValue('Zelené zrnko')).toBe(screen.getByLabelText('Name of the workspace'))
  expect(screen.getByText('This website is in Slovak, so Slovak is the chat’s first language.')).toBeDefined()
  type('Name of the workspace', 'My own')
  await tellAddress('www.green-bean.example')
  expect(screen.getByLabelText('Name of the workspace')).toHaveProperty('value', 'My own')
  await press('Read the website')
  await screen.findByRole('heading', { name: 'What the assistant may quote' })
  unmount()
  server.state.owned = []
  show('/website', [])
  await screen.findByLabelText('Website')
  // sent by the keyboard, before the field was left
  type('Website', 'green-bean.example')
  await press('Read the website')
  await screen.findByRole('heading', { name: 'What the assistant may quote' })
  expect(server.calls('PUT /api/integration').map(({ body }) => body)).toEqual([
    { name: 'My own', url: 'https://www.green-bean.example', locale: 'sk' },
    { name: 'Zelené zrnko', url: 'https://green-bean.example', locale: 'sk' },
  ])
})
test('S2.02 a website that cannot be asked is named after its address, and nothing is lost', async () => {
  const server = serverWith(
    { 'POST /api/website-facts': () => refuse(429, 'rate_limited', 'Try again later.') },
    [],
  )
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  show('/website', [])
  await screen.findByLabelText('Website')
  type('Website', 'sunny-orchard.example')
  await act(async () => void fireEvent.blur(screen.getByLabelText('Website')))
  expect(screen.getByLabelText('Name of the workspace')).toHaveProperty('placeholder', 'Sunny Orchard')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Read the website')
  await screen.findByRole('heading', { name: 'What the assistant may quote' })
  expect(server.calls('PUT /api/integration')[0]?.body).toEqual({
    name: 'Sunny Orchard',
    url: 'https://sunny-orchard.example',
    locale: 'en',
  })
})
test('S2.02 the site’s own colour is a choice, with how it can be read, and nothing is taken by itself', async () => {
  serverWith({
    'POST /api/website-facts': () => ({ name: null, locale: null, colour: '#f5c518', icon_url: null }),
  })
  show('/look')
  const choice = await screen.findByRole('button', { name: /Colour of your site/ })
  expect(screen.getByLabelText('Brand colour')).toHaveProperty('value', '#2867e4')
  expect(choice.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(choice)
  expect(screen.getByLabelText('Brand colour')).toHaveProperty('value', '#f5c518')
  expect(choice.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('1.6 : 1 would be hard to read, so text and edges use #886b00.')).toBeDefined()
})
test('422 S5.05 a refused address keeps what was typed, and trying again makes no second workspace', async () => {
  const server = serverWith(
    {
      [`POST ${base}/data-source/website`]: () =>
        refuse(422, 'invalid_input', 'Some fields need attention.', {
          start_url: ['This address cannot be reached from here.'],
        }),
      'PUT /api/integration/pk_green': () => greenBean,
    },
    [],
  )
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  show('/website', [])
  await screen.findByLabelText('Website')
  type('Website', '10.0.0.1')
  await press('Read the website')
  expect(screen.getByLabelText('Website').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Website')).toHaveProperty('value', '10.0.0.1')
  server.answers[`POST ${base}/data-source/website`] = () => source
  type('Website', 'green-bean.example')
  await press('Read the website')
  await screen.findByRole('heading', { name: 'What the assistant may quote' })
  expect(server.calls('PUT /api/integration').length).toBe(1)
  expect(server.calls('PUT /api/integration/pk_green')[0]?.body).toMatchObject({
    url: 'https://green-bean.example',
  })
})
test('S2.02 the first step is skipped with the product’s own site in its place, and nothing is read', async () => {
  const server = serverWith({}, [])
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  show('/website', [])
  await screen.findByLabelText('Website')
  await press('Skip')
  await screen.findByRole('heading', { name: 'What the assistant may quote' })
  expect(server.calls('PUT /api/integration')[0]?.body).toMatchObject({ url: 'https://ozvi.example' })
  expect(server.calls(`POST ${base}/data-source/website`)).toEqual([])
})
test('S2.02 later steps lead to the first one while there is no workspace to set up', async () => {
  serverWith({}, [])
  show('/install', [{ ...orchard, role: 'agent' }])
  expect(await screen.findByLabelText('Website')).toHaveProperty('value', '')
  expect(address()).toBe('/en/app/onboarding/website')
})
test('S2.02 without a step, or with an unknown one, it goes on where it was left, in whatever browser', async () => {
  serverWith()
  show('/nonsense', [{ ...greenBean, onboarding_step: 'install' }])
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
  expect(address()).toBe(`/en/app/onboarding/install?integrationId=${greenBean.id}`)
  const way = within(screen.getByRole('navigation', { name: 'Setup' })).getAllByRole('link')
  expect(way.map((link) => link.textContent)).toEqual([
    'Website',
    'Knowledge',
    'Try it',
    'Look',
    'Install',
    'Team',
  ])
  expect(way[4]?.getAttribute('aria-current')).toBe('step')
})
test('S2.02 each step is kept once, and one that cannot be kept stops nobody', async () => {
  const server = serverWith()
  show(`/try?integrationId=${greenBean.id}`)
  await screen.findByRole('heading', { name: 'Ask it something' })
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  await screen.findByLabelText('Brand colour')
  expect(server.calls(`PUT ${base}/onboarding`).map(({ body }) => body)).toEqual([
    { step: 'try' },
    { step: 'look' },
  ])
  server.answers[`PUT ${base}/onboarding`] = () => refuse(503, 'unavailable', 'Too much to do.')
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
})
test('S2.02 knowledge shows how far the reading is, and every step can be skipped', async () => {
  serverWith({ [`GET ${base}/data-source`]: () => [source] })
  show('/knowledge')
  expect(await screen.findByText('green-bean.example')).toBeDefined()
  expect(screen.getByText(/3 of 12/)).toBeDefined()
  expect(screen.getByText('Reading goes on while you continue.')).toBeDefined()
  for (const name of ['Skip', 'Continue'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      `/en/app/onboarding/try?integrationId=${greenBean.id}`,
    )
  await press('Add a file, a text or an answer')
  expect(screen.getByRole('dialog')).toBeDefined()
})
test('S2.02 a question made from the own pages is answered with its source', async () => {
  const server = serverWith({
    [`GET ${base}/assistant/suggestions`]: () => ['How long does shipping take?'],
    [`POST ${base}/assistant/try`]: () => ({
      band: 'answer',
      body: 'Two days. [1]',
      citations: [
        {
          number: 1,
          title: 'Shipping',
          heading: '',
          quote: 'Two days.',
          url: 'https://green-bean.example/shipping',
          snapshot_url: '/snapshot/1',
          fetched_at: '2026-11-20T10:00:00.000Z',
        },
      ],
      reason: null,
      trace: { locale: 'en', terms: [], candidates: [], confidence: 0.9, took_ms: 3 },
    }),
  })
  show('/try')
  fireEvent.click(await screen.findByRole('button', { name: 'How long does shipping take?' }))
  expect(await screen.findByText(/Two days\./)).toBeDefined()
  expect(screen.getAllByRole('button', { name: /Source 1/ }).length).toBeGreaterThan(0)
  expect(server.calls(`POST ${base}/assistant/try`)[0]?.body).toEqual({
    text: 'How long does shipping take?',
    locale: 'en',
  })
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
})
test('S2.02 without anything to ask about the step says what brings it', async () => {
  serverWith()
  show('/try')
  expect(
    (await screen.findByRole('link', { name: 'Give the assistant something to quote' })).getAttribute('href'),
  ).toBe(`/en/app/onboarding/knowledge?integrationId=${greenBean.id}`)
})
/** What the chat beside the steps was told, in the order it was said. */
const worn = () => {
  const frame = screen.getByTitle<HTMLIFrameElement>('Example shop with the chat')
  const page = frame.contentWindow as (Window & { ozvi?: { q: [string, Record<string, unknown>][] } }) | null
  return (page?.ozvi?.q ?? []).filter(([name]) => name === 'look').map(([, look]) => look)
}
test('S2.02 the look is tried on beside the form, saved with the step, and resumed like any other', async () => {
  const server = serverWith({
    [`PUT ${base}/client`]: (body) => {
      const { texts, ...rest } = body as Partial<ClientSettings>
      return { ...settings, ...rest, texts: { ...settings.texts, ...texts }, version: 2 }
    },
  })
  show('', [{ ...greenBean, onboarding_step: 'look' }])
  await screen.findByRole('heading', { name: 'Make it look like yours' })
  expect(address()).toBe(`/en/app/onboarding/look?integrationId=${greenBean.id}`)
  await screen.findByLabelText('Brand colour')
  type('Brand colour', 'F5C518')
  expect(screen.getByText('1.6 : 1 would be hard to read, so text and edges use #886b00.')).toBeDefined()
  fireEvent.click(screen.getByLabelText('Left'))
  type('Greeting in English', 'Hello!')
  expect(worn().at(-1)).toMatchObject({ brand: '#f5c518', side: 'left', greeting: 'Hello!' })
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
  expect(server.calls(`PUT ${base}/client`).map(({ body }) => body)).toEqual([
    { colour: '#f5c518', side: 'left', texts: { en: { greeting: 'Hello!', intro: '' } } },
  ])
})
test('422 S2.02 S5.05 a refused look names its fields, keeps what was typed and stays', async () => {
  const server = serverWith({
    [`PUT ${base}/client`]: () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', {
        colour: ['Enter a colour such as #2867e4.'],
        'texts.sk.greeting': ['Use at most 60 characters.'],
      }),
  })
  show('/look')
  await screen.findByLabelText('Brand colour')
  type('Brand colour', 'bluish')
  type('Greeting in Slovak', 'x'.repeat(61))
  await press('Continue')
  for (const [name, value] of [
    ['Brand colour', 'bluish'],
    ['Greeting in Slovak', 'x'.repeat(61)],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(name)
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', value])
  }
  expect(address()).toContain('/look')
  server.answers[`PUT ${base}/client`] = () => ({ ...settings, version: 2 })
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
})
test('S2.02 the look is skipped, or left as it is, without a call; what was changed is asked about first', async () => {
  const server = serverWith()
  const { unmount } = show(`/look?integrationId=${greenBean.id}`)
  await screen.findByLabelText('Brand colour')
  type('Brand colour', '#0f5132')
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined()
  await press('Leave without saving')
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
  expect(worn().at(-1)).toMatchObject({ brand: '#2867e4' })
  unmount()
  show('/look')
  await screen.findByLabelText('Brand colour')
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Put the chat on your site' })).toBeDefined()
  expect(server.calls(`PUT ${base}/client`)).toEqual([])
})
test('S2.02 a look that cannot be read says why and can be asked for again, or skipped', async () => {
  const server = serverWith({ [`GET ${base}/client`]: () => refuse(500, 'server_error', 'Out of order.') })
  show('/look')
  expect(await screen.findByText('Out of order.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Skip' }).getAttribute('href')).toBe(
    `/en/app/onboarding/install?integrationId=${greenBean.id}`,
  )
  server.answers[`GET ${base}/client`] = () => settings
  await press('Try again')
  expect(await screen.findByLabelText('Brand colour')).toBeDefined()
})
test('S2.02 the first page with the chat is told live', async () => {
  const server = serverWith()
  show('/install')
  expect(await screen.findByText('Not seen on your site yet')).toBeDefined()
  expect(screen.getByLabelText('Tag of the chat').textContent).toBe(
    '<script async src="https://ozvi.example/widget.js" data-key="pk_green"></script>',
  )
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  const at = new Date().toISOString()
  const seen = { host: 'www.green-bean.example', first_seen_at: at, last_seen_at: at }
  await server.tell(widgetSeen.name, { integration_id: greenBean.id, ...seen })
  expect(await screen.findByText('The chat runs on www.green-bean.example')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
})
test('S2.02 there are recipes for what most websites are made with, and Tag Manager’s code carries the key', async () => {
  serverWith()
  show('/install')
  for (const name of ['WordPress', 'Shopify', 'Google Tag Manager'])
    expect((await screen.findByText(name, { selector: 'summary' })).closest('details')?.open).toBe(false)
  const code = screen.getByLabelText('Code for Google Tag Manager').textContent ?? ''
  expect(code).toMatch(/^<script>[^]*<\/script>$/)
  // It is run as Tag Manager would: nothing newer than 2009, and a script with its key comes of it.
  expect(code).not.toMatch(/=>|\b(const|let)\b|`/)
  const ran = document.createElement('script')
  ran.textContent = code.replace(/<\/?script>/g, '')
  document.body.append(ran)
  const made = document.body.querySelector<HTMLScriptElement>('script[data-key]')
  expect([made?.src, made?.dataset['key'], made?.async]).toEqual([
    'https://ozvi.example/widget.js',
    'pk_green',
    true,
  ])
  made?.remove()
  ran.remove()
})
test('S7.09 S7.08 the team is invited, setup is completed, and a card leads to the inbox', async () => {
  const invitation = {
    id: '01980000-0000-7000-8000-000000000050',
    email: 'jana@example.com',
    role: 'agent',
    state: 'pending',
    sent_at: '2026-11-19T10:00:00.000Z',
    expires_at: '2026-11-26T10:00:00.000Z',
  }
  const server = serverWith({ 'PUT /api/integration/user-invite': () => invitation })
  server.answers['POST /api/integration/pk_green/onboarding'] = () => {
    server.state.owned = [{ ...greenBean, onboarded_at: '2026-11-20T10:00:00.000Z' }]
    return server.state.owned[0]
  }
  show('/team')
  await screen.findByLabelText('E-mail address')
  server.answers['GET /api/integration/users'] = () => ({ users: [], invitations: [invitation] })
  type('E-mail address', 'jana@example.com')
  await press('Invite')
  expect(await screen.findByText('jana@example.com')).toBeDefined()
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'jana@example.com',
    role: 'agent',
  })
  await press('Finish')
  expect(await screen.findByRole('heading', { name: 'You are set up' })).toBeDefined()
  expect(server.calls('POST /api/integration/pk_green/onboarding').map(({ body }) => body)).toEqual([{}])
  expect(screen.getByRole('link', { name: 'Open the inbox' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/conversation`,
  )
})
test('S7.08 whoever opens the end by its address completes setup there', async () => {
  const server = serverWith({ 'POST /api/integration/pk_green/onboarding': () => greenBean })
  show('/done')
  await screen.findByRole('heading', { name: 'You are set up' })
  await press('Open the inbox')
  expect(server.calls('POST /api/integration/pk_green/onboarding').length).toBe(1)
  expect(await screen.findByText('Another page')).toBeDefined()
})
