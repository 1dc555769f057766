// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { address, base, press, setupServer, showSetup, source, type } from '../../../test/show-setup.tsx'
import { errorReply } from '../../../test/transport.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
test('S2.02 the first step creates the workspace and starts reading its website', async () => {
  const server = setupServer({}, [])
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  showSetup('', [])
  expect(await screen.findByRole('heading', { name: 'Which website is the chat for?' })).toBeDefined()
  expect(address()).toBe('/en/app/onboarding/website')
  type('Website', 'www.green-bean.example')
  expect(within(screen.getByRole('group', { name: 'Suggested names' })).getAllByRole('button').length).toBe(5)
  await press('Green Bean')
  await press('Import website')
  expect(await screen.findByRole('heading', { name: 'What can the assistant quote?' })).toBeDefined()
  expect(server.calls('PUT /api/integration').map(({ body }) => body)).toEqual([
    { name: 'Green Bean', url: 'https://www.green-bean.example', locale: 'en', ...browserTimeZone() },
  ])
  expect(server.calls(`POST ${base}/data-source/website`)[0]?.body).toMatchObject({
    start_url: 'https://www.green-bean.example',
  })
  expect(address()).toBe(`/en/app/onboarding/knowledge?integrationId=${greenBean.id}`)
})
test('S2.02 facts of the website fill in the form, but never overwrite input', async () => {
  const server = setupServer(
    {
      'POST /api/website-facts': () => ({
        name: 'Zelené zrnko',
        locale: 'sk',
        color: '#0f5132',
        icon_url: 'https://green-bean.example/touch.png',
      }),
      [`POST ${base}/logo/website-icon`]: () => greenBean,
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
  const { unmount } = showSetup('/website', [])
  await screen.findByLabelText('Website')
  await tellAddress('green-bean.example')
  expect(await screen.findByDisplayValue('Zelené zrnko')).toBe(screen.getByLabelText('Workspace name'))
  expect(
    screen.getByText('Your website is in Slovak, so the chat’s default language is Slovak.'),
  ).toBeDefined()
  type('Workspace name', 'My own')
  await tellAddress('www.green-bean.example')
  expect(screen.getByLabelText('Workspace name')).toHaveProperty('value', 'My own')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  unmount()
  server.state.owned = []
  showSetup('/website', [])
  await screen.findByLabelText('Website')
  // submitted by keyboard, before the field lost focus
  type('Website', 'green-bean.example')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls('PUT /api/integration').map(({ body }) => body)).toEqual([
    { name: 'My own', url: 'https://www.green-bean.example', locale: 'sk', ...browserTimeZone() },
    { name: 'Zelené zrnko', url: 'https://green-bean.example', locale: 'sk', ...browserTimeZone() },
  ])
  expect(server.calls(`POST ${base}/logo/website-icon`)).toHaveLength(2)
})
test('S2.02 a website that can’t be reached gets a name from its URL, and nothing is lost', async () => {
  const server = setupServer(
    { 'POST /api/website-facts': () => errorReply(429, 'rate_limited', 'Try again later.') },
    [],
  )
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  showSetup('/website', [])
  await screen.findByLabelText('Website')
  type('Website', 'sunny-orchard.example')
  await act(async () => void fireEvent.blur(screen.getByLabelText('Website')))
  expect(screen.getByLabelText('Workspace name')).toHaveProperty('placeholder', 'Sunny Orchard')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls('PUT /api/integration')[0]?.body).toEqual({
    name: 'Sunny Orchard',
    url: 'https://sunny-orchard.example',
    locale: 'en',
    ...browserTimeZone(),
  })
})
test('422 S5.05 a rejected URL keeps the input, and a retry creates no second workspace', async () => {
  const server = setupServer(
    {
      [`POST ${base}/data-source/website`]: () =>
        errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
          start_url: ['We can’t reach this address from the server.'],
        }),
      'PUT /api/integration/pk_green': () => greenBean,
    },
    [],
  )
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  showSetup('/website', [])
  await screen.findByLabelText('Website')
  type('Website', '10.0.0.1')
  await press('Import website')
  expect(screen.getByLabelText('Website').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Website')).toHaveProperty('value', '10.0.0.1')
  server.answers[`POST ${base}/data-source/website`] = () => source
  type('Website', 'green-bean.example')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls('PUT /api/integration').length).toBe(1)
  expect(server.calls('PUT /api/integration/pk_green')[0]?.body).toMatchObject({
    url: 'https://green-bean.example',
  })
})
test('S2.02 skipping the first step uses the product’s own site and reads nothing', async () => {
  const server = setupServer({}, [])
  server.answers['PUT /api/integration'] = () => {
    server.state.owned = [greenBean]
    return greenBean
  }
  showSetup('/website', [])
  await screen.findByLabelText('Website')
  await press('Skip')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls('PUT /api/integration')[0]?.body).toMatchObject({ url: 'https://ozvi.example' })
  expect(server.calls(`POST ${base}/data-source/website`)).toEqual([])
})

