import type { InputOf, MessageButton, VisitorConversation, VisitorMessage } from '@ozvi/contract'
import { fileLimits } from '@ozvi/contract/files'
import {
  describeVisitor,
  listVisitorMessages,
  recordPageVisit,
  startVisitorScenario,
} from '@ozvi/contract/visitors'
import { backoff_ms } from '@ozvi/wire/backoff'
import type { HostPage, IdentifyFailure } from '../host-messages.ts'
import type { Boot } from './boot.ts'
import { createUploads } from './composer/uploads.ts'
import { isTransient } from './calls.ts'
import { createConversationActions } from './conversations/conversation-actions.ts'
import { createConversationList } from './conversations/conversation-list.ts'
import { newId } from './ids.ts'
import { createStorage } from './storage.ts'
import { connectRealtime, type VisitorListeners } from './live.ts'
import { createOutbox, type Outgoing } from './composer/outbox.ts'
import { openOutboxStore, type OutboxEntry } from './composer/outbox-store.ts'
import { sendEntry } from './composer/send-entry.ts'
import { createSession, type HostOfFrame, type SessionReply } from './session.ts'
import { type ChatState, createChatState } from './chat-state.ts'
import { createFileUrls } from './thread/file-urls.ts'
import { openTabs } from './tabs.ts'
import { createThreads } from './thread/threads.ts'
import { createTypingMarks } from './thread/typing-marks.ts'
import type { Translator } from './messages.ts'

const megabyte = 1024 * 1024
/** Poll interval of the list without realtime, while the panel is visible. */
const poll_ms = 5_000
/** Maximum conversations checked for unread entries at the start. */
const searchedMax = 5

