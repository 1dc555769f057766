// @vitest-environment jsdom
import { PostHog } from 'posthog-js/dist/module.slim.no-external'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePostHog } from '../../../../e2e/fake-collectors.ts'
import { createProductAnalytics } from './product-analytics.ts'

/* Drives the real library against a fake service, and checks what arrives there and what is logged. */

// The library looks for it when it is loaded; jsdom has none.
const sendBeacon = vi.hoisted(() => {
  const send = vi.fn((url: string, body: Blob) => {
    // A page never learns whether a beacon arrived.
    fetch(new Request(url, { method: 'POST', body })).catch(() => {})
    return true
  })
  Object.assign(navigator, { sendBeacon: send })
  return send
})
let service: Awaited<ReturnType<typeof fakePostHog>>
let log: ReturnType<typeof logged>
const logged = () => vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  service = await fakePostHog()
  log = logged()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.innerHTML = ''
  await service.close()
})
const said = () => log.mock.calls.map((call) => call.join(' ')).join('\n')
let projects = 0
function start({
  onRequestError,
  captures_page_leave = false,
}: {
  onRequestError?: (status: number) => void
  captures_page_leave?: boolean
} = {}) {
  const key = `phc_${++projects}`
  const analytics = createProductAnalytics({ key, host: service.url, captures_page_leave }, onRequestError)
  analytics.optIn()
  return { ...analytics, key }
}
const names = () => service.events().map(({ event }) => event)
function eventNow(name: string) {
  const event = service.events().find((one) => one.event === name)
  if (!event) throw new Error(`${name} has not arrived among ${names().join()}`)
  return event
}
const arrived = (name: string) => vi.waitFor(() => eventNow(name))

test('S7.16 S9.06 events are sent in batches, compressed, to /e/, and with a person only after identification', async () => {
  const analytics = start()
  analytics.visit('https://ozvi.example/en/blog?x=1')
  analytics.capture('first')
  analytics.capture('second', { n: 2 })
  const second = await arrived('second')
  expect(names()).toEqual(['$pageview', 'first', 'second'])
  const batches = service.requests.filter(({ path }) => path === '/e/')
  expect(batches.map(({ method, is_gzip }) => [method, is_gzip])).toEqual([['POST', true]])
  expect(second).toMatchObject({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    properties: { n: 2, token: analytics.key, $process_person_profile: false },
  })
  expect(Date.parse(second.timestamp)).toBeGreaterThan(0)
})
test('S7.16 remote configuration and feature flags are requested', async () => {
  const { key } = start()
  await vi.waitFor(() => {
    const paths = service.requests.map(({ method, path }) => `${method} ${path}`)
    expect(paths).toEqual([`GET /array/${key}/config`, 'POST /flags/'])
  })
})
test('S2.21 a page view has the full URL without secrets', async () => {
  start().visit('https://ozvi.example/en/app/i/7/conversation?view=all&token=secret#last')
  const { properties } = await arrived('$pageview')
  expect(properties['$current_url']).toBe('https://ozvi.example/en/app/i/7/conversation?view=all')
})
test.each([
  ['/en/app/i/7/contacts/42', '(2) Jana – Malá – Contacts – Shop', 'Contacts – Shop'],
  ['/sk/app/i/7/conversation/42', 'Jana Malá – Schránka – Shop', 'Schránka – Shop'],
  ['/en/app/i/7/contacts', 'Customers – Brno – Shop', 'Customers – Brno – Shop'],
])('S2.21 the title of %s is sent without the name of a person', async (path, title, sentTitle) => {
  history.replaceState(null, '', path)
  document.title = title
  start().visit(location.href)
  const event = await arrived('$pageview')
  history.replaceState(null, '', '/')
  expect(event.properties['title']).toBe(sentTitle)
  expect(JSON.stringify(event)).not.toContain('Jana')
})
test('S2.21 parameters that the library reads from the address are sent only if they are harmless', async () => {
  const open = (path: string) => history.replaceState(null, '', path)
  open('/en?utm_source=list&utm_content=jana%40example.com&mc_cid=list-ab12&gad_source=ad-34')
  start().capture('opened')
  const { properties } = await arrived('opened')
  expect(properties['utm_source']).toBe('list')
  const sent = service.requests.map(({ body }) => JSON.stringify(body)).join()
  for (const value of ['jana', 'list-ab12', 'ad-34']) expect(sent).not.toContain(value)
  open('/')
})
test('S7.16 the URL of a first visit is sent without secrets in every request', async () => {
  history.replaceState(null, '', '/en/verify-email?token=secret&filter[email]=secret#secret')
  const analytics = start()
  analytics.capture('first')
  analytics.identify('eva@example.com')
  await arrived('$identify')
  analytics.reset()
  analytics.capture('second')
  await arrived('second')
  await vi.waitFor(() =>
    expect(service.requests.filter(({ path }) => path === '/flags/').length).toBeGreaterThan(1),
  )
  history.replaceState(null, '', '/')
  expect(JSON.stringify(service.requests)).toContain('/en/verify-email')
  expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('secret')
})

