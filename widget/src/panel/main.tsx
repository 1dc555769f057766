import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Person, ToPanel } from '../host-messages.ts'
import { readBoot, readWords } from './boot.ts'
import { Refusal } from './calls.ts'
import { meetHost } from './host.ts'
import { LinkPage } from './link-page.tsx'
import { unreadIn } from './log-rows.ts'
import { createLook } from './look.ts'
import { Panel } from './panel.tsx'
import { PanelContext } from './panel-context.ts'
import './panel.css'
import { identifyFailure } from './session.ts'
import { createView } from './view.ts'
import { createVisit } from './visit.ts'
import { isPage, takeLink } from './way-back.ts'
import { createSpeech } from './words.ts'

const boot = readBoot()
const speech = createSpeech(boot.locale, readWords())
const view = createView(boot)
const link = takeLink()
const visit = createVisit(boot, speech, {
  way_back: link.way_back,
  onWayBack: view.showConversation,
  onForgotten: view.forget,
  onIdentity: (failure) =>
    tellHost(failure ? { type: 'identify_failed', ...failure } : { type: 'identified' }),
})
const look = createLook(boot)

/** Set by the host page before there was a visitor. */
let person: Person | undefined
const describe = () => {
  if (!person || visit.state.get().phase !== 'ready') return
  const said = person
  person = undefined
  visit.describe(said).catch((problem: unknown) => {
    if (problem instanceof Refusal) tellHost({ type: 'identify_failed', ...identifyFailure(problem) })
  })
}
visit.state.subscribe(describe)

/** Opens the unread conversation, or the list if there are several. */
function showUnread() {
  const { conversations, threads } = visit.state.get()
  const unread = conversations.filter((row) => unreadIn(row, threads[row.id]) > 0)
  if (unread.some(({ id }) => id === view.state.get().conversation_id)) return
  const [first, second] = unread
  if (second) view.showHome()
  else if (first) view.showConversation(first.id)
}
function onMessage(message: ToPanel) {
  if (message.type === 'open') {
    showUnread()
    view.setOpen(true, message.takes_focus)
    if (!boot.is_quiet) void visit.start(true)
  } else if (message.type === 'close') view.setOpen(false)
  else if (message.type === 'page') visit.tellPage(message.page)
  else if (message.type === 'consent') visit.consent(message.text)
  else if (message.type === 'prefill') view.prefill(message.text)
  else if (message.type === 'ask') {
    const question = message.text.trim()
    if (question) void visit.send(view.showNewConversation(), question)
  } else if (message.type === 'look') look.try(message.look)
  else if (message.type === 'identify') {
    const { jwt, ...claim } = message.person
    if (jwt) visit.identify(jwt)
    else {
      person = claim
      describe()
    }
  } else {
    view.forget()
    void visit.end()
  }
}
const tellHost = meetHost({
  onMessage,
  async onMet(host, { is_open, takes_focus, is_known, is_ended }) {
    visit.meet(host)
    if (is_ended) {
      view.forget()
      await visit.forget()
    }
    view.setOpen(is_open, takes_focus)
    // Whoever opened the link of an email may not be the visitor of this browser, and must not become them.
    if (!boot.is_quiet && !link.reply && (is_open || is_known)) void visit.start(is_open)
  },
})
visit.state.subscribe(() => {
  if (visit.state.get().phase === 'ended') tellHost({ type: 'ended' })
})

/** The panel, or the replies of an email link if the conversation was started elsewhere. */
function Page() {
  const [reply, setReply] = useState(link.reply)
  const onOwn = useCallback((conversation_id: string) => {
    view.showConversation(conversation_id)
    setReply('')
    void visit.start(true)
  }, [])
  return reply ? <LinkPage token={reply} onOwn={onOwn} /> : <Panel />
}

document.body.classList.toggle('page', isPage)
const root = document.getElementById('panel')
if (root)
  createRoot(root).render(
    <PanelContext value={{ boot, look, visit, view, tellHost, speech }}>
      <Page />
    </PanelContext>,
  )
