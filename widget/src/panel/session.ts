import type { Locale } from '@ozvi/contract'
import type { HostPage } from '../host-messages.ts'
import { alone } from './alone.ts'
import { type Call, type CallOutput, createCalls, Refusal } from './calls.ts'
import type { Keepsakes } from './keepsakes.ts'

/** The page around the frame; its origin is the browser's word, the rest the page's. */
export interface HostOfFrame {
  origin: string
  page: HostPage
  referrer: string
  landing_url: string
}
export type SessionReply = CallOutput<'openVisitorSession'>
interface SessionOptions {
  public_key: string
  locale: Locale
  is_preview: boolean
  keepsakes: Keepsakes
  /** Names the lock under which one tab at a time becomes a visitor. */
  name: string
  /** Of the link in a mail by which the panel was opened. */
  way_back: string
  onOpened: (reply: SessionReply, former_contact_id: string | null) => void
}

/**
 * Who this visitor is. The token stays in the frame's own storage and travels as a bearer only; two tabs
 * opened at once become the same visitor.
 */
export function createSession(options: SessionOptions) {
  const { keepsakes, onOpened } = options
  const kept = (name: string) => keepsakes.get(name) || null
  let host: HostOfFrame | undefined
  let is_opened = false
  let consent: string | undefined
  let opening: Promise<void> | undefined
  const {
    call: ask,
    authorise,
    ...files
  } = createCalls({ token: () => kept('token'), locale: options.locale })

  async function openOnce(): Promise<void> {
    if (!host) throw new Refusal(0)
    const { origin, page, referrer, landing_url } = host
    const input = {
      public_key: options.public_key,
      host_origin: origin,
      locale: options.locale,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      referrer,
      landing_url,
      page,
      is_preview: options.is_preview,
      is_opened,
      ...(consent === undefined ? {} : { consent }),
      way_back: options.way_back,
    }
    await alone(`${options.name}:session`, async () => {
      const former_contact_id = kept('contact')
      const reply = await ask('openVisitorSession', input).catch((problem: unknown) => {
        if (!(problem instanceof Refusal && problem.status === 401 && kept('token'))) throw problem
        keepsakes.set('token', '') // ended or expired: begin anew
        return ask('openVisitorSession', input)
      })
      if (reply.token) keepsakes.set('token', reply.token)
      keepsakes.set('contact', reply.contact.id)
      onOpened(reply, former_contact_id)
    })
  }
  /** Opens or resumes the session; several callers share one attempt. */
  const open = () =>
    (opening ??= openOnce().finally(() => {
      opening = undefined
    }))

  /** A visitor's call; when the token has ended meanwhile, a new session is opened and the call repeated. */
  async function renewing<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 401)) throw problem
      await open()
      return act()
    }
  }
  const call: Call = (name, input, more) => renewing(() => ask(name, input, more))
  return {
    call,
    upload: (...args: Parameters<typeof files.upload>) => renewing(() => files.upload(...args)),
    readFile: (id: string) => renewing(() => files.readFile(id)),
    authorise,
    open,
    /** The page around the frame, as it is now. */
    setHost(now: HostOfFrame) {
      host = now
    },
    /** The visitor has opened the chat by themselves. */
    setOpened() {
      is_opened = true
    },
    /** What they have agreed to, as the host page says; told with the next opening. */
    setConsent(text: string) {
      consent = text
    },
    /** Also where one is under way, which may have begun without what is to be told. */
    async openAgain() {
      await opening?.catch(() => undefined)
      await open()
    },
    /** The visitor as far as this browser knows, also before the server has been asked. */
    contactId: () => kept('contact'),
    hasToken: () => kept('token') !== null,
    /** @param isKnown whether the server still knows the token, which it is told of then */
    end(isKnown: boolean) {
      if (isKnown && kept('token'))
        void ask('endVisitorSession', {}, { is_last_word: true }).catch(() => undefined)
      keepsakes.clear()
    },
  }
}
