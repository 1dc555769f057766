import {
  type Input,
  searchConversations,
  type SearchHit,
  sendMessage,
  sendVisitorMessage,
  updateContact,
  uploadVisitorFile,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { indexWords } from './search-store.ts'
import { indexedWords, parseQuery } from './search-words.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const created = await server.seed.integration()
const { browser, integration_id } = created
/** Starts a visitor's conversation with this message. */
async function conversation(body: string, name?: string) {
  const visitor = await server.seed.visitor(created.integration.public_key)
  const conversation_id = crypto.randomUUID()
  const first = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' as const }
  await visitor.browser.call(sendVisitorMessage, first)
  const { contact_id } = visitor
  if (name)
    await browser.call(updateContact, {
      integration_id,
      contact_id,
      name,
      email: 'lubica@green-bean.example',
    })
  return conversation_id
}
const sendText = (conversation_id: string, kind: 'text' | 'note', body: string) =>
  browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), kind, body })
const search = (words: string, more: Partial<Input<typeof searchConversations>> = {}) =>
  browser.call(searchConversations, { integration_id, search: words, ...more })
const idsOf = (items: SearchHit[]) => items.map(({ conversation: { id } }) => id)
const row = async (words: string) => idsOf((await search(words)).items)
const learn = () => server.ctx.transaction((tx) => indexWords(tx, new Date().toISOString()))

const parcel = await conversation('Kde je moja objednávka? Kuriér neprišiel.', 'Ľubica Šťastná')
const refund = await conversation('I would like a refund of both orders, please')
await sendText(refund, 'note', 'Shipped twice, the *second* one by mistake')
/** A message with a file only. */
const receipt = await (async () => {
  const visitor = await server.seed.visitor(created.integration.public_key)
  const earlier = { conversation_id: crypto.randomUUID(), id: crypto.randomUUID(), body: 'Hello' }
  await visitor.browser.call(sendVisitorMessage, { ...earlier, locale: 'en' })
  const form = new FormData()
  const file_id = crypto.randomUUID()
  form.set('id', file_id)
  form.set('file', new Blob(['a,b']), 'Účtenka za mlynček.csv')
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const bytes = Buffer.from(await body.arrayBuffer())
  await visitor.browser.request('POST', uploadVisitorFile.path, bytes, headers)
  const conversation_id = crypto.randomUUID()
  const first = {
    conversation_id,
    id: crypto.randomUUID(),
    body: '',
    file_ids: [file_id],
    locale: 'en' as const,
  }
  await visitor.browser.call(sendVisitorMessage, first)
  return conversation_id
})()
const long = await conversation(
  `${'Once upon a time '.repeat(30)} the warranty ended. ${'And then '.repeat(40)}`,
)
await learn()

