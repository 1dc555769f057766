import type { InputOf, Locale, Output } from '@ozvi/contract'
import { endVisitorSession, openVisitorSession } from '@ozvi/contract/visitors'
import { withTabLock } from '@ozvi/wire/tab-lock'
import type { HostPage, IdentifyFailure } from '../host-messages.ts'
import { type Call, createCalls, ApiError } from './calls.ts'
import type { WidgetStorage } from './storage.ts'

/** The host page; its origin comes from the browser, the rest from the page. */
export interface HostOfFrame {
  origin: string
  page: HostPage
  referrer: string
  landing_url: string
}
export type SessionReply = Output<typeof openVisitorSession>
interface SessionOptions {
  public_key: string
  locale: Locale
  is_preview: boolean
  storage: WidgetStorage
  /** Name of the lock under which one tab at a time creates a visitor. */
  name: string
  /** Token of the email link that opened the panel; empty without one. */
  return_token: string
  /** @param isJoined the same person continues, identified by a signed token */
  onOpened: (reply: SessionReply, former_contact_id: string | null, isJoined: boolean) => void
  /** Result of the page's identity token. */
  onIdentity: (failure: IdentifyFailure | null) => void
}
/** Converts the error of the first rejected claim for the host page. */
export function identifyFailure({ errors, message }: ApiError): IdentifyFailure {
  const [field = '', words = []] = Object.entries(errors)[0] ?? []
  return { reason: field.replace('identity.', ''), message: words[0] ?? message }
}

const inputOf = (
  { public_key, locale, is_preview, return_token }: SessionOptions,
  { origin, page, referrer, landing_url }: HostOfFrame,
  is_opened: boolean,
  consent: string | undefined,
) => ({
  public_key,
  host_origin: origin,
  locale,
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  referrer,
  landing_url,
  page,
  is_preview,
  is_opened,
  ...(consent === undefined ? {} : { consent }),
  return_token,
})

/** Opens a session, without the token if it has ended, and without the identity if it is rejected. */
async function openAs(
  ask: Call,
  storage: WidgetStorage,
  input: InputOf<typeof openVisitorSession>,
  signed: string | undefined,
  onRejected: (problem: ApiError) => void,
): Promise<SessionReply> {
  try {
    return await ask(openVisitorSession, { ...input, ...(signed ? { identity: signed } : {}) })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    if (problem.status === 401 && storage.get('token')) {
      storage.set('token', '')
      return openAs(ask, storage, input, signed, onRejected)
    }
    if (!signed || !Object.keys(problem.errors).some((field) => field.startsWith('identity.'))) throw problem
    onRejected(problem)
    return openAs(ask, storage, input, undefined, onRejected) // they can chat anyway
  }
}

/** Makes a visitor's call; if the token has ended, opens a new session and repeats it. */
async function withRenewal<T>(action: () => Promise<T>, open: () => Promise<void>): Promise<T> {
  try {
    return await action()
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.status === 401)) throw problem
    await open()
    return action()
  }
}

/**
 * The visitor's session. The token stays in the frame's own storage and is sent as a bearer token only; two
 * tabs opened at the same time share a visitor.
 */
export function createSession(options: SessionOptions) {
  const { storage, onOpened, onIdentity } = options
  const stored = (name: string) => storage.get(name) || null
  let host: HostOfFrame | undefined
  let is_opened = false
  let consent: string | undefined
  /** The page's identity token: not sent yet, and last accepted. */
  let identity: string | undefined
  let confirmedIdentity: string | undefined
  let opening: Promise<void> | undefined
  /** Calls with the current token. */
  const inFlight = new Set<Promise<unknown>>()
  const {
    call: ask,
    authorize,
    ...files
  } = createCalls({ token: () => stored('token'), locale: options.locale })

  async function openSession(): Promise<void> {
    if (!host) throw new ApiError(0)
    const input = inputOf(options, host, is_opened, consent)
    await withTabLock(`${options.name}:session`, async () => {
      const former_contact_id = stored('contact')
      const signed = identity
      // Changing the person ends the current token, which pending calls still use.
      if (signed !== undefined) await Promise.allSettled(inFlight)
      const reply = await openAs(ask, storage, input, signed, (problem) => {
        if (identity === signed) identity = undefined
        onIdentity(identifyFailure(problem))
      })
      const isSigned = signed !== undefined && identity === signed
      if (reply.token) storage.set('token', reply.token)
      storage.set('contact', reply.contact.id)
      onOpened(reply, former_contact_id, isSigned && !reply.has_changed_person)
      if (!isSigned) return
      confirmedIdentity = identity
      identity = undefined
      onIdentity(null)
    })
  }
  /** Opens or resumes the session; concurrent callers share one attempt. */
  const open = () => (opening ??= openSession().finally(() => void (opening = undefined)))

  /** Starts a call when no session is being opened, which may change the token. */
  async function carrying<T>(action: () => Promise<T>): Promise<T> {
    while (opening) await opening.catch(() => undefined)
    const answer = action()
    inFlight.add(answer)
    return answer.finally(() => inFlight.delete(answer))
  }
  const renewing = <T>(action: () => Promise<T>) => withRenewal(action, open)
  const call: Call = (route, input, more) => renewing(() => carrying(() => ask(route, input, more)))
  return {
    call,
    upload: (...args: Parameters<typeof files.upload>) => renewing(() => files.upload(...args)),
    readFile: (id: string) => renewing(() => files.readFile(id)),
    authorize(...args: Parameters<typeof authorize>) {
      const token = stored('token')
      // If the person has changed and the channel is still needed, it is requested again.
      return carrying(() =>
        stored('token') === token ? authorize(...args) : Promise.reject(new ApiError(0)),
      )
    },
    open,
    /** Updates the host page. */
    setHost: (now: HostOfFrame) => void (host = now),
    /** Records that the visitor has opened the chat, instead of a script of the page. */
    setOpened: () => void (is_opened = true),
    /** The consent reported by the host page; sent when the session opens. */
    setConsent: (text: string) => void (consent = text),
    /** The page's signed identity; sent when the session opens. @returns false if unchanged */
    setIdentity(jwt: string): boolean {
      if (jwt === confirmedIdentity) return false
      identity = jwt
      return true
    },
    /** Opens the session again. Waits for an open call in progress, which may have been sent without the new data. */
    async reopen(shouldOpen = () => true) {
      await opening?.catch(() => undefined)
      if (shouldOpen()) await open()
    },
    hasUnsentIdentity: () => identity !== undefined,
    /** The visitor as known by this browser, also before the server was asked. */
    contactId: () => stored('contact'),
    hasToken: () => stored('token') !== null,
    /** @param isKnown whether the server still knows the token and must be notified */
    end(isKnown: boolean) {
      if (isKnown && stored('token'))
        void ask(endVisitorSession, {}, { keepalive: true }).catch(() => undefined)
      storage.clear()
      identity = confirmedIdentity = undefined
    },
  }
}
