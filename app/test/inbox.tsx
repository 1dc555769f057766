import {
  applyScheduledChanged,
  type Attachment,
  type ContactDetails,
  type ContactProfile,
  type Conversation,
  conversationChanged,
  hold_ms,
  type InboxRow,
  type Message,
  messageSent,
  type ScheduledMessage,
  type Tag,
} from '@ozvi/contract'
import type { Seat } from '@ozvi/wire'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { createRoutesStub, Outlet } from 'react-router'
import { setAppTranslator } from '#platform/i18n/app-translator.ts'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { queryClient } from '#platform/query-client.ts'
import { sessionQuery } from '#platform/session.ts'
import { ShellCommands } from '#dashboard/shell'
import { OverlayHost } from '#ui/overlays.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import ConversationPage from '../src/dashboard/conversations/conversation-page.tsx'
import InboxLayout from '../src/dashboard/conversations/inbox-layout.tsx'
import NoConversationPage from '../src/dashboard/conversations/no-conversation-page.tsx'
import { eva, greenBean, rootData } from './fixtures.ts'
import { translators } from './render.tsx'
import { handHeld } from './transport.ts'

const uuid = (kind: number, number: number) =>
  `01980000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`
export const conversationId = (number: number) => uuid(1, number)
export const jana = { id: uuid(9, 1), name: 'Jana Kováčová' }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()

/** Nothing noted of a contact. */
export const noDetails: ContactDetails = {
  phone: null,
  company: null,
  city: null,
  country: null,
  external_id: null,
  owner_id: null,
  tag_ids: [],
  fields: {},
}

/** Conversation `number`, as the list shows it: one message of Peter, nobody's yet. */
export function rowOf(number: number, changes: Partial<InboxRow> = {}): InboxRow {
  return {
    id: conversationId(number),
    integration_id: greenBean.id,
    number,
    contact: {
      id: uuid(2, number),
      name: `Peter ${number}`,
      email: null,
      kind: 'visitor',
      locale: 'en',
      last_seen_at: at(0),
    },
    subject: `Question ${number}`,
    status: 'open',
    handler: 'team',
    assignee_id: null,
    team_id: null,
    priority: 'none',
    tag_ids: [],
    fields: {},
    mentioned_ids: [],
    locale: 'en',
    last_seq: 1,
    last_message_at: at(number),
    last_message_preview: `Question ${number}`,
    due_at: null,
    follows_id: null,
    merged_into_id: null,
    merged_into_number: null,
    waiting_since: at(number),
    hand_over_at: null,
    hand_over_reason: null,
    snoozed_until: null,
    resolved_at: null,
    rating: null,
    scheduled_count: 0,
    page_url: null,
    is_test: false,
    visitor_seen_seq: 0,
    created_at: at(number),
    version: 1,
    seen_seq: 0,
    ...changes,
  }
}
export const tagOf = (number: number, name: string): Tag => ({
  id: uuid(4, number),
  integration_id: greenBean.id,
  name,
  colour: 'blue',
  created_at: at(0),
  version: 1,
})
export function messageOf(number: number, seq: number, changes: Partial<Message> = {}): Message {
  return {
    id: uuid(3, number * 1000 + seq),
    conversation_id: conversationId(number),
    seq,
    prev: seq - 1,
    author: 'contact',
    author_id: uuid(2, number),
    author_name: `Peter ${number}`,
    kind: 'text',
    body: `Message ${seq}`,
    attachments: [],
    citations: [],
    details: {},
    change: null,
    sent_at: at(seq),
    ...changes,
  }
}

const base = `/api/integration/${greenBean.id}`
const without = ({ seen_seq: _, ...conversation }: InboxRow): Conversation => conversation
const numbersIn = (url: string) => new URL(url, 'http://test').searchParams

/** The cache tells its readers in a task of its own. */
const heard = () => new Promise((resolve) => setTimeout(resolve))

/**
 * A server with conversations in it, held by hand: it lists, sends and changes them, and tells of nothing by
 * itself. `answers` may be replaced one by one.
 */