interface ChatClientOptions {
  /** From the link of an email that opened the panel. */
  return_token: string
  /** The conversation of the link. */
  onReturnLink: (conversation_id: string) => void
  onReset: () => void
  /** A reply arrived while the panel was closed or the page in the background. */
  onUnseenReply: () => void
  /** Result of the page's identity token; null: accepted. */
  onIdentity: (failure: IdentifyFailure | null) => void
}
/** Everything the panel knows and does: session, realtime, threads and outbox. */
export function createChatClient(boot: Boot, translator: Translator, options: ChatClientOptions) {
  const { return_token, onReturnLink, onReset, onUnseenReply, onIdentity } = options
  const name = `ozvi:${boot.key}${boot.is_preview ? ':preview' : ''}`
  const state = createChatState(boot)
  const tabs = openTabs(name)
  let live: ReturnType<typeof connectRealtime> | undefined
  let isConnected = false
  let isStale = false
  let isVisible = false
  let tries = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let host: HostOfFrame | undefined
  /** Another tab has reported its page since, so this tab's page is reported again when the visitor returns. */
  let isPageStale = false

  const session = createSession({
    public_key: boot.key,
    locale: boot.locale,
    is_preview: boot.is_preview,
    storage: createStorage(`${name}:`, () => localStorage),
    name,
    return_token,
    onOpened,
    onIdentity,
  })
  const { call } = session
  const list = createConversationList({
    call,
    onChange: showRows,
    onRow: ({ id, last_seq }) => threads.get(id)?.compare(last_seq),
    onRemoved: (conversation_id) => threads.remove(conversation_id),
  })
  const threads = createThreads({
    read: (conversation_id, range) => call(listVisitorMessages, { conversation_id, ...range }),
    onChange: (states) => state.set({ threads: states }),
    onReceived: list.deliver,
  })
  const receive = (message: VisitorMessage) => threads.open(message.conversation_id).receive(message)
  const actions = createConversationActions({
    call,
    locale: boot.locale,
    hasConversation: list.has,
    onRows: list.applyRows,
    onMessage: receive,
  })
  const typing = createTypingMarks((marks) => state.set({ typing: marks }))
  const uploads = createUploads({
    // The server accepts files of visitors with a conversation.
    canUpload: () =>
      state.get().phase === 'ready' && state.get().is_online && state.get().conversations.length > 0,
    upload: session.upload,
    onChange: (attached) => state.set({ attached }),
    tooLarge: () => translator.t('too_large', fileLimits.bytes_max / megabyte),
    tooMany: () => translator.t('too_many', fileLimits.files_max),
  })
  const outbox = createOutbox({
    openStore: () => openOutboxStore(name),
    name,
    contactId: session.contactId,
    canSend: () => state.get().phase === 'ready' && state.get().is_online,
    send,
    onChange: (outgoing) => state.set({ outgoing: outgoing.map(moveToMerged) }),
    notifyTabs: () => tabs?.postMessage('outbox'),
  })

  const fileUrls = createFileUrls((id) => {
    const local = state
      .get()
      .outgoing.flatMap(({ files = [] }) => files)
      .find((file) => file.id === id)
    return local ? Promise.resolve(local.blob) : session.readFile(id)
  })

  /** Shows unsent messages in the conversation they will end up in. */
  function moveToMerged(entry: Outgoing): Outgoing {
    const conversation_id = state.get().merged[entry.conversation_id]
    return conversation_id ? { ...entry, conversation_id } : entry
  }
  function showRows(rows: readonly VisitorConversation[]) {
    const merged: ChatState['merged'] = {}
    for (const { id, merged_into_id } of rows) if (merged_into_id) merged[id] = merged_into_id
    state.set({ conversations: rows.filter(({ id }) => !merged[id]), merged })
    state.set({ outgoing: state.get().outgoing.map(moveToMerged) })
  }
  /** Sends a message and shows it. */
  async function send(entry: OutboxEntry): Promise<void> {
    const message = await sendEntry({ call, uploads }, entry)
    receive(message)
    const { conversation_id } = message
    // It was closed: the message started a follow-up.
    if (conversation_id !== entry.conversation_id)
      state.set({ followed: { ...state.get().followed, [entry.conversation_id]: conversation_id } })
    if (!list.has(conversation_id)) void refresh()
  }
  function closeThreads() {
    threads.close()
    list.clear()
  }
  /** Loads the list; threads that are behind load the rest. */
  async function refresh() {
    const was_away = !state.get().is_reachable
    try {
      await list.refresh()
      isStale = false
      state.set({ is_reachable: true })
      if (!was_away) return
      // The server is back: retry immediately.
      live?.nudge()
      void outbox.flush()
    } catch (problem) {
      isStale = true
      if (isTransient(problem)) state.set({ is_reachable: false })
    }
  }

  const listeners: VisitorListeners = {
    MessageSent(message) {
      receive(message)
      if (message.author === 'contact') return
      typing.end(message.conversation_id)
      if (message.author !== 'system' && (!isVisible || document.hidden)) onUnseenReply()
    },
    MessageChanged: (message) => threads.open(message.conversation_id).change(message),
    ConversationChanged: (row) => list.applyRows([row]),
    ConversationDeleted: ({ conversation_id }) => list.remove(conversation_id),
    MessagesSeen: ({ conversation_id, side, seq }) => list.see(conversation_id, side, seq),
    TypingChanged: typing.handle,
    AnswerProgressed: (progress) => threads.open(progress.conversation_id).progress(progress),
    VisitorForgotten: reset,
  }
  function onOpened(reply: SessionReply, former_contact_id: string | null, isJoined: boolean) {
    const {
      contact,
      suggestions,
      has_team,
      starts_with_team,
      conversations,
      realtime,
      return_conversation_id,
    } = reply
    const current = state.get().contact
    if (current && current.id !== contact.id && !isJoined) closeThreads()
    if (reply.has_changed_person) onReset()
    if (reply.has_changed_person) tabs?.postMessage('other')
    else if (isJoined && reply.token) tabs?.postMessage('person')
    state.set({ phase: 'ready', is_reachable: true, contact, suggestions, has_team, starts_with_team })
    tabs?.postMessage('page')
    list.applyRows(conversations)
    if (!current && return_conversation_id) onReturnLink(return_conversation_id)
    if (current?.id !== contact.id) {
      live?.disconnect()
      live = connectRealtime({
        address: realtime,
        contact_id: contact.id,
        authorize: session.authorize,
        listeners,
        onConnected() {
          isConnected = true
          void refresh()
          void outbox.flush()
        },
        onLost() {
          isConnected = false
        },
      })
    }
    // Unread entries are counted individually, so those threads are loaded.
    for (const { id, last_seq, seen_seq } of conversations.slice(0, searchedMax))
      if (last_seq > seen_seq) void threads.open(id).load()
    async function sendQueued() {
      if (reply.has_changed_person) await outbox.forget()
      else if (former_contact_id !== contact.id) await outbox.adopt(former_contact_id, contact.id)
      await outbox.flush()
    }
    void sendQueued()
  }

  /** @param isOpened by the visitor themselves */
  async function start(isOpened = false) {
    clearTimeout(retrying)
    if (isOpened) session.setOpened()
    const { phase } = state.get()
    if (phase !== 'idle' && phase !== 'unreachable') return
    if (phase === 'idle') {
      state.set({ phase: 'starting' })
      void outbox.reload()
    }
    try {
      await session.open()
      tries = 0
    } catch (problem) {
      if (isTransient(problem)) {
        state.set({ phase: 'unreachable', is_reachable: false })
        retrying = setTimeout(() => void start(), backoff_ms(tries++))
      } else state.set({ phase: 'rejected', error: problem instanceof Error ? problem.message : '' })
    }
  }
  /** Retries everything, when the panel is opened or the network may be back. */
  function nudge() {
    const { is_online, phase } = state.get()
    if (is_online && phase === 'unreachable') void start()
    if (!is_online || phase !== 'ready') return
    live?.nudge()
    threads.nudge()
    void refresh()
    void outbox.flush()
  }
  /** Reports new data of the page to a started visit; otherwise it is sent with the start. */
  function resumeSession(shouldOpen?: () => boolean) {
    const { phase } = state.get()
    if (phase === 'ready' || phase === 'starting') void session.reopen(shouldOpen).catch(() => undefined)
  }
  function setHost(now: HostOfFrame) {
    host = now
    session.setHost(now)
  }
  /** A session opened now starts on this page. */
  function sendPage(page: HostPage) {
    if (host) setHost({ ...host, page })
    if (state.get().phase !== 'ready') return
    isPageStale = false
    tabs?.postMessage('page')
    void call(recordPageVisit, page).catch(() => undefined)
  }
  /** Deletes this browser's data of a visitor. The token is deleted first, in case the page goes away. */
  function forget(isKnown = true) {
    session.end(isKnown)
    return outbox.forget()
  }
  function endSession(phase: 'idle' | 'ended' = 'ended') {
    clearTimeout(retrying)
    live?.disconnect()
    closeThreads()
    state.set({ phase, contact: null, typing: {} })
  }
  /**
   * The team has erased this visitor: deletes everything here, and the next message starts as a new visitor.
   */
  function reset() {
    void forget(false)
    endSession('idle')
    onReset()
  }

  addEventListener('online', () => {
    state.set({ is_online: true })
    nudge()
  })
  addEventListener('offline', () => state.set({ is_online: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    nudge()
    if (isPageStale && host) sendPage(host.page)
  })
  tabs?.addEventListener('message', ({ data }) => {
    if (data === 'outbox') void outbox.reload()
    if (data === 'ended') endSession()
    if (data === 'page') isPageStale = true
    if (data === 'other') onReset()
    if (data === 'other' || data === 'person') resumeSession()
  })
  setInterval(() => {
    const { phase, is_online } = state.get()
    const shouldRefresh = isVisible && !document.hidden && phase === 'ready' && is_online
    if (shouldRefresh && (!isConnected || isStale)) void refresh()
  }, poll_ms)

  return {
    ...actions,
    state,
    /** The host page is known; nothing is requested or stored yet. */
    setHost,
    start,
    nudge,
    setVisible(is_open: boolean) {
      isVisible = is_open
      if (is_open) nudge()
    },
    /** Opens a conversation; a new one has nothing to load before its first message. */
    openThread(conversation_id: string) {
      if (list.has(conversation_id)) void threads.open(conversation_id).load()
      else threads.open(conversation_id).start()
    },
    loadOlder: (conversation_id: string) => threads.open(conversation_id).loadOlder(),
    async send(conversation_id: string, body: string, reply_to?: string): Promise<void> {
      const from = { ...(host ? { page: host.page } : {}), ...(reply_to ? { reply_to } : {}) }
      void start(true) // no visit before the first message
      const files = uploads.take(conversation_id)
      for (const { id, blob } of files) void fileUrls.store(id, Promise.resolve(blob))
      const entry = { id: newId(), conversation_id, body, locale: boot.locale, ...from }
      if (files.length === 0) return outbox.add(entry)
      if (state.get().conversations.length > 0) return outbox.add({ ...entry, files })
      // The first message creates the conversation its files belong to.
      await outbox.add(entry)
      return outbox.add({ id: newId(), conversation_id, body: '', locale: boot.locale, files })
    },
    /** Answers a message with one of its buttons; files that wait beside the draft stay there. */
    choose({ id: reply_to, conversation_id }: VisitorMessage, { id: button_id, text: body }: MessageButton) {
      const from = host ? { page: host.page } : {}
      const choice = { id: newId(), conversation_id, body, reply_to, button_id }
      return outbox.add({ ...choice, locale: boot.locale, ...from })
    },
    attach(conversation_id: string, files: readonly File[]) {
      void start()
      return uploads.add(conversation_id, files)
    },
    /** Starts a scenario of the page. @returns its conversation; undefined if it doesn't start */
    async startScenario(conversation_id: string, scenario_id: string, is_automatic: boolean) {
      if (!host) return undefined
      await start(true)
      const input = { conversation_id, scenario_id, is_automatic, locale: boot.locale, page: host.page }
      const row = await call(startVisitorScenario, input)
      if (row) list.applyRows([row])
      return row?.id
    },
    detach: uploads.remove,
    fileUrl: fileUrls.get,
    retry: outbox.retry,
    discard: outbox.discard,
    /** Everything up to the newest entry was visible. */
    markSeen: (conversation_id: string) =>
      list.markSeen(conversation_id, threads.get(conversation_id)?.state.messages.at(-1)?.seq ?? 0),
    async describe(input: InputOf<typeof describeVisitor>) {
      state.set({ contact: await call(describeVisitor, input) })
    },
    identify(jwt: string) {
      if (session.setIdentity(jwt)) resumeSession(session.hasUnsentIdentity)
    },
    /** Starts the visit; a running one gets the consent. */
    consent(text: string) {
      session.setConsent(text)
      resumeSession()
      void start()
    },
    sendPage,
    forget,
    /** The host's user has signed out: deletes everything about this visitor, in all tabs. */
    async end() {
      await forget()
      endSession()
      tabs?.postMessage('ended')
    },
  }
}
export type ChatClient = ReturnType<typeof createChatClient>
