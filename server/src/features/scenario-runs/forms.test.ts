import {
  createContactField,
  getContact,
  getReplyEmail,
  listMessages,
  listVisitorMessages,
  recordPageVisit,
  sendVisitorMessage,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { bye, flowOf, runScene, type Step } from './test/run-scene.ts'

const { server, shop } = await runScene()

const formStep = (field_id: string): Step => ({
  id: 'form',
  kind: 'form',
  text: { en: 'About you' },
  fields: [
    { id: 'name', text: { en: 'Name' }, save_as: { contact_field: 'name' } },
    { id: 'email', kind: 'email', text: { en: 'Email' }, save_as: { contact_field: 'email' } },
    {
      id: 'topic',
      kind: 'choice',
      text: { en: 'Topic' },
      choices: [
        { id: 'order', text: { en: 'My order' } },
        { id: 'other', text: { en: 'Something else' } },
      ],
      save_as: { variable: 'topic' },
    },
    {
      id: 'number',
      kind: 'number',
      text: { en: 'Order number' },
      shown_if: { field_id: 'topic', value: 'order' },
      save_as: { contact_field: field_id },
    },
    { id: 'consent', kind: 'consent', text: { en: 'You may write to me' } },
  ],
  next: 'bye',
})
test('a name in a form is saved on one line, and not at all if nothing of it is visible', async () => {
  const { browser, key, visitor, fill } = await formShop()
  await fill({ ...valid, name: 'Eva\u202e\u2028 Malá' })
  const read = () => browser.call(getContact, { ...key, contact_id: visitor.contact_id })
  await expect.poll(async () => (await read()).name).toBe('Eva Malá')

  const other = await formShop()
  await other.fill({ ...valid, name: '\u200b\u2800', email: 'other@example.com' })
  const readOther = () =>
    other.browser.call(getContact, { ...other.key, contact_id: other.visitor.contact_id })
  await expect.poll(async () => (await readOther()).email).toBe('other@example.com')
  expect((await readOther()).name).toBeNull()
})
test('a form is saved while the customer moves between pages, and no page visit fails', async () => {
  const { browser, key, visitor, fill } = await formShop()
  const visit = (nth: number) =>
    visitor.browser.call(recordPageVisit, { url: `https://shop.example/${nth}`, title: 'Tea' })
  const visits = async () => {
    for (let nth = 1; nth <= 10; nth++) await visit(nth)
  }
  await Promise.all([fill(valid), ...Array.from({ length: 5 }, visits)])
  const read = () => browser.call(getContact, { ...key, contact_id: visitor.contact_id })
  await expect.poll(async () => (await read()).email).toBe(valid.email)
})
const valid = { name: 'Eva', email: 'Eva@example.com', topic: 'order', number: '1 234', consent: true }

async function formShop() {
  const shopped = await shop()
  const { browser, key, publish, visitor, conversation_id, write, replies } = shopped
  const field = await browser.call(createContactField, { ...key, name: 'Order number', type: 'number' })
  const variables = [{ name: 'topic', type: 'text' as const }]
  await publish('Form', flowOf([formStep(field.id), bye], { variables }))
  await write('Good morning')
  const [asked] = await replies(1)
  const of = { conversation_id, reply_to: asked?.id ?? '', body: '', locale: 'en' as const }
  const fill = (form_values: Record<string, string | boolean>, more: object = {}) =>
    visitor.browser.call(sendVisitorMessage, { ...of, id: crypto.randomUUID(), form_values, ...more })
  return { ...shopped, field, asked, fill }
}

test('a customer fills in a form, and its answers are on the contact and in the conversation', async () => {
  const { browser, key, of, visitor, conversation_id, field, asked, fill, thread, reached } = await formShop()
  expect(asked).toMatchObject({
    body: 'About you',
    details: { form: [{ id: 'name', text: 'Name' }, {}, {}, {}, {}] },
  })
  // Sent twice, as after a lost response.
  const id = crypto.randomUUID()
  const sent = await fill(valid, { id })
  expect(await fill(valid, { id })).toEqual(sent)
  const done = await reached({ status: 'completed' })
  expect(done.id).toBeTruthy()
  expect(sent.body).toBe(
    'Name: Eva\nEmail: Eva@example.com\nTopic: My order\nOrder number: 1234\nYou may write to me: Yes',
  )
  const contact = await browser.call(getContact, { ...key, contact_id: visitor.contact_id })
  expect(contact).toMatchObject({ name: 'Eva', email: 'Eva@example.com', fields: { [field.id]: 1234 } })
  // Replies are emailed there.
  expect(await browser.call(getReplyEmail, of)).toMatchObject({ email: 'Eva@example.com' })
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(theirs[1]?.details.form).toHaveLength(5)
  expect((await thread()).filter(({ author }) => author === 'contact')).toHaveLength(2)
})

test('422 names each field that isn’t filled in correctly, and nothing is stored', async () => {
  const { browser, of, fill, thread, reached } = await formShop()
  const before = await thread()
  await expect(fill({ topic: 'order', email: 'eva', number: 'x' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: {
      'form_values.name': ['This field is required.'],
      'form_values.email': ['Enter an email address such as name@example.com.'],
      'form_values.number': ['Enter a number.'],
      'form_values.consent': ['This field is required.'],
    },
  })
  const hostile = [
    { ...valid, topic: '__proto__' },
    { ...valid, name: 'x'.repeat(1_001) },
    { ...valid, email: 'a@'.repeat(400) },
    { ...valid, consent: 'yes' },
    { ...valid, name: { $ne: '' } },
    Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`f${index}`, 'x'])),
    { ['f'.repeat(65)]: 'x' },
  ] as Record<string, string>[]
  for (const values of hostile) await expect(fill(values)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await browser.call(listMessages, of)).toEqual(before)
  // Markup is a text like any other, and a field that isn't asked for is ignored.
  const { body } = await fill({ ...valid, name: '<b>{{contact.email}}</b>', gone: 'x' })
  expect(body).toContain('Name: <b>{{contact.email}}</b>\n')
  await reached({ status: 'completed' })
})

test('SEC-10 404 for the form of another visitor, 422 for a message without one; an old form is a text', async () => {
  const { integration, conversation_id, asked, fill, write, reached, run } = await formShop()
  const { browser: other } = await server.seed.visitor(integration.public_key)
  const message = { id: crypto.randomUUID(), body: '', locale: 'en' as const, form_values: valid }
  await expect(
    other.call(sendVisitorMessage, { ...message, conversation_id, reply_to: asked?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const { id: plain } = await write('Just a moment')
  for (const reply_to of [plain, crypto.randomUUID(), undefined])
    await expect(fill(valid, { reply_to })).rejects.toMatchObject({
      errors: { form_values: [expect.any(String)] },
    })
  await fill(valid)
  await reached({ status: 'completed' })
  const done = await run()
  await fill({ ...valid, name: 'Jana' })
  expect(await run()).toEqual(done)
})
