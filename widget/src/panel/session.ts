import type { Locale } from '@ozvi/contract'
import type { HostPage, IdentifyFailure } from '../host-messages.ts'
import { alone } from './alone.ts'
import { type Call, type CallInput, type CallOutput, createCalls, Refusal } from './calls.ts'
import type { Keepsakes } from './keepsakes.ts'

/** The host page; its origin comes from the browser, the rest from the page. */
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
  /** Name of the lock under which one tab at a time creates a visitor. */
  name: string
  /** From the link of an email that opened the panel. */
  way_back: string
  /** @param isJoined the same person continues, identified by a signed token */
  onOpened: (reply: SessionReply, former_contact_id: string | null, isJoined: boolean) => void
  /** Result of the page's identity token. */
  onIdentity: (failure: IdentifyFailure | null) => void
}
/** Why a claim was rejected. */
export function identifyFailure({ errors, message }: Refusal): IdentifyFailure {
  const [field = '', words = []] = Object.entries(errors)[0] ?? []
  return { reason: field.replace('identity.', ''), message: words[0] ?? message }
}

/**
 * The visitor's session. The token stays in the frame's own storage and is sent as a bearer token only; two
 * tabs opened at the same time share a visitor.
 */
export function createSession(options: SessionOptions) {
  const { keepsakes, onOpened, onIdentity } = options
  const kept = (name: string) => keepsakes.get(name) || null
  let host: HostOfFrame | undefined
  let is_opened = false
  let consent: string | undefined
  /** The page's token until it is sent, and the last accepted one. */
  let identity: string | undefined
  let taken: string | undefined
  let opening: Promise<void> | undefined
  /** Calls with the current token. */
  const under_way = new Set<Promise<unknown>>()
  const {
    call: ask,
    authorise,
    ...files
  } = createCalls({ token: () => kept('token'), locale: options.locale })

  async function openAs(
    input: CallInput<'openVisitorSession'>,
    signed: string | undefined,
  ): Promise<SessionReply> {
    try {
      return await ask('openVisitorSession', { ...input, ...(signed ? { identity: signed } : {}) })
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      if (problem.status === 401 && kept('token')) {
        keepsakes.set('token', '') // ended or expired: start again
        return openAs(input, signed)
      }
      if (!signed || !Object.keys(problem.errors).some((field) => field.startsWith('identity.')))
        throw problem
      if (identity === signed) identity = undefined
      onIdentity(identifyFailure(problem))
      return openAs(input, undefined) // continues as before: they can chat anyway
    }
  }
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
      const signed = identity
      // Changing the person ends the current token, which pending calls still use.
      if (signed !== undefined) await Promise.allSettled(under_way)
      const reply = await openAs(input, signed)
      const isSigned = signed !== undefined && identity === signed
      if (reply.token) keepsakes.set('token', reply.token)
      keepsakes.set('contact', reply.contact.id)
      onOpened(reply, former_contact_id, isSigned && !reply.has_changed_person)
      if (!isSigned) return
      taken = identity
      identity = undefined
      onIdentity(null)
    })
  }
  /** Opens or resumes the session; concurrent callers share one attempt. */
  const open = () =>
    (opening ??= openOnce().finally(() => {
      opening = undefined
    }))

  /** Starts a call when no session is being opened, which may change the token. */
  async function carrying<T>(act: () => Promise<T>): Promise<T> {
    while (opening) await opening.catch(() => undefined)
    const answer = act()
    under_way.add(answer)
    return answer.finally(() => under_way.delete(answer))
  }
  /** Makes a visitor's call; if the token has ended, opens a new session and repeats it. */
  async function renewing<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 401)) throw problem
      await open()
      return act()
    }
  }
  const call: Call = (name, input, more) => renewing(() => carrying(() => ask(name, input, more)))
  return {
    call,
    upload: (...args: Parameters<typeof files.upload>) => renewing(() => files.upload(...args)),
    readFile: (id: string) => renewing(() => files.readFile(id)),
    authorise(...args: Parameters<typeof authorise>) {
      const token = kept('token')
      return carrying(() => {
        // The person has changed: if the channel is still needed, it is requested again.
        if (kept('token') !== token) throw new Refusal(0)
        return authorise(...args)
      })
    },
    open,
    /** Updates the host page. */
    setHost(now: HostOfFrame) {
      host = now
    },
    /** The visitor has opened the chat themselves. */
    setOpened() {
      is_opened = true
    },
    /** The consent reported by the host page; sent when the session opens. */
    setConsent(text: string) {
      consent = text
    },
    /** The page's signed identity; sent when the session opens. @returns false if unchanged */
    setIdentity(jwt: string): boolean {
      if (jwt === taken) return false
      identity = jwt
      return true
    },
    /** Also if an opening is in progress, which may have started without the new data. */
    async openAgain(isWanted = () => true) {
      await opening?.catch(() => undefined)
      if (isWanted()) await open()
    },
    hasUntoldIdentity: () => identity !== undefined,
    /** The visitor as known by this browser, also before the server was asked. */
    contactId: () => kept('contact'),
    hasToken: () => kept('token') !== null,
    /** @param isKnown whether the server still knows the token and must be notified */
    end(isKnown: boolean) {
      if (isKnown && kept('token'))
        void ask('endVisitorSession', {}, { is_last_word: true }).catch(() => undefined)
      keepsakes.clear()
      identity = taken = undefined
    },
  }
}
