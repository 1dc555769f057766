// @vitest-environment jsdom
import { widgetLoaded } from '@ozvi/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean, orchard } from '../../../test/fixtures.ts'
import { address, base, press, setupServer, showSetup, source, type } from '../../../test/show-setup.tsx'
import { errorReply } from '../../../test/transport.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
test('S2.02 without a workspace, later steps redirect to the first', async () => {
  setupServer({}, [])
  showSetup('/install', [{ ...orchard, role: 'agent' }])
  expect(await screen.findByLabelText('Website')).toHaveProperty('value', '')
  expect(address()).toBe('/en/app/onboarding/website')
})
test('S2.02 without a step or with an unknown one, the setup resumes at the last step, in any browser', async () => {
  setupServer()
  showSetup('/nonsense', [{ ...greenBean, onboarding_step: 'install' }])
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
  expect(address()).toBe(`/en/app/onboarding/install?integrationId=${greenBean.id}`)
  const steps = within(screen.getByRole('navigation', { name: 'Setup' })).getAllByRole('link')
  expect(steps.map((link) => link.textContent)).toEqual([
    'Website',
    'Knowledge',
    'Try it',
    'Appearance',
    'Install',
    'Team',
  ])
  expect(steps[4]?.getAttribute('aria-current')).toBe('step')
})
test('S2.02 each step is saved once, and a failed save doesn’t block the setup', async () => {
  const server = setupServer()
  showSetup(`/try?integrationId=${greenBean.id}`)
  await screen.findByRole('heading', { name: 'Ask a question' })
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  await screen.findByLabelText('Brand color')
  expect(server.calls(`PUT ${base}/onboarding`).map(({ body }) => body)).toEqual([
    { step: 'try' },
    { step: 'look' },
  ])
  server.answers[`PUT ${base}/onboarding`] = () => errorReply(503, 'unavailable', 'Too much to do.')
  fireEvent.click(screen.getByRole('link', { name: 'Skip' }))
  expect(await screen.findByRole('heading', { name: 'Add the chat to your site' })).toBeDefined()
})
test('S2.02 the content step shows progress, and every step can be skipped', async () => {
  setupServer({ [`GET ${base}/data-source`]: () => [source] })
  showSetup('/knowledge')
  expect(await screen.findByText('green-bean.example')).toBeDefined()
  expect(screen.getByText(/3 of 12/)).toBeDefined()
  expect(screen.getByText('You can continue while we import your pages.')).toBeDefined()
  for (const name of ['Skip', 'Continue'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      `/en/app/onboarding/try?integrationId=${greenBean.id}`,
    )
  await press('Add a file, text or answer')
  expect(screen.getByRole('dialog')).toBeDefined()
})
test('S2.02 a website that couldn’t be read offers another URL and a retry', async () => {
  const failed = { ...source, status: 'failed', reason: 'unreachable', indexed: 0, found: 0 }
  const server = setupServer({
    [`GET ${base}/data-source`]: () => [failed],
    [`POST ${base}/data-source/${source.id}/sync`]: () => ({ ...source, version: 2 }),
  })
  showSetup('/knowledge')
  expect((await screen.findByRole('link', { name: 'Change the address' })).getAttribute('href')).toBe(
    `/en/app/onboarding/website?integrationId=${greenBean.id}`,
  )
  await press('Try again')
  expect(server.calls(`POST ${base}/data-source/${source.id}/sync`)).toHaveLength(1)
})
test('S2.02 a question about the imported pages is answered with its source', async () => {
  const server = setupServer({
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
  showSetup('/try')
  fireEvent.click(await screen.findByRole('button', { name: 'How long does shipping take?' }))
  expect(await screen.findByText(/Two days\./)).toBeDefined()
  expect(screen.getAllByRole('button', { name: /Source 1/ }).length).toBeGreaterThan(0)
  expect(server.calls(`POST ${base}/assistant/try`)[0]?.body).toEqual({
    text: 'How long does shipping take?',
    locale: 'en',
  })
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
})
test('S2.02 the next question can be typed during the answer; a question that fails returns to the field', async () => {
  const answer = Promise.withResolvers<unknown>()
  const server = setupServer({ [`POST ${base}/assistant/try`]: () => answer.promise })
  showSetup('/try')
  const field = await screen.findByLabelText<HTMLInputElement>('Your question')
  fireEvent.change(field, { target: { value: 'How long does shipping take?' } })
  fireEvent.submit(field.form ?? field)
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: 'And abroad?' } })
  fireEvent.submit(field.form ?? field)
  const trace = { locale: 'en', terms: [], candidates: [], confidence: 0, took_ms: 3 }
  answer.resolve({ band: 'hand_over', body: null, citations: [], reason: 'no_content', trace })
  expect(await screen.findByRole('heading', { name: 'How long does shipping take?' })).toBeDefined()
  expect(field.value).toBe('And abroad?')
  expect(server.calls(`POST ${base}/assistant/try`)).toHaveLength(1)
  server.answers[`POST ${base}/assistant/try`] = () => errorReply(503, 'unavailable', 'Try again later.')
  fireEvent.submit(field.form ?? field)
  expect(await screen.findByText('Try again later.')).toBeDefined()
  expect(field.value).toBe('And abroad?')
})
test('S2.02 without content the step explains what to add', async () => {
  setupServer()
  showSetup('/try')
  expect((await screen.findByRole('link', { name: 'Add saved answers' })).getAttribute('href')).toBe(
    `/en/app/onboarding/knowledge?integrationId=${greenBean.id}`,
  )
})
test('S2.02 the first page with the chat is detected live', async () => {
  const server = setupServer()
  showSetup('/install')
  expect(await screen.findByText('Not detected on your site yet')).toBeDefined()
  expect(screen.getByLabelText('Install snippet').textContent).toBe(
    '<script async src="https://ozvi.example/widget.js" data-key="pk_green"></script>',
  )
  expect(screen.getByLabelText('Content Security Policy').textContent).toBe(
    'script-src https://ozvi.example;\nconnect-src https://ozvi.example;\nframe-src https://ozvi.example;',
  )
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  const at = new Date().toISOString()
  const seen = { host: 'www.green-bean.example', first_seen_at: at, last_seen_at: at }
  await server.emit(widgetLoaded.name, { integration_id: greenBean.id, ...seen })
  expect(await screen.findByText('Chat installed on www.green-bean.example')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
})
test('S2.02 most website builders have instructions, and the Tag Manager code includes the key', async () => {
  setupServer()
  showSetup('/install')
  for (const name of ['WordPress', 'Shopify', 'Google Tag Manager'])
    expect((await screen.findByText(name, { selector: 'summary' })).closest('details')?.open).toBe(false)
  const code = screen.getByLabelText('Code for Google Tag Manager').textContent ?? ''
  expect(code).toMatch(/^<script>[^]*<\/script>$/)
  // Run like Tag Manager does: ES5 only, and creates a script with the key.
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
test('S7.09 S7.08 the team is invited, the setup is completed, and a card links to the inbox', async () => {
  const invitation = {
    id: '01980000-0000-7000-8000-000000000050',
    email: 'jana@example.com',
    role: 'agent',
    state: 'pending',
    sent_at: '2026-11-19T10:00:00.000Z',
    expires_at: '2026-11-26T10:00:00.000Z',
  }
  const server = setupServer({ 'PUT /api/integration/user-invite': () => invitation })
  server.answers['POST /api/integration/pk_green/onboarding'] = () => {
    server.state.owned = [{ ...greenBean, onboarded_at: '2026-11-20T10:00:00.000Z' }]
    return server.state.owned[0]
  }
  showSetup('/team')
  await screen.findByLabelText('Email address')
  server.answers['GET /api/integration/users'] = () => ({ users: [], invitations: [invitation] })
  type('Email address', 'jana@example.com')
  await press('Invite')
  expect(await screen.findByText('jana@example.com')).toBeDefined()
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'jana@example.com',
    role: 'agent',
  })
  await press('Finish')
  expect(await screen.findByRole('heading', { name: 'You’re all set' })).toBeDefined()
  expect(server.calls('POST /api/integration/pk_green/onboarding').map(({ body }) => body)).toEqual([{}])
  expect(screen.getByRole('link', { name: 'Go to inbox' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/conversation`,
  )
})
test('S7.08 opening the last step by its URL completes the setup', async () => {
  const server = setupServer({ 'POST /api/integration/pk_green/onboarding': () => greenBean })
  showSetup('/done')
  await screen.findByRole('heading', { name: 'You’re all set' })
  await press('Go to inbox')
  expect(server.calls('POST /api/integration/pk_green/onboarding').length).toBe(1)
  expect(await screen.findByText('Another page')).toBeDefined()
})
