import {
  applyScheduledChanged,
  type Attachment,
  type ContactProfile,
  type Conversation,
  conversationChanged,
  type Draft,
  undoWindow_ms,
  type InboxRow,
  type SharedRow,
  type Message,
  messageSent,
  type ScheduledMessage,
  type Tag,
} from '@ozvi/contract'
import { eva, greenBean } from './fixtures.ts'
import {
  at,
  conversationId,
  draftOf,
  jana,
  messageOf,
  noDetails,
  noOrigin,
  unverified,
} from './inbox-rows.ts'
import { createTestTransport, errorReply } from './transport.ts'

const base = `/api/integration/${greenBean.id}`
const without = ({ seen_seq: _, ...conversation }: InboxRow): Conversation => conversation
const numbersIn = (url: string) => new URL(url, 'http://test').searchParams

/**
 * A fake server with conversations: it lists, sends and changes them, and emits events only on request. `answers`
 * can be replaced one by one.
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
  const state = {
    rows,
    messages,
    tags,
    role,
    scheduled: [] as ScheduledMessage[],
    /** Including emptied ones. */
    drafts: [] as Draft[],
  }
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
    const current = state.messages.find((message) => message.id === id)
    if (!current) throw new Error(`no message ${id}`)
    const version = (current.change?.version ?? 0) + 1
    const by = { at: at(59), by_id: eva.id, by_name: eva.name }
    const changed = { ...current, body, change: { version, is_edited: !is_deleted, is_deleted, ...by } }
    state.messages = state.messages.map((message) => (message.id === id ? changed : message))
    return changed
  }
  const server = createTestTransport({
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
    [`GET ${base}/draft`]: () =>
      state.drafts.filter(
        ({ author_id, text, taken_over_by }) => author_id === eva.id && (text || taken_over_by),
      ),
    [`GET ${base}/tag`]: () => state.tags,
    [`GET ${base}/contact-field`]: () => [],
    [`GET ${base}/conversation-field`]: () => [],
    [`GET ${base}/macro`]: () => [],
    [`GET ${base}/team`]: () => [],
    [`GET ${base}/saved-view`]: () => [],
    [`GET ${base}/viewers`]: () => [],
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
  /** The newer text wins, regardless of the order of arrival. */
  const upsertDraft = (draft: Draft): Draft => {
    const { conversation_id, author_id, mode } = draft
    const current = state.drafts.find(
      (one) => one.conversation_id === conversation_id && one.author_id === author_id && one.mode === mode,
    )
    if (current && current.changed_at >= draft.changed_at) return current
    state.drafts = [...state.drafts.filter((one) => one !== current), draft]
    return draft
  }
  const files = new Map<string, Attachment>()
  server.answers[`POST ${base}/file`] = (body) => {
    // Sent by the composer, the only one that uploads here.
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
    const conversationPath = `${base}/conversation/${id}`
    server.answers[`GET ${conversationPath}`] = () => state.rows.find((row) => row.id === id)
    server.answers[`GET ${conversationPath}/message`] = () => {
      const params = numbersIn(url())
      const limit = Number(params.get('limit') ?? 50)
      const all = state.messages.filter(({ conversation_id }) => conversation_id === id)
      if (params.has('after_seq')) {
        return all.filter(({ seq }) => seq > Number(params.get('after_seq'))).slice(0, limit)
      }
      const before = Number(params.get('before_seq') ?? Number.POSITIVE_INFINITY)
      return all.filter(({ seq }) => seq < before).slice(-limit)
    }
    server.answers[`POST ${conversationPath}/message`] = (body) => {
      // Sent by the composer.
      const {
        file_ids,
        composed_at: _,
        ...sent
      } = body as Pick<Message, 'id' | 'body'> & {
        kind: 'text' | 'note'
        file_ids: string[]
        composed_at: string
      }
      const current = state.messages.find((message) => message.id === sent.id)
      if (current) return current
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
      const messagePath = `${conversationPath}/message/${message_id}`
      // Accepted by `editMessage`.
      server.answers[`PUT ${messagePath}`] = (body) =>
        changeMessage(message_id, body as { body: string }, false)
      server.answers[`DELETE ${messagePath}`] = () => changeMessage(message_id, { body: '' }, true)
      server.answers[`POST ${messagePath}/restore`] = () => {
        const first = messages.find((message) => message.id === message_id)
        return changeMessage(message_id, { body: first?.body ?? '' }, false)
      }
    }
    server.answers[`GET ${conversationPath}/draft`] = () =>
      state.drafts.filter((one) => one.conversation_id === id && (one.text || one.taken_over_by))
    // Accepted by `saveDraft`.
    server.answers[`PUT ${conversationPath}/draft`] = (body) =>
      upsertDraft(draftOf(id, body as Pick<Draft, 'mode' | 'text' | 'changed_at'>))
    server.answers[`POST ${conversationPath}/draft/take`] = (body) => {
      // Accepted by `takeDraft`.
      const { author_id, mode, text } = body as Pick<Draft, 'author_id' | 'mode' | 'text'>
      const otherDraft = state.drafts.find(
        (one) => one.author_id === author_id && one.mode === mode && one.text,
      )
      if (!otherDraft) return errorReply(404, 'not_found', 'We couldn’t find that.')
      const changed_at = new Date().toISOString()
      upsertDraft({ ...otherDraft, text: '', changed_at, taken_over_by: { id: eva.id, name: eva.name } })
      server.answers[`POST ${conversationPath}/draft/return`] = (back) => ({
        teammate_draft: upsertDraft({ ...otherDraft, changed_at: new Date().toISOString() }),
        // Accepted by `returnDraft`.
        own_draft: upsertDraft(
          draftOf(id, { mode, text: (back as Draft).text, changed_at: new Date().toISOString() }),
        ),
      })
      const joinedText = [text.trimEnd(), otherDraft.text].filter(Boolean).join('\n\n')
      return {
        teammate_draft: otherDraft,
        own_draft: upsertDraft(draftOf(id, { mode, text: joinedText, changed_at })),
      }
    }
    server.answers[`GET ${conversationPath}/scheduled`] = () =>
      state.scheduled.filter(({ conversation_id }) => conversation_id === id)
    server.answers[`POST ${conversationPath}/scheduled`] = (body) => {
      // Accepted by `scheduleMessage`.
      const sent = body as { id: string; body: string; send_at: string | null }
      const scheduled: ScheduledMessage = {
        id: sent.id,
        conversation_id: id,
        author_id: eva.id,
        author_name: eva.name,
        body: sent.body,
        attachments: [],
        send_at: sent.send_at ?? new Date(Date.now() + undoWindow_ms).toISOString(),
        state: sent.send_at ? 'waiting' : 'held',
        version: 1,
      }
      state.scheduled = applyScheduledChanged(state.scheduled, scheduled)
      change(id, { scheduled_count: state.scheduled.length })
      const own_path = `${conversationPath}/scheduled/${scheduled.id}`
      server.answers[`PUT ${own_path}`] = (changes) => {
        const current = state.scheduled.find((one) => one.id === scheduled.id) ?? scheduled
        // Accepted by `changeScheduledMessage`.
        const { body: joinedText = current.body, send_at } = changes as {
          body?: string
          send_at?: string | null
        }
        const changed: ScheduledMessage = {
          ...current,
          body: joinedText,
          send_at: send_at ?? current.send_at,
          state: send_at ? 'waiting' : 'undone',
          version: current.version + 1,
        }
        state.scheduled = applyScheduledChanged(state.scheduled, changed)
        return changed
      }
      const send = () => {
        const current = state.scheduled.find((one) => one.id === scheduled.id) ?? scheduled
        state.scheduled = state.scheduled.filter((one) => one.id !== scheduled.id)
        return current
      }
      server.answers[`DELETE ${own_path}`] = send
      server.answers[`POST ${own_path}/send`] = () =>
        server.answers[`POST ${conversationPath}/message`]?.({
          id: scheduled.id,
          body: send().body,
          kind: 'text',
          file_ids: [],
        })
      return { scheduled, message: null }
    }
    server.answers[`POST ${conversationPath}/seen`] = () => null
    server.answers[`POST ${conversationPath}/typing`] = () => null
    server.answers[`POST ${conversationPath}/status`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${conversationPath}/assign`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${conversationPath}/priority`] = (body) => change(id, body as Partial<InboxRow>)
    server.answers[`POST ${conversationPath}/tags`] = (body) => {
      // Accepted by `setTags`.
      const { add = [], remove = [] } = body as { add?: string[]; remove?: string[] }
      const current = state.rows.find((row) => row.id === id)?.tag_ids ?? []
      return change(id, { tag_ids: [...current.filter((tag_id) => !remove.includes(tag_id)), ...add] })
    }
    server.answers[`POST ${conversationPath}/take-over`] = () =>
      change(id, { handler: 'team', assignee_id: eva.id })
    server.answers[`POST ${conversationPath}/hand-back`] = () =>
      change(id, { handler: 'assistant', assignee_id: null })
    server.answers[`GET ${base}/contact/${contact.id}/timeline`] = () => ({ items: [], next: null })
    server.answers[`GET ${base}/contact/${contact.id}`] = (): ContactProfile => ({
      ...contact,
      ...noDetails,
      ...unverified,
      ...noOrigin,
      first_seen_at: at(0),
      time_zone: 'Europe/Bratislava',
      browser: 'Firefox',
      online: {
        online_since: at(0),
        page: { url: 'https://green-bean.example/shipping', title: 'Shipping', at: at(0) },
      },
      erasing: null,
      blocked: null,
      merges: [],
      consents: [],
      has_browser: true,
      unsubscribed_at: null,
      visits: 1,
      note_count: 0,
      hubspot: null,
      field_sources: {},
      pages: [{ url: 'https://green-bean.example/shipping', title: 'Shipping', at: at(0) }],
    })
  }
  return {
    ...server,
    state,
    change,
    path: (number: number, call: string) => `${base}/conversation/${conversationId(number)}${call}`,
    tellMessage: (message: Message) => server.emit(messageSent.name, message),
    emitChange: (conversation: SharedRow) => server.emit(conversationChanged.name, conversation),
  }
}
