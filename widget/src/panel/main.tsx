import { createRoot } from 'react-dom/client'
import type { Person, ToPanel } from '../host-messages.ts'
import { readBoot, readWords } from './boot.ts'
import { Refusal } from './calls.ts'
import { meetHost } from './host.ts'
import { createLook } from './look.ts'
import { Panel } from './panel.tsx'
import { PanelContext } from './panel-context.ts'
import './panel.css'
import { identifyFailure } from './session.ts'
import { createView } from './view.ts'
import { createVisit } from './visit.ts'
import { isPage, takeWayBack } from './way-back.ts'
import { createSpeech } from './words.ts'

const boot = readBoot()
const speech = createSpeech(boot.locale, readWords())
const view = createView(boot)
const visit = createVisit(boot, speech, {
  way_back: takeWayBack(),
  onWayBack: view.showConversation,
  onForgotten: view.forget,
  onIdentity: (failure) =>
    tellHost(failure ? { type: 'identify_failed', ...failure } : { type: 'identified' }),
})
const look = createLook(boot)

/** Said by the host page before there was a visitor to say it of. */
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

function onMessage(message: ToPanel) {
  if (message.type === 'open') {
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
    if (!boot.is_quiet && (is_open || is_known)) void visit.start(is_open)
  },
})
visit.state.subscribe(() => {
  if (visit.state.get().phase === 'ended') tellHost({ type: 'ended' })
})

document.body.classList.toggle('page', isPage)
const root = document.getElementById('panel')
if (root)
  createRoot(root).render(
    <PanelContext value={{ boot, look, visit, view, tellHost, speech }}>
      <Panel />
    </PanelContext>,
  )
