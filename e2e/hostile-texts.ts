import type { BrowserContext } from 'playwright-core'
import { callerIn, createTestUser } from './test-user.ts'
import type { AppServer } from './app-server.ts'

/*
 * A workspace in which all user input attempts to run a script or to send a request. Each script calls `ran`; each
 * request goes to `evilHost`.
 */

export const evilHost = 'evil.example'

/**
 * Short enough for a tag; each breaks out of a different context: text, an attribute, a script, a link, a template.
 */
export const attempts = {
  picture: `"><img src=data:, onerror=ran(1)>`,
  script: `</script><script>ran(2)</script>`,
  drawing: `'><svg/onload=ran(3)>`,
  link: `[a](javascript:ran(4))`,
  details: `</title><details open ontoggle=ran(5)>`,
  frame: `<iframe srcdoc="<img src=data:, onerror=parent.ran(6)>"></iframe>`,
  code: `\`\`\`\n</code></pre><img src=data:, onerror=ran(7)>\n\`\`\``,
  reference: `[b][1] ![c](x"onerror="ran(8)) <javascript:ran(8)>\n\n[1]: javascript:ran(8)`,
  template: `\${ran(9)}{{constructor.constructor('ran(9)')()}}`,
  direction: `\u202e\u2066<b onclick=ran(10)>x`,
  beacon: `![x](https://${evilHost}/?d=1) <img src="https://${evilHost}/2"> ![y][2] <https://${evilHost}/3>\n\n[2]: https://${evilHost}/4`,
}
const { picture, script, drawing, link } = attempts
const all = Object.values(attempts).join('\n\n')

export interface HostileWorkspace {
  id: string
  public_key: string
  contact_id: string
  conversation_id: string
  source_id: string
  /** A page of the source. */
  item_id: string
  rule_id: string
  scenario_id: string
  /** The visitor's token, to continue as them. */
  token: string
  /** The copy of the quoted content. */
  snapshot_path: string
  /** Addresses that received an email with the name of the person or the workspace. */
  mailed: string[]
}
type Visited = Pick<AppServer, 'origin' | 'mailedLink'>

async function dataOf<T>(reply: { ok: boolean; status: number; json(): Promise<unknown> }, path: string) {
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(await reply.json())}`)
  // Returned by every call of the contract.
  return ((await reply.json()) as { data: T }).data
}

/** A visitor whose page, URL, browser, name and message are hostile. */
async function visit({ origin }: Visited, public_key: string) {
  const page = { url: `https://shop.example/?q=${picture}#${script}`, title: script }
  const headers = { 'content-type': 'application/json', 'user-agent': picture, referer: picture }
  const call = async <T>(method: string, path: string, body?: object, token = ''): Promise<T> => {
    const reply = await fetch(`${origin}/api/visitor/${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return dataOf(reply, path)
  }
  const { token, contact } = await call<{ token: string; contact: { id: string } }>('POST', 'session', {
    public_key,
    host_origin: origin,
    locale: 'en',
    referrer: `https://search.example/?q=${picture}`,
    landing_url: `https://shop.example/?utm_source=${picture}&utm_campaign=${script}`,
    page,
  })
  await call('PUT', 'contact', { name: picture }, token)
  return { token, contact_id: contact.id, page, call }
}
type Visitor = Awaited<ReturnType<typeof visit>>

/** @returns the file's id */
async function upload({ origin }: Visited, { token }: Visitor): Promise<string> {
  const file = new FormData()
  const id = crypto.randomUUID()
  file.set('id', id)
  file.set('file', new File(['Hello'], `${picture}.txt`))
  const headers = { authorization: `Bearer ${token}` }
  await dataOf(await fetch(`${origin}/api/visitor/file`, { method: 'POST', headers, body: file }), 'file')
  return id
}

const sendMessage = (visitor: Visitor, conversation_id: string, body: string, more = {}) =>
  visitor.call<object>(
    'POST',
    `conversation/${conversation_id}/message`,
    { id: crypto.randomUUID(), body, locale: 'en', page: visitor.page, ...more },
    visitor.token,
  )