test('a search reads all messages and notes, ignoring case, diacritics and endings', async () => {
  for (const words of ['objednavky', 'OBJEDNÁVKU', 'kurier objednav', 'moja kuriérom'])
    expect(await row(words), words).toEqual([parcel])
  for (const words of ['Refunds', 'order refunding', 'mistake', 'shipping'])
    expect(await row(words), words).toEqual([refund])
  expect(await row('refund kuriér')).toEqual([])
  // The middle of a word; not of letters that ids have.
  expect(await row('un')).toEqual([])
})
test('a customer is found by name and email, a conversation by its number', async () => {
  for (const words of ['stastna', 'Šťastná Ľub', 'green-bean', 'lubica@green-bean.example'])
    expect(await row(words), words).toEqual([parcel])
  // Contacts without a name are shown by the end of their id, which can contain any digit.
  for (const words of ['#2', '2']) expect(await row(words), words).toContain(refund)
  const [hit] = (await search('#1')).items
  expect(hit?.message).toBeNull()
})
test('a word with one typo finds its correction and reports it; a known word is searched as typed', async () => {
  for (const [words, meant] of [
    ['refnud', 'refund'],
    ['refunnd', 'refund'],
    ['kurer', 'kurier'],
    ['objednafka', 'objednavka'],
    // Named as typed, with its accents.
    ['Objednáfka', 'objednavka'],
  ] as const) {
    const { items, corrected } = await search(words)
    expect(idsOf(items), words).toHaveLength(1)
    expect(corrected, words).toEqual([{ word: words, to: [meant] }])
  }
  // Some of these stems never occur as words.
  for (const words of ['refund', 'mistakes', 'mistake', 'objednavky', 'warranty'])
    expect((await search(words)).corrected, words).toEqual([])
  expect(await search('xyzzyplugh')).toEqual({ items: [], next: null, corrected: [] })
})
test('a result shows the text with highlighted words, and links to the message', async () => {
  const [note] = (await search('mistake shipped')).items
  expect(note?.message).toMatchObject({ seq: 2, is_note: true, author_name: created.name })
  expect(note?.excerpt).toEqual([
    { text: 'Shipped', is_match: true },
    { text: ' twice, the second one by ', is_match: false },
    { text: 'mistake', is_match: true },
  ])
  const [hit] = (await search('warranty')).items
  const text = hit?.excerpt.map((part) => part.text).join('') ?? ''
  expect(text).toMatch(/^… .*the warranty ended\..* …$/)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(hit?.excerpt.filter(({ is_match }) => is_match)).toEqual([{ text: 'warranty', is_match: true }])
  const [parcelHit] = (await search('kurier')).items
  expect(parcelHit?.excerpt).toContainEqual({ text: 'Kuriér', is_match: true })
})
test('new text is found immediately, newest conversation first, page by page', async () => {
  const ids: string[] = []
  for (const each of ['one', 'two', 'three']) ids.unshift(await conversation(`pineapple ${each}`))
  const first = await search('pineapple', { limit: 2 })
  expect(idsOf(first.items)).toEqual(ids.slice(0, 2))
  const second = await search('pineapple', { limit: 2, cursor: first.next ?? '' })
  expect(idsOf(second.items)).toEqual(ids.slice(2))
  expect(second.next).toBeNull()
})
test('conversations with the exact word come before newer ones with another ending, on every page', async () => {
  const exact = [await conversation('Aké mletie mám zvoliť?'), await conversation('Hrubé mletie')]
  const inflected = [await conversation('Mletá káva'), await conversation('Je mletá?')]
  const named = await conversation('Dobrý deň', 'Mletý Ján')
  const expected = [...exact.toReversed(), named, ...inflected.toReversed()]
  expect(await row('mletie')).toEqual(expected)
  const paged: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof search>> = await search('mletie', {
      limit: 1,
      ...(cursor && { cursor }),
    })
    paged.push(...idsOf(page.items))
    cursor = page.next
  }
  expect(paged).toEqual(expected)
  // A conversation with both is named by the message with the word as typed.
  await sendText(exact[0] ?? '', 'text', 'Mletá káva vydrží menej.')
  expect((await search('mletie')).items.find((hit) => hit.conversation.id === exact[0])?.message?.seq).toBe(1)
  await expect(search('mletie', { cursor: '~x' })).rejects.toMatchObject({ code: 'invalid_input' })
})
test('words in very many messages are found from the newest on', async () => {
  const oldest = await conversation('durian 0')
  const newest = await conversation('durian 1')
  await sql`insert into message (integration_id, conversation_id, seq, id, visitor_prev, is_visible, author, author_id,
      kind, body, search_vector)
    select ${integration_id}, ${oldest}, seq, gen_random_uuid(), 0, true, 'contact', gen_random_uuid(), 'text', 'durian',
      to_search_vector(${integration_id}, folded('Durián'))
    from generate_series(2, 1500) as seq`.execute(server.ctx.db)
  expect(await row('durian')).toEqual([newest, oldest])
  expect((await search('durian')).items.at(-1)?.message?.seq).toBe(1500)
  const page = await search('durian', { limit: 1 })
  expect(idsOf((await search('durian', { limit: 1, cursor: page.next ?? '' })).items)).toEqual([oldest])
})
test('the server and its database extract the same words from a text', async () => {
  for (const text of [
    'Ľúbi sa mi: 3× čučoriedka!',
    `a ${'b'.repeat(60)} c-d_e`,
    '…',
    'ŠŤASTNÁ jana@example.com',
  ]) {
    const { rows } = await sql<{ is_same: boolean }>`
      select to_search_vector(${integration_id}, folded(${text})) = ${indexedWords(integration_id, text)}::tsvector as is_same
    `.execute(server.ctx.db)
    expect(rows, text).toEqual([{ is_same: true }])
  }
  expect(parseQuery("'& | :* ()")).toEqual([])
})
test('SEC-11 a search finds nothing of another workspace, and suggests none of its words', async () => {
  const other = await server.seed.conversation()
  const query = { integration_id: other.integration_id }
  for (const words of ['refund', 'refnud', 'stastna', long.slice(0, 4)])
    expect(await other.browser.call(searchConversations, { ...query, search: words }), words).toEqual({
      items: [],
      next: null,
      corrected: [],
    })
  // The contact of this workspace may be called Visitor 2…, so only the other workspace's #2 must not be
  // found.
  const numbered = await other.browser.call(searchConversations, { ...query, search: '#2' })
  expect(idsOf(numbered.items).filter((id) => id !== other.conversation_id)).toEqual([])
})
test('422: a search without a word is rejected', async () => {
  await expect(search('  ')).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { search: [expect.any(String)] },
  })
})
test('words of messages, people and subjects are looked up in indexes', async () => {
  const planned = await server.ctx.transaction(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const plans: string[] = []
    for (const [table, words] of [
      ['message', 'search_vector'],
      ['contact', 'to_search_vector(integration_id, search_text)'],
      ['conversation', 'to_search_vector(integration_id, folded(subject))'],
    ] as const) {
      const { rows } = await sql<Record<string, string>>`
        explain select id from ${sql.table(table)} where ${sql.raw(words)} @@ '''abcdefwords'':*'::tsquery`.execute(
        tx,
      )
      plans.push(rows.flatMap(Object.values).join('\n'))
    }
    return plans
  })
  expect(planned).toEqual([
    expect.stringContaining('on message_words'),
    expect.stringContaining('on contact_words'),
    expect.stringContaining('on conversation_words'),
  ])
})

test('a conversation is found by its subject, which is the file’s name if it starts with a file', async () => {
  expect(await row('uctenka mlyncek')).toEqual([receipt])
  const [hit] = (await search('Účtenka')).items
  expect(hit?.message).toBeNull()
  expect(hit?.excerpt.map(({ text }) => text).join('')).toContain('Účtenka za mlynček')
})
