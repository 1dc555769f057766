import type { VisitorConversation } from '@ozvi/contract'
import { fileLimits } from '@ozvi/contract/visitor-calls'
import type { HostPage, IdentifyFailure } from '../host-messages.ts'
import { backoff_ms } from './backoff.ts'
import type { Boot } from './boot.ts'
import { type Attached, createAttaching } from './attaching.ts'
import { type CallInput, isPassing, Refusal } from './calls.ts'
import { createConversationList } from './conversation-list.ts'
import { newId } from './ids.ts'
import { createKeepsakes } from './keepsakes.ts'
import { goLive, type VisitorEars } from './live.ts'
import { createOutbox, type Outgoing } from './outbox.ts'
import { openOutboxStore, type OutboxEntry } from './outbox-store.ts'
import { createSession, type HostOfFrame, type SessionReply } from './session.ts'
import { createState } from './state.ts'
import { createThread, type Thread, type ThreadState } from './thread.ts'
import { createTypingMarks, type TypingMark } from './typing-marks.ts'
import type { Speech } from './words.ts'

const megabyte = 1024 * 1024
/** Without live frames the list is asked this often while somebody looks. */
const poll_ms = 5_000
/** So many conversations are searched for unread entries at the start. */
const searchedMax = 5

export interface VisitState {
  /** `idle`: not opened yet, nothing stored. `unreachable`: tried again by itself. */
  phase: 'idle' | 'starting' | 'ready' | 'unreachable' | 'refused' | 'ended'
  /** Why the server will not have this visit at all, in the visitor's language. */
  refusal: string
  contact: SessionReply['contact'] | null
  suggestions: string[]
  /** Whether there is a person to talk to. */
  has_team: boolean
  /** Newest message first. */
  conversations: VisitorConversation[]
  threads: Record<string, ThreadState>
  /** Conversations that were over when something was written into them, and those that follow them. */
  followed: Record<string, string>
  /** Conversations whose messages stand in another one now, and that one. */
  merged: Record<string, string>
  /** Written, not acknowledged yet. */
  outgoing: Outgoing[]
  typing: Record<string, TypingMark>
  /** Files chosen for the message being written, by conversation. */
  attached: Record<string, Attached[]>
  is_online: boolean
  /** The last question to the server was answered. */
  is_reachable: boolean
}

