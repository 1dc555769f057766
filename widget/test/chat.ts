import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Attachment, Citation, VisitorConversation, VisitorMessage } from '@ozvi/contract'

/* Messages of visitors and their answers, by the rules of the contract: gapless `seq`, idempotent ids. */

interface Thread {
  contact_id: string
  row: VisitorConversation
  messages: VisitorMessage[]
}
interface Reply {
  status?: number
  data?: unknown
  code?: string
  message?: string
  errors?: object
}
interface Contact {
  id: string
  name: string | null
  email: string | null
}
/* The bodies of requests, as far as answers depend on them. */
interface SessionBody {
  identity?: string
}
interface ContactBody {
  name?: string | null
  email?: string | null
  claimed_by?: string
}
interface MessageBody {
  id: string
  body?: string
  file_ids?: string[]
  reply_to?: string
  button_id?: string
  form_values?: Record<string, string>
}
interface ScenarioBody {
  scenario_id: string
  is_automatic: boolean
}
interface RatingBody {
  id: string
  score: number
  comment?: string
}
interface Surroundings {
  name: string
  has_team: boolean
  suggestions: string[]
  /** Where the socket listens, once it does. */
  port: () => number
  publish: (channel: string, event: string, data: unknown) => void
}
const citations: Citation[] = [
  {
    number: 1,
    title: 'Returns and refunds',
    heading: 'Shop › Returns › How long you have',
    quote: 'You may return any item within 30 days of delivery. We pay the postage back to our warehouse.',
    url: 'https://shop.example/returns#:~:text=You%20may%20return',
    snapshot_url: '/snapshot/returns',
    fetched_at: '2026-11-18T08:00:00.000Z',
    source_id: randomUUID(),
    item_id: randomUUID(),
  },
  {
    number: 2,
    title: 'Payment methods',
    heading: '',
    quote: 'Refunds arrive on the card you paid with, usually in 3 to 5 working days.',
    url: null,
    snapshot_url: '/snapshot/payment',
    fetched_at: '2026-11-18T08:00:00.000Z',
    source_id: randomUUID(),
    item_id: randomUUID(),
  },
]
const answer =
  'You have **30 days** from delivery, and we pay the postage [1].\n\n' +
  '1. Open *Your orders*\n2. Choose **Return an item**\n3. Print the label\n\n' +
  'The money is back on your card in 3 to 5 working days [2].'

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Answers the calls of visitors; tests speak for the team and the assistant. */
export function createChat({ name, has_team, suggestions, port, publish }: Surroundings) {
  /** Contacts by bearer token. */
  const visitors = new Map<string, Contact>()
  /** Contacts by their signed token. */
  const contactsByIdentity = new Map<string, Contact>()
  const threads = new Map<string, Thread>()
  /** Every accepted POST of a message, repeats included. */
  const posts: string[] = []
  /** The bodies of requests for a session. */
  const sessions: object[] = []
  /** Scenarios that the page has started. */
  const startedScenarios: object[] = []
  /** Transcripts that were requested. */
  const transcripts: object[] = []
  /** Uploaded files, and how often each was sent. */
  const files = new Map<string, { attachment: Attachment; bytes: Buffer; times: number }>()
  /**
   * `status`: the response to every call; `isDown`: connections break; `answers`: whether there is an
   * assistant.
   */
  const faults = {
    status: 0,
    isDown: false,
    isForbidden: false,
    answers: true,
    needsSignature: false,
    delay_ms: 0,
    chunkDelay_ms: 60,
  }

  const emit = (thread: Thread, event: string, data: unknown) =>
    publish(`private-visitor.${thread.contact_id}`, event, data)
  function change(thread: Thread, part: Partial<VisitorConversation>) {
    thread.row = { ...thread.row, ...part, version: thread.row.version + 1 }
    emit(thread, 'ConversationChanged', thread.row)
  }
  function say(thread: Thread, part: Partial<VisitorMessage>): VisitorMessage {
    const prev = thread.messages.at(-1)?.seq ?? 0
    const message: VisitorMessage = {
      id: randomUUID(),
      conversation_id: thread.row.id,
      seq: prev + 1,
      prev,
      author: 'assistant',
      author_name: null,
      author_avatar: null,
      kind: 'text',
      body: '',
      attachments: [],
      citations: [],
      details: {},
      change: null,
      sent_at: new Date().toISOString(),
      ...part,
    }
    thread.messages.push(message)
    emit(thread, 'MessageSent', message)
    const { seq: last_seq, sent_at: last_message_at, body } = message
    change(thread, { last_seq, last_message_at, last_message_preview: body.slice(0, 120) })
    return message
  }
  function handOver(thread: Thread) {
    change(thread, { handler: 'team' })
    say(thread, { author: 'system', kind: 'hand_over', details: { reason: 'asked_for_human' } })
  }
  /** Streams the assistant's answer in chunks of words, then posts it. */
  async function respond(thread: Thread, question: string) {
    if (/person|človek/i.test(question)) return handOver(thread)
    const message_id = randomUUID()
    const progress = (stage: string, body: string) =>
      emit(thread, 'AnswerProgressed', { conversation_id: thread.row.id, message_id, stage, body })
    progress('searching', '')
    await pause(faults.chunkDelay_ms * 4)
    const words = answer.split(/(?<= )/)
    for (let index = 4; index < words.length; index += 4) {
      progress('writing', words.slice(0, index).join(''))
      await pause(faults.chunkDelay_ms)
    }
    say(thread, { id: message_id, kind: 'answer', body: answer, citations, details: { band: 'answer' } })
  }
  /** `gone@…` fills in a form that was deleted. */
  function formErrors({ email = '' }: Record<string, string>): Record<string, string[]> | undefined {
    if (email.startsWith('gone@')) return { form_values: ['Choose one of the options.'] }
    return email.includes('@') ? undefined : { 'form_values.email': ['Enter an email address.'] }
  }
  function begin(id: string, contact_id: string, subject: string): Thread {
    const thread: Thread = {
      contact_id,
      messages: [],
      row: {
        id,
        subject,
        status: 'open',
        handler: 'assistant',
        assignee_name: null,
        assignee_avatar: null,
        last_seq: 0,
        seen_seq: 0,
        team_seen_seq: 0,
        can_rate: false,
        merged_into_id: null,
        last_message_at: new Date().toISOString(),
        last_message_preview: '',
        version: 1,
      },
    }
    threads.set(id, thread)
    return thread
  }

  async function takeFile(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) return { status: 422, code: 'invalid_input' }
    if (threads.size === 0)
      return { status: 422, code: 'invalid_input', errors: { file: ['Send a message first.'] } }
    if (file.name.endsWith('.exe'))
      return {
        status: 422,
        code: 'invalid_input',
        errors: { file: ['This file type isn’t supported.'] },
      }
    const id = String(form.get('id'))
    const isPicture = file.name.endsWith('.png')
    const attachment: Attachment = {
      id,
      name: file.name,
      content_type: isPicture ? 'image/png' : 'text/plain',
      size: file.size,
      width: isPicture ? 120 : null,
      height: isPicture ? 80 : null,
    }
    const bytes = Buffer.from(await file.arrayBuffer())
    files.set(id, { attachment, bytes, times: (files.get(id)?.times ?? 0) + 1 })
    return { data: attachment }
  }
  const threadsOf = (contact_id: string) =>
    [...threads.values()].filter((thread) => thread.contact_id === contact_id)

  function openSession(bearer: string, body: SessionBody): Reply {
    if (faults.isForbidden)
      return { status: 403, code: 'domain_not_allowed', message: 'The chat isn’t enabled for this website.' }
    const { identity } = body
    sessions.push(body)
    if (identity === 'expired')
      return {
        status: 422,
        code: 'invalid_input',
        message: 'The token has expired.',
        errors: { 'identity.exp': ['The token has expired.'] },
      }
    const contact = visitors.get(bearer)
    const known = identity ? contactsByIdentity.get(identity) : contact
    const own = known ?? { id: randomUUID(), name: identity ?? null, email: null }
    const token = contact && contact === known ? null : randomUUID()
    if (token) visitors.set(token, own)
    // Identified contacts stay separate; an anonymous one becomes the identified contact.
    const isAnonymous = contact !== undefined && ![...contactsByIdentity.values()].includes(contact)
    if (identity) contactsByIdentity.set(identity, own)
    if (identity && token && isAnonymous)
      for (const thread of threadsOf(contact.id)) thread.contact_id = own.id
    if (token) visitors.delete(bearer)
    return {
      data: {
        token,
        has_changed_person: Boolean(identity && token && contact && !isAnonymous),
        contact: own,
        integration: { id: randomUUID(), name },
        has_team,
        starts_with_team: false,
        conversations: threadsOf(own.id).map(({ row }) => row),
        suggestions,
        realtime: { key: 'test-key', host: 'localhost', port: port(), scheme: 'http' },
      },
    }
  }

  function updateContact(contact: Contact, body: ContactBody): Reply {
    const { name: typed = contact.name, email = contact.email, claimed_by } = body
    if (faults.needsSignature && claimed_by !== 'visitor')
      return {
        status: 422,
        code: 'invalid_input',
        errors: { 'identity.mode': ['A signed token is needed.'] },
      }
    Object.assign(contact, { name: typed, email })
    return { data: contact }
  }

  function postMessage(id: string, contact: Contact, known: Thread | undefined, body: MessageBody): Reply {
    const { id: message_id, file_ids = [], reply_to, button_id, form_values } = body
    const errors = form_values && formErrors(form_values)
    if (errors)
      return { status: 422, code: 'invalid_input', message: 'Check the highlighted fields.', errors }
    const text = form_values ? `Email: ${form_values['email']}` : String(body.body)
    if (text.includes('refuse me'))
      return { status: 422, code: 'invalid_input', message: 'Check the highlighted fields.' }
    const thread = known ?? begin(id, contact.id, text.slice(0, 60))
    posts.push(message_id)
    const stored = thread.messages.find((message) => message.id === message_id)
    if (stored) return { data: stored }
    const message = say(thread, {
      id: message_id,
      author: 'contact',
      body: text,
      attachments: file_ids.flatMap((file_id) => files.get(file_id)?.attachment ?? []),
      details: { reply_to, button_id, form_values },
    })
    if (faults.answers && thread.row.handler === 'assistant') void respond(thread, text)
    return { data: message }
  }

  function startScenario(thread: Thread, { scenario_id, is_automatic }: ScenarioBody): Reply {
    startedScenarios.push({ scenario_id, is_automatic })
    const buttons = [{ id: 'yes', text: 'Yes, please' }]
    say(thread, { author: 'scenario', body: 'Need help?', details: { buttons } })
    return { data: thread.row }
  }

  function listMessages({ messages }: Thread, query: URLSearchParams): Reply {
    const after = Number(query.get('after_seq') ?? 0)
    const before = Number(query.get('before_seq') ?? Infinity)
    const limit = Number(query.get('limit') ?? 50)
    const rows = messages.filter(({ seq }) => seq > after && seq < before)
    return { data: query.has('after_seq') ? rows.slice(0, limit) : rows.slice(-limit) }
  }

  function rate(thread: Thread, { id, score, comment = '' }: RatingBody): Reply {
    const rating = say(thread, { id, author: 'contact', kind: 'rating', body: comment, details: { score } })
    change(thread, { can_rate: false })
    return { data: rating }
  }

  function sendTranscript(body: { email?: string }): Reply {
    if (body.email === 'limit@example.com')
      return { status: 429, code: 'rate_limited', errors: { email: ['Too many emails. Try again later.'] } }
    transcripts.push(body)
    return { data: { has_text: false } }
  }

  function visitorCall(method: string, { pathname, searchParams }: URL, bearer: string, text: string): Reply {
    // The panel sends bodies of these types.
    const body = JSON.parse(text || '{}')
    if (pathname === '/api/visitor/session') return openSession(bearer, body)
    const contact = visitors.get(bearer)
    if (!contact) return { status: 401, code: 'unauthenticated', message: 'Sign in to continue.' }
    if (pathname === '/api/visitor/conversation') return { data: threadsOf(contact.id).map(({ row }) => row) }
    if (pathname === '/api/visitor/contact') return updateContact(contact, body)
    const [, id, verb] = /^\/api\/visitor\/conversation\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? []
    if (!id) return { data: null }
    const thread = threadsOf(contact.id).find(({ row }) => row.id === id)
    if (method === 'POST' && verb === 'message') return postMessage(id, contact, thread, body)
    if (verb === 'scenario-run') return startScenario(thread ?? begin(id, contact.id, ''), body)
    if (!thread) return { status: 404, code: 'not_found', message: 'We couldn’t find that.' }
    switch (verb) {
      case 'message':
        return listMessages(thread, searchParams)
      case 'rating':
        return rate(thread, body)
      case 'transcript':
        return sendTranscript(body)
      case 'hand-over':
        handOver(thread)
        return { data: thread.row }
      case 'seen':
        change(thread, { seen_seq: body.seq })
        return { data: null }
      default:
        return { data: null }
    }
  }

  return {
    visitors,
    threads,
    posts,
    sessions,
    startedScenarios,
    transcripts,
    files,
    faults,
    emit,
    change,
    say,
    begin,
    takeFile,
    visitorCall,
  }
}