export function inboxServer({
  rows,
  messages = [],
  tags = [],
  role = 'owner',
}: {
  rows: InboxRow[]
  messages?: Message[]
  tags?: Tag[]
  role?: typeof greenBean.role
}) {
  const state = { rows, messages, tags, role, scheduled: [] as ScheduledMessage[] }
  const url = () => server.sent.at(-1)?.url ?? ''
  const change = (id: string, changes: Partial<InboxRow>): Conversation => {
    state.rows = state.rows.map((row) =>
      row.id === id ? { ...row, ...changes, version: row.version + 1 } : row,
    )
    const row = state.rows.find((row) => row.id === id)
    if (!row) throw new Error(`no conversation ${id}`)
    return without(row)
  }
  const changeMessage = (id: string, { body }: { body: string }, is_deleted: boolean): Message => {
    const held = state.messages.find((message) => message.id === id)
    if (!held) throw new Error(`no message ${id}`)
    const version = (held.change?.version ?? 0) + 1
    const by = { at: at(59), by_id: eva.id, by_name: eva.name }
    const changed = { ...held, body, change: { version, is_edited: !is_deleted, is_deleted, ...by } }
    state.messages = state.messages.map((message) => (message.id === id ? changed : message))
    return changed
  }
  const server = handHeld({
    [`GET ${base}/conversation`]: () => {
      const contact_id = numbersIn(url()).get('contact_id')
      return {
        items: contact_id ? state.rows.filter(({ contact }) => contact.id === contact_id) : state.rows,
        next: null,
      }
    },
    [`GET ${base}/conversation-counts`]: () => ({
      all: state.rows.length,
      mine: 0,
      unassigned: state.rows.length,
      mentioned: 0,
      automated: 0,
      waiting: 0,
      snoozed: 0,
      resolved: 0,
      spam: 0,
    }),
    [`GET ${base}/tag`]: () => state.tags,
    [`GET ${base}/contact-field`]: () => [],
    [`GET ${base}/conversation-field`]: () => [],
    [`GET ${base}/macro`]: () => [],
    [`GET ${base}/team`]: () => [],
    [`GET ${base}/saved-view`]: () => [],
    'GET /api/integration/users': () => ({
      users: [eva, jana].map(({ id, name }) => ({
        user_id: id,
        name,
        email: `${name}@example.com`,
        role: 'owner',
        joined_at: at(0),
        availability: 'online',
        is_idle: false,
      })),
      invitations: [],
    }),
  })
  const files = new Map<string, Attachment>()
  server.answers[`POST ${base}/file`] = (body) => {
    // What the composer sends; only it uploads here.
    const form = body as FormData
    const [file, id] = [form.get('file') as File, String(form.get('id'))]
    const attachment = {
      id,
      name: file.name,
      content_type: file.type,
      size: file.size,
      ...(file.type.startsWith('image/') ? { width: 800, height: 400 } : { width: null, height: null }),
    }
    files.set(id, attachment)
    return attachment
  }
  for (const { id, contact } of rows) {
    const own = `${base}/conversation/${id}`
    server.answers[`GET ${own}`] = () => state.rows.find((row) => row.id === id)
    server.answers[`GET ${own}/message`] = () => {
      const params = numbersIn(url())
      const limit = Number(params.get('limit') ?? 50)
      const all = state.messages.filter(({ conversation_id }) => conversation_id === id)
      if (params.has('after_seq')) {
        return all.filter(({ seq }) => seq > Number(params.get('after_seq'))).slice(0, limit)
      }
      const before = Number(params.get('before_seq') ?? Number.POSITIVE_INFINITY)
      return all.filter(({ seq }) => seq < before).slice(-limit)
    }
    server.answers[`POST ${own}/message`] = (body) => {
      // What the composer sends.
      const { file_ids, ...sent } = body as Pick<Message, 'id' | 'body'> & {
        kind: 'text' | 'note'
        file_ids: string[]
      }
      const held = state.messages.find((message) => message.id === sent.id)
      if (held) return held
      const last = state.messages.findLast(({ conversation_id }) => conversation_id === id)?.seq ?? 0
      const message: Message = {
        ...messageOf(0, last + 1, {
          conversation_id: id,
          author: 'member',
          author_id: eva.id,
          author_name: eva.name,
        }),
        attachments: file_ids.flatMap((file_id) => files.get(file_id) ?? []),
        ...sent,
      }
      state.messages = [...state.messages, message]
      return message
    }
    for (const { id: message_id } of messages) {
      const place = `${own}/message/${message_id}`
      // What `editMessage` takes.
      server.answers[`PUT ${place}`] = (body) => changeMessage(message_id, body as { body: string }, false)
      server.answers[`DELETE ${place}`] = () => changeMessage(message_id, { body: '' }, true)
      server.answers[`POST ${place}/restore`] = () => {
        const first = messages.find((message) => message.id === message_id)
        return changeMessage(message_id, { body: first?.body ?? '' }, false)
      }
    }
    server.answers[`GET ${own}/scheduled`] = () =>
      state.scheduled.filter(({ conversation_id }) => conversation_id === id)
    server.answers[`POST ${own}/scheduled`] = (body) => {
      // What `scheduleMessage` takes.
      const sent = body as { id: string; body: string; send_at: string | null }
      const scheduled: ScheduledMessage = {
        id: sent.id,
        conversation_id: id,
        author_id: eva.id,
        author_name: eva.name,
        body: sent.body,
        attachments: [],
        send_at: sent.send_at ?? new Date(Date.now() + hold_ms).toISOString(),
        state: sent.send_at ? 'waiting' : 'held',
        version: 1,
      }
      state.scheduled = applyScheduledChanged(state.scheduled, scheduled)
      change(id, { scheduled_count: state.scheduled.length })
      const own_place = `${own}/scheduled/${scheduled.id}`
      server.answers[`PUT ${own_place}`] = (changes) => {
        const held = state.scheduled.find((one) => one.id === scheduled.id) ?? scheduled
        // What `changeScheduledMessage` takes.
        const { body: words = held.body, send_at } = changes as { body?: string; send_at?: string | null }
        const changed: ScheduledMessage = {
          ...held,
          body: words,
          send_at: send_at ?? held.send_at,
          state: send_at ? 'waiting' : 'undone',
          version: held.version + 1,
        }
        state.scheduled = applyScheduledChanged(state.scheduled, changed)
        return changed
      }
      server.answers[`DELETE ${own_place}`] = () => {
        const held = state.scheduled.find((one) => one.id === scheduled.id) ?? scheduled
        state.scheduled = state.scheduled.filter((one) => one.id !== scheduled.id)
        return held
      }
      return { scheduled, message: null }
    }
    server.answers[`POST ${own}/seen`] = () => null
    server.answers[`POST ${own}/typing`] = () => null
    server.answers[`POST ${own}/status`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${own}/assign`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${own}/priority`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${own}/tags`] = (body) => {
      // What `setTags` takes.
      const { add = [], remove = [] } = body as { add?: string[]; remove?: string[] }
      const held = state.rows.find((row) => row.id === id)?.tag_ids ?? []
      return change(id, { tag_ids: [...held.filter((tag_id) => !remove.includes(tag_id)), ...add] })
    }
    server.answers[`POST ${own}/take-over`] = () => change(id, { handler: 'team', assignee_id: eva.id })
    server.answers[`POST ${own}/hand-back`] = () => change(id, { handler: 'assistant', assignee_id: null })
    server.answers[`GET ${base}/contact/${contact.id}/timeline`] = () => ({ items: [], next: null })
    server.answers[`GET ${base}/contact/${contact.id}`] = (): ContactProfile => ({
      ...contact,
      ...noDetails,
      first_seen_at: at(0),
      time_zone: 'Europe/Bratislava',
      browser: 'Firefox',
      referrer: null,
      here: {
        here_since: at(0),
        page: { url: 'https://green-bean.example/shipping', title: 'Shipping', at: at(0) },
      },
      erasing: null,
      blocked: null,
      merges: [],
      pages: [{ url: 'https://green-bean.example/shipping', title: 'Shipping', at: at(0) }],
    })
  }
  const tell = (name: string, data: unknown) =>
    act(async () => {
      for (const { event, ear } of [...server.ears]) if (event === name) ear.hear(data)
      await heard()
    })
  return {
    ...server,
    state,
    change,
    path: (number: number, call: string) => `${base}/conversation/${conversationId(number)}${call}`,
    tellMessage: (message: Message) => tell(messageSent.name, message),
    tellChange: (conversation: Conversation) => tell(conversationChanged.name, conversation),
    tell,
    /** Who else is on a presence channel. */
    seat: (channel: string, seats: Seat[]) =>
      act(async () => {
        for (const one of server.watchers) if (one.channel === channel) one.hear(seats)
        await heard()
      }),
    /** Every channel is live (again). */
    goLive: () =>
      act(async () => {
        for (const { ear } of [...server.ears]) ear.live()
        await heard()
      }),
  }
}

/** The inbox at an address below `/conversation`, Eva signed in. */
export function showInbox({ at = '', role = 'owner' }: { at?: string; role?: typeof greenBean.role } = {}) {
  setAppTranslator(translators.en)
  const user = { ...eva, integrations: [{ ...greenBean, role }] }
  queryClient.setQueryData(sessionQuery.queryKey, { user, is_unverified: false })
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/en/app/i/:integrationId',
      Component: () => (
        <>
          <ShellCommands integrationId={greenBean.id} />
          <Outlet />
          <OverlayHost />
        </>
      ),
      children: [
        {
          Component: InboxLayout,
          children: [
            { path: 'conversation', Component: NoConversationPage },
            { path: 'conversation/:id', Component: ConversationPage },
          ],
        },
      ],
    },
  ])
  return render(
    <TranslatorProvider value={translators.en}>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <Stub
            initialEntries={[`/en/app/i/${greenBean.id}/conversation${at}`]}
            hydrationData={{ loaderData: { root: rootData } }}
          />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </TranslatorProvider>,
  )
}