test.each([true, false])(
  'S2.21 S7.16 a closing page sends its events as a beacon, with a page-leave event only if configured: %s',
  async (captures_page_leave) => {
    sendBeacon.mockClear()
    start({ captures_page_leave }).capture('last')
    dispatchEvent(new Event('pagehide'))
    // Clients of earlier tests send theirs, too.
    const own = sendBeacon.mock.calls.filter(([url]) => url.startsWith(`${service.url}/e/`))
    expect(own.length).toBe(1)
    await arrived('last')
    expect(names()).toEqual(captures_page_leave ? ['last', '$pageleave'] : ['last'])
  },
)

test('S4.14 identify turns an anonymous person into an identified one, and reset starts a new person', async () => {
  const analytics = start()
  const anonymous = analytics.id()
  analytics.identify('eva@example.com')
  analytics.capture('as eva')
  analytics.reset()
  const next = analytics.id()
  analytics.capture('as somebody')
  expect(new Set([anonymous, 'eva@example.com', next]).size).toBe(3)
  expect((await arrived('$identify')).properties).toMatchObject({
    distinct_id: 'eva@example.com',
    $anon_distinct_id: anonymous,
  })
  expect((await arrived('as eva')).properties).toMatchObject({
    distinct_id: 'eva@example.com',
    $process_person_profile: true,
  })
  expect((await arrived('as somebody')).properties).toMatchObject({
    distinct_id: next,
    $process_person_profile: false,
  })
})
test('S4.13 S4.14 opting out stops capturing and removes stored data, opting in captures again', async () => {
  const analytics = start()
  analytics.capture('before')
  await arrived('before')
  expect(Object.keys(localStorage)).toContain(`ph_${analytics.key}_posthog`)
  analytics.optOut()
  expect(analytics.capture('meanwhile')).toBe(false)
  expect(Object.keys(localStorage)).toEqual([`__ph_opt_in_out_${analytics.key}`])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(document.cookie).toBe('')
  analytics.optIn()
  analytics.capture('after')
  await arrived('after')
  expect(names()).toEqual(['before', 'after'])
})

test.each(['', 'distinct_id', 'distinctid'])('S5.02 S8.08 "%s" is no id: it is logged and rejected', (id) => {
  const analytics = start()
  const anonymous = analytics.id()
  analytics.identify(id)
  expect(analytics.id()).toBe(anonymous)
  expect(said()).toMatch(
    id ? `The string "${id}" was set in posthog.identify` : 'Unique user id has not been',
  )
})
test('S5.02 a numeric id is converted to a string', () => {
  const analytics = start()
  analytics.identify(7)
  expect(analytics.id()).toBe('7')
})
test('S5.02 an alias equal to the current id is rejected, another one is accepted', async () => {
  const analytics = start()
  expect(analytics.alias(analytics.id())).toBe(false)
  expect(analytics.alias('eva')).toBe(true)
  expect((await arrived('$create_alias')).properties).toMatchObject({ alias: 'eva' })
  expect(names()).toEqual(['$create_alias'])
})
test('S5.02 an event needs a non-empty text as its name', () => {
  const analytics = start()
  expect(analytics.capture('')).toBe(false)
  // A call without types.
  expect(analytics.capture(7 as never)).toBe(false)
  expect(said()).toMatch(/An event needs a name/)
})
test('S5.02 a group needs a type and a key', async () => {
  const analytics = start()
  analytics.group('', '1')
  analytics.group('workspace', '')
  expect(log.mock.calls.map(([words]) => words)).toEqual(Array(2).fill('A group needs a type and a key'))
  analytics.identify('eva')
  analytics.group('workspace', 'green-bean')
  expect((await arrived('$groupidentify')).properties).toMatchObject({
    $group_type: 'workspace',
    $group_key: 'green-bean',
  })
  expect(names().filter((name) => name === '$groupidentify')).toHaveLength(1)
})