/** The other tabs of this visitor; a browser that keeps nothing may refuse even this. */
function openTabs(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

interface VisitOptions {
  /** Of the link in a mail by which the panel was opened. */
  way_back: string
  /** The conversation that it leads to. */
  onWayBack: (conversation_id: string) => void
  onForgotten: () => void
  /** How it went with the page's token; null: they are known by it. */
  onIdentity: (failure: IdentifyFailure | null) => void
}
/** Everything the panel knows and does, from one place: session, live line, threads and outbox joined. */
export function createVisit(boot: Boot, speech: Speech, options: VisitOptions) {
  const { way_back, onWayBack, onForgotten, onIdentity } = options
  const name = `ozvi:${boot.key}${boot.is_preview ? ':preview' : ''}`
  const state = createState<VisitState>({
    phase: 'idle',
    refusal: '',
    contact: null,
    suggestions: [],
    has_team: boot.has_team,
    conversations: [],
    threads: {},
    followed: {},
    merged: {},
    outgoing: [],
    typing: {},
    attached: {},
    is_online: navigator.onLine,
    is_reachable: true,
  })
  const threads = new Map<string, Thread>()
  const tabs = openTabs(name)
  let live: ReturnType<typeof goLive> | undefined
  let isLive = false
  let isStale = false
  let isLookedAt = false
  let tries = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let host: HostOfFrame | undefined
  /** Another tab has told its page since: this one is told again when the visitor returns to it. */
  let isElsewhere = false

  const session = createSession({
    public_key: boot.key,
    locale: boot.locale,
    is_preview: boot.is_preview,
    keepsakes: createKeepsakes(`${name}:`, () => localStorage),
    name,
    way_back,
    onOpened,
    onIdentity,
  })
  const { call } = session
  const list = createConversationList({
    call,
    onChange: showRows,
    onTold: ({ id, last_seq }) => threads.get(id)?.compare(last_seq),
    onGone(conversation_id) {
      threads.get(conversation_id)?.close()
      threads.delete(conversation_id)
      const { [conversation_id]: _, ...others } = state.get().threads
      state.set({ threads: others })
    },
  })
  const typing = createTypingMarks((marks) => state.set({ typing: marks }))
  const attaching = createAttaching({
    // The server takes files of visitors who have a conversation.
    canUpload: () =>
      state.get().phase === 'ready' && state.get().is_online && state.get().conversations.length > 0,
    upload: session.upload,
    onChange: (attached) => state.set({ attached }),
    tooLarge: () => speech.say('too_large', fileLimits.bytes_max / megabyte),
    tooMany: () => speech.say('too_many', fileLimits.files_max),
  })
  const outbox = createOutbox({
    openStore: () => openOutboxStore(name),
    name,
    contactId: session.contactId,
    canSend: () => state.get().phase === 'ready' && state.get().is_online,
    send,
    onChange: (outgoing) => state.set({ outgoing: outgoing.map(led) }),
    tellTabs: () => tabs?.postMessage('outbox'),
  })

  /** What waits to be sent is shown where it is going to stand. */
  function led(entry: Outgoing): Outgoing {
    const conversation_id = state.get().merged[entry.conversation_id]
    return conversation_id ? { ...entry, conversation_id } : entry
  }
  function showRows(rows: readonly VisitorConversation[]) {
    const merged: VisitState['merged'] = {}
    for (const { id, merged_into_id } of rows) if (merged_into_id) merged[id] = merged_into_id
    state.set({ conversations: rows.filter(({ id }) => !merged[id]), merged })
    state.set({ outgoing: state.get().outgoing.map(led) })
  }
  /** Its files first, then the message that names them. */
  async function send(entry: OutboxEntry, isAgain = false): Promise<void> {
    const { id, conversation_id, body, locale, reply_to, page: from, files = [] } = entry
    for (const file of files) await attaching.ensure(file)
    const file_ids = files.map((file) => file.id)
    const input = {
      conversation_id,
      id,
      body,
      locale,
      file_ids,
      ...(reply_to ? { reply_to } : {}),
      ...(from ? { page: from } : {}),
    }
    let found_in = conversation_id
    try {
      const message = await call('sendVisitorMessage', input)
      found_in = message.conversation_id
      threadOf(found_in).hear(message)
      // It was over: what follows it is another conversation.
      if (found_in !== conversation_id)
        state.set({ followed: { ...state.get().followed, [conversation_id]: found_in } })
    } catch (problem) {
      if (isAgain || !(problem instanceof Refusal && problem.errors['file_ids'])) throw problem
      // Uploaded long before it could be sent, and removed meanwhile; this device has them still.
      for (const file_id of file_ids) attaching.forget(file_id)
      return send(entry, true)
    }
    if (!list.has(found_in)) void refresh()
  }
  /** Addresses of files by id: of one's own at once, of others as they are fetched. */
  const urls = new Map<string, Promise<string>>()
  const keepUrl = (id: string, blob: Promise<Blob>) => {
    const url = blob.then((bytes) => URL.createObjectURL(bytes))
    urls.set(id, url)
    url.catch(() => urls.delete(id))
    return url
  }

  function threadOf(conversation_id: string): Thread {
    let thread = threads.get(conversation_id)
    if (!thread) {
      thread = createThread({
        read: (range) => call('listVisitorMessages', { conversation_id, ...range }),
        onChange(held) {
          state.set({ threads: { ...state.get().threads, [conversation_id]: held } })
          list.deliver(
            conversation_id,
            held.messages.findLast(({ author }) => author !== 'contact')?.seq ?? 0,
          )
        },
      })
      threads.set(conversation_id, thread)
    }
    return thread
  }
  function closeThreads() {
    for (const thread of threads.values()) thread.close()
    threads.clear()
    state.set({ threads: {} })
    list.clear()
  }
  /** Asks for the list; a thread that holds less than it tells of reads the rest. */
  async function refresh() {
    const was_away = !state.get().is_reachable
    try {
      await list.refresh()
      isStale = false
      state.set({ is_reachable: true })
      if (!was_away) return
      // The server is back: what waits for a later try need not.
      live?.nudge()
      void outbox.flush()
    } catch (problem) {
      isStale = true
      if (isPassing(problem)) state.set({ is_reachable: false })
    }
  }

  const ears: VisitorEars = {
    MessageSent(message) {
      threadOf(message.conversation_id).hear(message)
      if (message.author !== 'contact') typing.end(message.conversation_id)
    },
    MessageChanged: (message) => threadOf(message.conversation_id).change(message),
    ConversationChanged: (row) => list.take([row]),
    ConversationDeleted: ({ conversation_id }) => list.remove(conversation_id),
    MessagesSeen: ({ conversation_id, side, seq }) => list.see(conversation_id, side, seq),
    TypingChanged: typing.hear,
    AnswerProgressed: (progress) => threadOf(progress.conversation_id).progress(progress),
    VisitorForgotten: beginAnew,
  }
  function onOpened(reply: SessionReply, former_contact_id: string | null, isJoined: boolean) {
    const { contact, suggestions, has_team, conversations, realtime, way_back_id } = reply
    const held = state.get().contact
    if (held && held.id !== contact.id && !isJoined) closeThreads()
    if (reply.has_changed_person) onForgotten()
    if (reply.has_changed_person) tabs?.postMessage('other')
    else if (isJoined && reply.token) tabs?.postMessage('person')
    state.set({ phase: 'ready', is_reachable: true, contact, suggestions, has_team })
    tabs?.postMessage('page')
    list.take(conversations)
    if (!held && way_back_id) onWayBack(way_back_id)
    if (held?.id !== contact.id) {
      live?.disconnect()
      live = goLive({
        address: realtime,
        contact_id: contact.id,
        authorise: session.authorise,
        ears,
        onLive() {
          isLive = true
          void refresh()
          void outbox.flush()
        },
        onLost() {
          isLive = false
        },
      })
    }
    // Unread entries are counted one by one, so what holds some is read.
    for (const { id, last_seq, seen_seq } of conversations.slice(0, searchedMax))
      if (last_seq > seen_seq) void threadOf(id).load()
    const isAdopting = former_contact_id !== contact.id
    const settled = reply.has_changed_person
      ? outbox.forget()
      : isAdopting
        ? outbox.adopt(former_contact_id, contact.id)
        : Promise.resolve()
    void settled.then(outbox.flush)
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
      if (isPassing(problem)) {
        state.set({ phase: 'unreachable', is_reachable: false })
        retrying = setTimeout(() => void start(), backoff_ms(tries++))
      } else state.set({ phase: 'refused', refusal: problem instanceof Error ? problem.message : '' })
    }
  }
  /** The network may be back, or somebody looks again: try everything that waits. */
  function nudge() {
    const { is_online, phase } = state.get()
    if (is_online && phase === 'unreachable') void start()
    if (!is_online || phase !== 'ready') return
    live?.nudge()
    for (const thread of threads.values()) thread.nudge()
    void refresh()
    void outbox.flush()
  }
  /** A visit that has begun is told what the page has said since; one that has not begins with it. */
  function openAgain(isWanted?: () => boolean) {
    const { phase } = state.get()
    if (phase === 'ready' || phase === 'starting') void session.openAgain(isWanted).catch(() => undefined)
  }
  function meet(now: HostOfFrame) {
    host = now
    session.setHost(now)
  }
  /** A session that is opened only now, or anew, begins on this page. */
  function tellPage(page: HostPage) {
    if (host) meet({ ...host, page })
    if (state.get().phase !== 'ready') return
    isElsewhere = false
    tabs?.postMessage('page')
    void call('recordPageVisit', page).catch(() => undefined)
  }
  /** Drops what the browser holds of a visitor. The token goes at once, whatever becomes of this page. */
  function forget(isKnown = true) {
    session.end(isKnown)
    return outbox.forget()
  }
  function endHere(phase: 'idle' | 'ended' = 'ended') {
    clearTimeout(retrying)
    live?.disconnect()
    closeThreads()
    state.set({ phase, contact: null, typing: {} })
  }
  /** The team has erased this visitor: nothing stays here either, and whoever writes next is somebody new. */
  function beginAnew() {
    void forget(false)
    endHere('idle')
    onForgotten()
  }

  addEventListener('online', () => {
    state.set({ is_online: true })
    nudge()
  })
  addEventListener('offline', () => state.set({ is_online: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    nudge()
    if (isElsewhere && host) tellPage(host.page)
  })
  tabs?.addEventListener('message', ({ data }) => {
    if (data === 'outbox') void outbox.reload()
    if (data === 'ended') endHere()
    if (data === 'page') isElsewhere = true
    if (data === 'other') onForgotten()
    if (data === 'other' || data === 'person') openAgain()
  })
  setInterval(() => {
    const { phase, is_online } = state.get()
    const isWanted = isLookedAt && !document.hidden && phase === 'ready' && is_online
    if (isWanted && (!isLive || isStale)) void refresh()
  }, poll_ms)

  return {
    state,
    /** The page around the frame is known; nothing is asked or stored yet. */
    meet,
    start,
    nudge,
    /** Whether somebody looks at the panel now. */
    look(is_open: boolean) {
      isLookedAt = is_open
      if (is_open) nudge()
    },
    /** Shows one conversation; a new one has nothing to read before its first message. */
    openThread(conversation_id: string) {
      if (list.has(conversation_id)) void threadOf(conversation_id).load()
      else threadOf(conversation_id).begin()
    },
    loadOlder: (conversation_id: string) => threadOf(conversation_id).loadOlder(),
    async send(conversation_id: string, body: string, reply_to?: string): Promise<void> {
      const from = { ...(host ? { page: host.page } : {}), ...(reply_to ? { reply_to } : {}) }
      void start(true) // where nobody was met before something was written
      const files = attaching.take(conversation_id)
      for (const { id, blob } of files) void keepUrl(id, Promise.resolve(blob))
      const entry = { id: newId(), conversation_id, body, locale: boot.locale, ...from }
      if (files.length === 0) return outbox.add(entry)
      if (state.get().conversations.length > 0) return outbox.add({ ...entry, files })
      // Their first words open the conversation that the files then go to.
      await outbox.add(entry)
      return outbox.add({ id: newId(), conversation_id, body: '', locale: boot.locale, files })
    },
    attach(conversation_id: string, files: readonly File[]) {
      void start()
      return attaching.add(conversation_id, files)
    },
    detach: attaching.remove,
    /** Where a file can be drawn or saved from, for as long as this page lives. */
    fileUrl(id: string): Promise<string> {
      const local = state
        .get()
        .outgoing.flatMap(({ files = [] }) => files)
        .find((file) => file.id === id)
      return urls.get(id) ?? keepUrl(id, local ? Promise.resolve(local.blob) : session.readFile(id))
    },
    retry: outbox.retry,
    discard: outbox.discard,
    async askForPerson(conversation_id: string) {
      list.take([await call('askForPerson', { conversation_id })])
    },
    async rate(conversation_id: string, score: number, comment: string) {
      const message = await call('rateConversation', { conversation_id, id: newId(), score, comment })
      threadOf(conversation_id).hear(message)
      list.take(await call('listVisitorConversations', {}))
    },
    /** Everything up to the newest entry has been on screen. */
    markSeen: (conversation_id: string) =>
      list.markSeen(conversation_id, threads.get(conversation_id)?.state.messages.at(-1)?.seq ?? 0),
    tellTyping(conversation_id: string, is_typing: boolean) {
      if (list.has(conversation_id))
        void call('setVisitorTyping', { conversation_id, is_typing }).catch(() => undefined)
    },
    async describe(said: CallInput<'describeVisitor'>) {
      state.set({ contact: await call('describeVisitor', said) })
    },
    openLink: (token: string) => call('openReplyLink', { token }),
    answerLink: (said: Omit<CallInput<'sendLinkReply'>, 'locale'>) =>
      call('sendLinkReply', { ...said, locale: boot.locale }),
    identify(jwt: string) {
      if (session.setIdentity(jwt)) openAgain(session.hasUntoldIdentity)
    },
    /** The visit begins, if it has not; one that goes on is told of it. */
    consent(text: string) {
      session.setConsent(text)
      openAgain()
      void start()
    },
    tellPage,
    forget,
    /** The host's user has signed out: nothing of this visitor stays, in this tab or another. */
    async end() {
      await forget()
      endHere()
      tabs?.postMessage('ended')
    },
  }
}
export type Visit = ReturnType<typeof createVisit>