/** @returns URL of the quoted source's copy */
async function askAssistant(visitor: Visitor): Promise<string> {
  const conversation_id = crypto.randomUUID()
  await sendMessage(visitor, conversation_id, 'How often should the copper kettle be cleaned with vinegar?')
  for (;;) {
    const path = `conversation/${conversation_id}/message`
    const replies = await visitor.call<{ kind: string; citations: { snapshot_url: string }[] }[]>(
      'GET',
      path,
      undefined,
      visitor.token,
    )
    const reply = replies.find(({ kind }) => kind === 'answer' || kind === 'hand_over')
    const [citation] = reply?.citations ?? []
    if (citation) return citation.snapshot_url
    if (reply) throw new Error('the assistant has not quoted the content')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type Call = ReturnType<typeof callerIn>
type Get = <T>(path: string) => Promise<T>

/** Everything that a member can name in the settings. */
async function nameEverything(call: Call, get: Get, at: string, contact_id: string) {
  const newPath = (path: string) => `${at}/${path}/${crypto.randomUUID()}`
  await call('PUT', `${at}/client`, {
    texts: { en: { greeting: picture, intro: script }, sk: { greeting: drawing, intro: link } },
  })
  const source = await call('POST', `${at}/data-source/text`, {
    id: crypto.randomUUID(),
    name: picture,
    body: `# ${drawing}\n\nThe copper kettle should be cleaned with vinegar every second week. ${all}`,
  })
  await call('POST', `${at}/data-source/question`, {
    id: crypto.randomUUID(),
    question: `${script} ${picture}`,
    answer: all,
  })
  const tag = await call('POST', `${at}/tag`, { name: picture, color: 'red' })
  await call('POST', `${at}/tag`, { name: script, color: 'blue' })
  await call('PUT', newPath('canned-reply'), { shortcut: 'x', title: picture, body: all, is_shared: true })
  const actions = [{ kind: 'note', body: all }]
  await call('PUT', newPath('macro'), { name: picture, actions, is_shared: true })
  const { id: rule_id } = (
    await call('PUT', newPath('rule'), {
      name: picture,
      event: 'customer_message',
      words: [drawing],
      page: script,
      actions: [{ kind: 'add_note', body: all }],
    })
  ).data
  await call('POST', `${at}/team`, { name: picture })
  await call('PUT', newPath('saved-view'), { name: picture, is_shared: true, filter: {} })
  await call('PUT', newPath('contact-segment'), { name: picture, is_shared: true, filter: {} })
  const field = await call('POST', `${at}/contact-field`, { name: picture, type: 'text' })
  await call('POST', `${at}/conversation-field`, { name: picture, type: 'list', options: [script, drawing] })
  await call('PUT', `${at}/contact/${contact_id}`, {
    company: picture,
    city: script,
    add_tag_ids: [tag.data.id],
    fields: { [field.data.id]: drawing },
  })
  for (;;) {
    const { status } = await get<{ status: string }>(`${at}/data-source/${source.data.id}`)
    if (status === 'ready') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const [item] = (await get<{ items: { id: string }[] }>(`${at}/data-source/${source.data.id}/item`)).items
  if (!item) throw new Error('the source has no page')
  const scenario_id = await addScenario(call, at)
  await call('POST', `${at}/api-key`, { name: picture, scopes: ['conversations:read'] })
  await call('POST', `${at}/webhook`, {
    url: `https://${evilHost}/?q=${picture}`,
    events: ['message.created'],
  })
  return { tag_id: tag.data.id, source_id: source.data.id, item_id: item.id, rule_id, scenario_id }
}

/** Published: it starts next to the launcher on every page of a visit. */
async function addScenario(call: Call, at: string): Promise<string> {
  const path = `${at}/scenario/${crypto.randomUUID()}`
  const buttons = [
    { id: 'a', text: { en: picture, sk: drawing }, next: 'end' },
    { id: 'b', text: { en: script, sk: link }, next: 'end' },
  ]
  const steps = [
    { id: 'start', kind: 'buttons', text: { en: all, sk: all }, buttons },
    { id: 'end', kind: 'end' },
  ]
  const flow = { trigger: { kind: 'page_opened' }, locales: ['en', 'sk'], start_step_id: 'start', steps }
  await call('PUT', path, { name: picture, flow })
  return (await call('POST', `${path}/publish`, {})).data.id
}

/** Creates the workspace with API calls, with its owner signed in to the browser context. */
export async function seedHostileTexts(
  appServer: Visited,
  context: BrowserContext,
): Promise<HostileWorkspace> {
  const mailed = [`owner-${crypto.randomUUID()}@example.com`, `invited-${crypto.randomUUID()}@example.com`]
  const [owner, invited] = mailed
  const id = await createTestUser(appServer, context, owner, picture)
  const call = callerIn(appServer, context)
  const at = `/api/integration/${id}`
  const get: Get = async (path) => {
    const reply = await context.request.get(appServer.origin + path, {
      headers: { accept: 'application/json' },
    })
    return dataOf({ ok: reply.ok(), status: reply.status(), json: () => reply.json() }, path)
  }
  await call('PUT', at, { name: picture })
  await call('PUT', '/api/integration/user-invite', { email: invited })
  const { public_key } = await get<{ public_key: string }>(at)
  const visitor = await visit(appServer, public_key)
  const { tag_id, ...named } = await nameEverything(call, get, at, visitor.contact_id)
  const snapshot_path = await askAssistant(visitor)

  const conversation_id = crypto.randomUUID()
  await sendMessage(visitor, conversation_id, all, { file_ids: [await upload(appServer, visitor)] })
  const conversation = `${at}/conversation/${conversation_id}`
  await call('POST', `${conversation}/tags`, { add: [tag_id] })
  for (const kind of ['note', 'text'])
    await call('POST', `${conversation}/message`, { id: crypto.randomUUID(), body: all, kind })
  const { token, contact_id } = visitor
  return { id, public_key, contact_id, conversation_id, ...named, token, snapshot_path, mailed }
}
