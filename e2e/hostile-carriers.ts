import type { BrowserContext } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { AppServer } from './app-server.ts'
import { payloadTexts } from './hostile-payloads.ts'
import type { HostileWorkspace } from './hostile-texts.ts'
import { callAsVisitor, callerIn } from './test-user.ts'

type Visited = Pick<AppServer, 'origin' | 'mailedLink'>

/** Sends requests at the same time, with one token. */
async function posterIn({ origin }: Visited, context: BrowserContext) {
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { accept: 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
  return async (path: string, body: Parameters<typeof context.request.post>[1]) => {
    const reply = await context.request.post(origin + path, { ...body, headers })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  }
}
/** @returns the files' ids */
async function uploadFiles(post: Awaited<ReturnType<typeof posterIn>>, at: string): Promise<string[]> {
  const ids: string[] = []
  await forEachText(payloadTexts(150), async (text) => {
    const id = crypto.randomUUID()
    const name = `${text.replace(/\s+/g, ' ')}.txt`
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from('Hello') }
    await post(`${at}/file`, { multipart: { id, file } })
    ids.push(id)
  })
  return ids
}
/** Eight at a time, since the server rejects more than it can serve soon. */
async function forEachText(texts: readonly string[], send: (text: string) => Promise<void>) {
  for (let from = 0; from < texts.length; from += 8) await Promise.all(texts.slice(from, from + 8).map(send))
}

/**
 * Sends every payload as a message of a customer and of a teammate, as the name of a contact, company, file and
 * page, and as an article. The language model that it connects answers with what it is sent.
 */
export async function sendPayloads(
  appServer: Visited,
  context: BrowserContext,
  { id: integration_id, token, contact_id }: HostileWorkspace,
) {
  const call = callerIn(appServer, context)
  const at = `/api/integration/${integration_id}`
  const conversation_id = crypto.randomUUID()
  const conversation = `${at}/conversation/${conversation_id}`
  for (const body of payloadTexts(500)) {
    const message = { id: crypto.randomUUID(), body, locale: 'en' }
    await callAsVisitor(appServer, 'POST', `conversation/${conversation_id}/message`, message, token)
  }
  for (const [index, title] of payloadTexts(300).entries()) {
    const url = `https://shop.example/${index}?q=${encodeURIComponent(title)}`
    await callAsVisitor(appServer, 'POST', 'page', { url, title }, token)
  }
  for (const body of payloadTexts(1_000))
    await call('POST', `${conversation}/message`, { id: crypto.randomUUID(), body, kind: 'text' })
  const post = await posterIn(appServer, context)
  const file_ids = await uploadFiles(post, at)
  await forEachText(payloadTexts(100), (name) =>
    post(`${at}/contact`, { data: { id: crypto.randomUUID(), name, company: name } }),
  )
  for (let from = 0; from < file_ids.length; from += 10) {
    const note = {
      id: crypto.randomUUID(),
      body: '',
      kind: 'note',
      file_ids: file_ids.slice(from, from + 10),
    }
    await call('POST', `${conversation}/message`, note)
  }
  await call('PUT', `${at}/contact-columns`, { columns: ['company'] })
  const texts = payloadTexts(20_000)
  // Code keeps every character; elements outside of it are dropped.
  const body = ['~~~~~~', ...texts, '~~~~~~', ...texts].join('\n\n')
  const article = { id: crypto.randomUUID(), name: 'Payloads', body }
  await call('POST', `${at}/data-source/text`, article)
  await call('PUT', `${at}/language-model`, { ...inject('model'), chat_model: 'echo' })
  /** Waits until the article is indexed. @returns the id of its page */
  async function findItem(): Promise<string> {
    let id: string | undefined
    const path = `${appServer.origin}${at}/data-source/${article.id}/item`
    const readId = async () => {
      const reply = await context.request.get(path, { headers: { accept: 'application/json' } })
      // Returned by every call of the contract.
      const { data } = (await reply.json()) as { data?: { items: { id: string }[] } }
      return (id = data?.items[0]?.id)
    }
    await expect.poll(readId, { timeout: 30_000 }).toBeDefined()
    return id ?? ''
  }
  return { conversation_id, contact_id, source_id: article.id, findItem }
}
