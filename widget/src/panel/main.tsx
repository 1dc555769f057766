import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Person, ToPanel } from '../host-messages.ts'
import { readBoot, loadMessages } from './boot.ts'
import { ApiError } from './calls.ts'
import { connectToHost } from './host-bridge.ts'
import { newId } from './ids.ts'
import { LinkPage } from './link-page.tsx'
import { unreadCount } from './thread/message-list-items.ts'
import { createChatState } from './chat-state.ts'
import { createSound } from './sound.ts'
import { createTheme } from './theme.ts'
import { Panel } from './panel.tsx'
import { PanelContext, type PanelContextValue } from './panel-context.ts'
import '@fontsource-variable/figtree/wght.css'
import './panel.css'
import { identifyFailure } from './session.ts'
import { createView } from './view.ts'
import { createChatClient } from './chat-client.ts'
import { isPage, readReturnLink } from './return-link.ts'
import { createTranslator } from './messages.ts'

const boot = readBoot()
const translator = createTranslator(boot.locale, loadMessages())
const view = createView(boot)
const link = readReturnLink()
const theme = createTheme(boot)
const sound = createSound(boot)
const client = createChatClient(boot, translator, {
  return_token: link.return_token,
  onReturnLink: view.showConversation,
  onReset: view.forget,
  onUnseenReply: () => {
    if (theme.state.get().behavior.has_sound) void sound.play()
  },
  onIdentity: (failure) =>
    postToHost(failure ? { type: 'identify_failed', ...failure } : { type: 'identified' }),
})

/** Set by the host page before there was a visitor. */
let identity: Person | undefined
const describe = () => {
  if (!identity || client.state.get().phase !== 'ready') return
  const identifiedPerson = identity
  identity = undefined
  client.describe(identifiedPerson).catch((problem: unknown) => {
    if (problem instanceof ApiError) postToHost({ type: 'identify_failed', ...identifyFailure(problem) })
  })
}
client.state.subscribe(describe)

/** Opens the unread conversation, or the list if there are several. */
function showUnread() {
  const { conversations, threads } = client.state.get()
  const unread = conversations.filter((row) => unreadCount(row, threads[row.id]) > 0)
  if (unread.some(({ id }) => id === view.state.get().conversation_id)) return
  const [first, second] = unread
  if (second) view.showHome()
  else if (first) view.showConversation(first.id)
}
/** Sends the button clicked in the launcher's bubble once its message has been loaded. */
function choose(conversation_id: string, button_id: string) {
  const stop = client.state.subscribe(() => {
    const { messages = [] } = client.state.get().threads[conversation_id] ?? {}
    const message = messages.find(({ details }) => details.buttons?.some(({ id }) => id === button_id))
    const button = message?.details.buttons?.find(({ id }) => id === button_id)
    if (!message || !button) return
    stop()
    void client.choose(message, button)
  })
}
async function startScenario({
  scenario_id,
  button_id,
  is_automatic,
}: Extract<ToPanel, { type: 'scenario' }>) {
  if (is_automatic && view.state.get().conversation_id !== null) return
  const id = await client.startScenario(newId(), scenario_id, is_automatic).catch(() => undefined)
  if (!id) return
  if (button_id) choose(id, button_id)
  view.showConversation(id)
}
function onMessage(message: ToPanel) {
  if (message.type === 'open') {
    showUnread()
    sound.load()
    view.setOpen(true, message.takes_focus)
    if (!boot.is_quiet) void client.start(true)
  } else if (message.type === 'close') view.setOpen(false)
  else if (message.type === 'page') client.sendPage(message.page)
  else if (message.type === 'consent') client.consent(message.text)
  else if (message.type === 'prefill') view.prefill(message.text)
  else if (message.type === 'ask') {
    const question = message.text.trim()
    if (question) void client.send(view.showNewConversation(), question)
  } else if (message.type === 'scenario') void startScenario(message)
  else if (message.type === 'simulate') void simulation?.then(({ show }) => show(message.chat))
  else if (message.type === 'look') theme.try(message.look)
  else if (message.type === 'identify') {
    const { jwt, ...claim } = message.person
    if (jwt) client.identify(jwt)
    else {
      identity = claim
      describe()
    }
  } else {
    view.forget()
    void client.end()
  }
}
const postToHost = connectToHost({
  onMessage,
  async onConnected(host, { is_open, takes_focus, is_known, is_ended, person }) {
    client.setHost(host)
    if (is_ended) {
      view.forget()
      await client.forget()
    }
    if (Object.keys(person).length > 0) onMessage({ type: 'identify', person })
    if (is_open) sound.load()
    view.setOpen(is_open, takes_focus)
    // The reader of an email link may not be this browser's visitor, and must not become them.
    if (!boot.is_quiet && !link.reply && (is_open || is_known)) void client.start(is_open)
  },
})
client.state.subscribe(() => {
  if (client.state.get().phase === 'ended') postToHost({ type: 'ended' })
})

const panel: PanelContextValue = { boot, theme, sound, client, view, postToHost, translator }
const simulation = boot.is_simulated
  ? import('./simulation.ts').then(({ simulate }) => simulate(panel, createChatState(boot)))
  : undefined

/** The panel, or the replies of an email link if the conversation was started elsewhere. */
function Page() {
  const [reply, setReply] = useState(link.reply)
  const onOwn = useCallback((conversation_id: string) => {
    view.showConversation(conversation_id)
    setReply('')
    void client.start(true)
  }, [])
  return reply ? <LinkPage token={reply} onOwn={onOwn} /> : <Panel />
}

document.body.classList.toggle('page', isPage)
const root = document.getElementById('panel')
const render = (value: PanelContextValue) =>
  root &&
  createRoot(root).render(
    <PanelContext value={value}>
      <Page />
    </PanelContext>,
  )
if (simulation) void simulation.then(({ value }) => render(value))
else render(panel)