test('422 a rejected URL keeps the input, and the next one is accepted', async () => {
  const server = setupServer({}, [])
  server.answers['PUT /api/integration'] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { url: ['Enter a full address.'] })
  showSetup('/website', [])
  await screen.findByLabelText('Website')
  type('Website', 'no address')
  await press('Import website')
  expect(screen.getAllByText('Enter a full address.').length).toBeGreaterThan(0)
  expect(screen.getByDisplayValue('no address')).toBeDefined()
  type('Website', 'green-bean.example')
  expect(screen.queryByText('Enter a full address.')).toBeNull()
})
test('S2.02 a corrected address replaces the source that could not be read', async () => {
  const failed = {
    ...source,
    name: 'nosuch-domain.example',
    config: { start_url: 'https://nosuch-domain.example' },
    status: 'failed',
    reason: 'unreachable',
    indexed: 0,
  }
  const server = setupServer({
    [`GET ${base}/data-source`]: () => [failed],
    [`PUT ${base}/data-source/${source.id}`]: () => source,
    [`POST ${base}/data-source/${source.id}/sync`]: () => source,
    [`PUT /api/integration/${greenBean.public_key}`]: () => greenBean,
  })
  showSetup('/website')
  await screen.findByLabelText('Website')
  type('Website', 'green-bean.example')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  // The server names the source.
  expect(server.calls(`PUT ${base}/data-source/${source.id}`)[0]?.body).toEqual({
    website: { depth: 5, pages_max: 100, start_url: 'https://green-bean.example' },
  })
  expect(server.calls(`POST ${base}/data-source/${source.id}/sync`)).toHaveLength(1)
  expect(server.calls(`POST ${base}/data-source/website`)).toEqual([])
})
test.each([
  // Derived from the wrong address.
  [{ name: 'Nosuch Domain', url: 'https://nosuch-domain.example' }, 'Sunny Orchard'],
  [{ name: 'My own', url: 'https://nosuch-domain.example' }, 'My own'],
])('a corrected address changes the workspace name unless a person chose it: %j', async (saved, name) => {
  const server = setupServer(
    {
      'POST /api/website-facts': () => errorReply(429, 'rate_limited', 'Try again later.'),
      [`PUT /api/integration/${greenBean.public_key}`]: () => greenBean,
    },
    [{ ...greenBean, ...saved }],
  )
  showSetup('/website', [{ ...greenBean, ...saved }])
  expect(await screen.findByLabelText('Workspace name')).toHaveProperty('value', saved.name)
  type('Website', 'sunny-orchard.example')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls(`PUT /api/integration/${greenBean.public_key}`)[0]?.body).toMatchObject({
    name,
    url: 'https://sunny-orchard.example',
  })
})
test('a workspace that began without a website is named after it later', async () => {
  const server = setupServer(
    {
      'POST /api/website-facts': () => errorReply(429, 'rate_limited', 'Try again later.'),
      [`PUT /api/integration/${greenBean.public_key}`]: () => greenBean,
    },
    [],
  )
  server.answers['PUT /api/integration'] = (body) => {
    server.state.owned = [{ ...greenBean, ...(body as object) }]
    return server.state.owned[0]
  }
  const { unmount } = showSetup('/website', [])
  await screen.findByLabelText('Website')
  await press('Skip')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  unmount()
  showSetup('/website', server.state.owned)
  await screen.findByLabelText('Website')
  type('Website', 'sunny-orchard.example')
  await press('Import website')
  await screen.findByRole('heading', { name: 'What can the assistant quote?' })
  expect(server.calls(`PUT /api/integration/${greenBean.public_key}`)[0]?.body).toMatchObject({
    name: 'Sunny Orchard',
  })
})
