import {
  endVisitorSession,
  type FieldCondition,
  getContact,
  type Input,
  matchesContactFilter,
  listContacts,
  mergeContact,
  openVisitorSession,
  utmNames,
  serializeConditions,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1'
const tablet = 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/143.0 Safari/537.36'
const computer = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const marked = (utm: string) => `https://shop.example/landing?${utm}`

async function workspace() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  async function visit(
    user_agent: string,
    notified: Partial<Input<typeof openVisitorSession>>,
    again = server.browser(),
  ) {
    again.headers['user-agent'] = user_agent
    const session = await again.call(openVisitorSession, {
      public_key: integration.public_key,
      host_origin: 'https://shop.example',
      locale: 'en',
      ...notified,
    })
    if (session.token) again.headers.authorization = `Bearer ${session.token}`
    return { visitor: again, contact_id: session.contact.id }
  }
  return {
    ...created,
    visit,
    read: (contact_id: string) => browser.call(getContact, { integration_id, contact_id }),
  }
}

test('S2.05 source and device of the first visit are stored, and later visits don’t change them', async () => {
  const { visit, read } = await workspace()
  const landing_url = marked('utm_source=news%20letter&utm_medium=email&utm_campaign=%20&utm_term=a%00b')
  const notified = { landing_url, referrer: 'https://search.example/', time_zone: 'Europe/Bratislava' }
  const page = { url: 'https://shop.example/basket?utm_source=other', title: 'Basket' }
  const { visitor, contact_id } = await visit(phone, { ...notified, page })
  const first = {
    first_page: landing_url,
    referrer: 'https://search.example/',
    utm_source: 'news letter',
    utm_medium: 'email',
    utm_campaign: null,
    utm_term: 'a b',
    utm_content: null,
    device: 'mobile',
    browser: 'Safari',
    operating_system: 'iOS',
    time_zone: 'Europe/Bratislava',
  }
  expect(await read(contact_id)).toMatchObject(first)
  await visit(computer, { landing_url: marked('utm_source=ads'), time_zone: 'Asia/Tokyo' }, visitor)
  expect(await read(contact_id)).toMatchObject(first)
})

test('the page’s own URL is stored if the landing page is unknown; an invalid address isn’t a source', async () => {
  const { visit, read } = await workspace()
  const later = await visit(tablet, { page: { url: marked('utm_source=qr'), title: '' } })
  expect(await read(later.contact_id)).toMatchObject({
    first_page: marked('utm_source=qr'),
    utm_source: 'qr',
    device: 'tablet',
    browser: 'Chrome',
    operating_system: 'Android',
  })
  const invalid = await visit('curl', { landing_url: 'not an address?utm_source=x' })
  expect(await read(invalid.contact_id)).toMatchObject({ utm_source: null, device: null, browser: null })
})

test('each consent is recorded once: by opening the chat, with the text of the page, and until the browser’s data was cleared', async () => {
  const { browser, integration_id, visit, read } = await workspace()
  const page = { url: 'https://shop.example/start', title: '' }
  const { visitor, contact_id } = await visit(computer, { page, consent: 'We may see your visits' })
  for (const consent of ['We may see your visits', 'And write to you'])
    await visit(computer, { page, is_opened: true, consent }, visitor)
  await visitor.call(endVisitorSession, {})
  const { consents } = await read(contact_id)
  expect(consents.map(({ kind, text, url }) => [kind, text, url])).toEqual([
    ['ended', '', null],
    ['page', 'And write to you', page.url],
    ['opened', '', page.url],
    ['page', 'We may see your visits', page.url],
  ])
  const other = await visit(phone, {})
  expect((await read(other.contact_id)).consents).toEqual([])
  await browser.call(mergeContact, {
    integration_id,
    contact_id,
    id: crypto.randomUUID(),
    into_id: other.contact_id,
  })
  expect((await read(other.contact_id)).consents).toEqual(consents)
})

test('S2.04 the list is filtered by source and device, as in the app', async () => {
  const { browser, integration_id, user, visit } = await workspace()
  await visit(phone, { landing_url: marked('utm_source=Žltý&utm_campaign=jar'), time_zone: 'Europe/Prague' })
  await visit(tablet, { landing_url: marked('utm_source=google'), referrer: 'https://www.google.com/' })
  await visit(computer, {})
  const { items } = await browser.call(listContacts, { integration_id })
  expect(items).toHaveLength(3)
  const rule = (field: string, is: FieldCondition['is'], ...values: string[]) => ({ field, is, values })
  const context = { user_id: user.id, now: Date.now(), time_zone: 'UTC' }
  for (const [query, count] of [
    [rule('utm_source', 'is', 'zlty'), 1],
    [rule('utm_source', 'filled'), 2],
    [rule('utm_campaign', 'empty'), 2],
    [rule('utm_source', 'is_not', 'google'), 2],
    [rule('referrer', 'contains', 'GOOGLE'), 1],
    [rule('first_page', 'contains', '/landing'), 2],
    [rule('device', 'any_of', 'mobile', 'tablet'), 2],
    [rule('device', 'none_of', 'mobile'), 2],
    [rule('browser', 'any_of', 'Firefox'), 1],
    [rule('operating_system', 'any_of', 'iOS', 'Linux'), 2],
    [rule('time_zone', 'contains', 'europe/'), 1],
    [rule('time_zone', 'empty'), 2],
  ] as const) {
    const rules = [{ ...query, values: [...query.values] }]
    const contacts = await browser.call(listContacts, { integration_id, rules: serializeConditions(rules) })
    const here = items.filter((row) =>
      matchesContactFilter({ search: '', rules, match: 'all' }, row, context),
    )
    expect(
      contacts.items.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual(here.map(({ id }) => id))
    expect(contacts.items, JSON.stringify(query)).toHaveLength(count)
  }
})

test('S2.04 the complete export contains the source, and no cell is a formula', async () => {
  const { browser, integration_id, visit } = await workspace()
  await visit(phone, { landing_url: marked('utm_source=%3DSUM(A1)&utm_content=top') })
  const { body } = await browser.request('GET', `/api/integration/${integration_id}/contact-export`)
  const [head = '', line = ''] = body.replace('\uFEFF', '').split('\r\n')
  expect(head).toContain(['first_page', 'referrer', ...utmNames, 'device', 'browser'].join('","'))
  expect(line).toContain(`,"'=SUM(A1)",`)
  expect(line).toContain(',"top","mobile","Safari","iOS",')
  const query = 'columns=utm_content,device'
  const selected = await browser.request('GET', `/api/integration/${integration_id}/contact-export?${query}`)
  expect(selected.body.split('\r\n')[1]).toMatch(/,"top","mobile"$/)
})

test('acquisition details move with a merge completely or not at all', async () => {
  const { browser, integration_id, visit, read } = await workspace()
  const one = await visit(phone, { landing_url: marked('utm_source=one') })
  const other = await visit(computer, { landing_url: marked('utm_source=other&utm_medium=email') })
  const merge = (source: string, into_id: string) =>
    browser.call(mergeContact, { integration_id, contact_id: source, id: crypto.randomUUID(), into_id })
  await merge(other.contact_id, one.contact_id)
  expect(await read(one.contact_id)).toMatchObject({ utm_source: 'one', utm_medium: null, device: 'mobile' })
  const bare = await visit('curl', {})
  await merge(one.contact_id, bare.contact_id)
  expect(await read(bare.contact_id)).toMatchObject({
    utm_source: 'one',
    utm_medium: null,
    browser: 'Safari',
  })
})