test('S8.08 a missing token is logged as critical, and nothing is sent', () => {
  const analytics = createProductAnalytics({ key: '', host: service.url, captures_page_leave: false })
  expect(said()).toMatch(/initialized without a token/)
  expect(analytics.capture('lost')).toBe(false)
  expect(service.requests).toEqual([])
})
test('S8.08 a second initialization is ignored', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const library = new PostHog()
  library.init('phc_first', { api_host: service.url, advanced_disable_flags: true })
  library.init('phc_second', { api_host: 'http://elsewhere.example' })
  expect(library.config).toMatchObject({ token: 'phc_first', api_host: service.url })
  expect(warned.mock.calls.join()).toMatch(/Re-initializing is a no-op/)
})
test('S9.06 the library times out after 60 s', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout')
  start().capture('patient')
  await arrived('patient')
  expect(waits.mock.calls.map(([, ms]) => ms)).toContain(60_000)
})
test('S9.06 a replay link starts 10 s earlier', () => {
  const library = new PostHog()
  library.init('phc_replay', { api_host: service.url })
  library.capture('the session begins')
  vi.setSystemTime(Date.now() + 45_000)
  expect(library.get_session_replay_url({ withTimestamp: true })).toMatch(/\?t=35$/)
  vi.useRealTimers()
})
test('S8.08 captures over the client’s own rate limit are dropped', async () => {
  const analytics = start()
  const taken = Array.from({ length: 130 }, (_, n) => analytics.capture(`event ${n}`)).filter(Boolean)
  // A burst of a hundred, and ten per second more, on any machine.
  expect(taken.length).toBeGreaterThanOrEqual(100)
  expect(taken.length).toBeLessThan(130)
  expect(said()).toMatch(/ignored due to client rate limiting/)
})
test('S8.08 responses of 400 and above are reported to the handler', async () => {
  service.answers.events = [401, { detail: 'no such project' }]
  const onRequestError = vi.fn()
  start({ onRequestError }).capture('rejected')
  await vi.waitFor(() => expect(onRequestError).toHaveBeenCalledWith(401))
})
test('S8.08 rate-limited event types aren’t sent, others still are', async () => {
  service.answers.events = [200, { quota_limited: ['recordings'] }]
  const analytics = start()
  analytics.capture('first')
  await arrived('first')
  service.answers.events = [200, { quota_limited: ['events'] }]
  analytics.capture('second')
  await arrived('second')
  analytics.capture('held back')
  // Captures of another project have the same delay.
  start().capture('of another project')
  await arrived('of another project')
  expect(names()).toEqual(['first', 'second', 'of another project'])
})

test('S9.06 three clicks within a second on one spot are rage clicks; single clicks aren’t captured', async () => {
  start()
  await vi.waitFor(() => expect(service.requests.map(({ path }) => path)).toContain('/flags/'))
  document.body.innerHTML = '<main><button type="button" data-id="9">Jana Nováková</button></main>'
  const target = document.querySelector('button')
  const click = () =>
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 10, clientY: 10 }))
  // After the service's response has been read.
  const event = await vi.waitFor(() => {
    for (let n = 0; n < 3; n++) click()
    return eventNow('$rageclick')
  })
  expect(new Set(names())).toEqual(new Set(['$rageclick']))
  expect(JSON.stringify(event)).not.toMatch(/Jana|"9"/)
})
test.each([
  { name: 'three clicks within a second', times: [0, 450, 900], count: 1 },
  { name: 'two clicks', times: [0, 100], count: 0 },
  { name: 'three clicks a second apart', times: [0, 1000, 2000], count: 0 },
])('S9.06 rage clicks of $name: $count', async ({ times, count }) => {
  const analytics = start()
  document.body.innerHTML =
    '<main><button type="button">Send</button><button type="button">Save</button></main>'
  const [ready, target] = document.querySelectorAll('button')
  const click = (button: Element | undefined, at: number) =>
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: at, clientY: at }))
  // Clicks count after the service's response has been read.
  await vi.waitFor(() => {
    for (let n = 0; n < 3; n++) click(ready, 10)
    eventNow('$rageclick')
  })
  analytics.capture('ready')
  await arrived('ready')
  const before = names().length
  const began = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const time of times) {
    vi.setSystemTime(began + 10_000 + time)
    click(target, 500)
  }
  vi.useRealTimers()
  analytics.capture('done')
  await arrived('done')
  expect(names().slice(before)).toEqual([...Array<string>(count).fill('$rageclick'), 'done'])
})
test('S9.06 an event of nearly 1,000,000 bytes is sent, a larger one is not', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const analytics = start()
  const texts = (bytes: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`text_${n}`, 'š'.repeat(bytes / 40)]))
  expect(analytics.capture('large', texts(990_000))).toBe(true)
  const { properties } = await arrived('large')
  expect(properties).toMatchObject(texts(990_000))
  expect(analytics.capture('too large', texts(1_000_000))).toBe(false)
  expect(warned).toHaveBeenCalledWith('The event too large is too large to be sent')
})
