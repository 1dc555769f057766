import type { Locale } from '@ozvi/contract'
import type { HostPage, IdentifyFailure } from '../host-messages.ts'
import { alone } from './alone.ts'
import { type Call, type CallInput, type CallOutput, createCalls, Refusal } from './calls.ts'
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
  /** @param isJoined the same person goes on, as whom the page's server has signed */
  onOpened: (reply: SessionReply, former_contact_id: string | null, isJoined: boolean) => void
  /** How it went with the token of the page's server. */
  onIdentity: (failure: IdentifyFailure | null) => void
}
/** Why the page's word was not taken. */
export function identifyFailure({ errors, message }: Refusal): IdentifyFailure {
  const [field = '', words = []] = Object.entries(errors)[0] ?? []
  return { reason: field.replace('identity.', ''), message: words[0] ?? message }
}

/**
 * Who this visitor is. The token stays in the frame's own storage and travels as a bearer only; two tabs
 * opened at once become the same visitor.
 */
export function createSession(options: SessionOptions) {
  const { keepsakes, onOpened, onIdentity } = options
  const kept = (name: string) => keepsakes.get(name) || null
  let host: HostOfFrame | undefined
  let is_opened = false
  let consent: string | undefined
  /** The page's token, until it is told; and the last one that was taken. */
  let identity: string | undefined
  let taken: string | undefined
  let opening: Promise<void> | undefined
  /** Calls that carry the present token. */
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
        keepsakes.set('token', '') // ended or expired: begin anew
        return openAs(input, signed)
      }
      if (!signed || !Object.keys(problem.errors).some((field) => field.startsWith('identity.')))
        throw problem
      if (identity === signed) identity = undefined
      onIdentity(identifyFailure(problem))
      return openAs(input, undefined) // as whoever they were: they can chat all the same
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
      // A change of person ends the present token, which calls under way still carry.
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
  /** Opens or resumes the session; several callers share one attempt. */
  const open = () =>
    (opening ??= openOnce().finally(() => {
      opening = undefined
    }))

  /** Starts a call once no session is being opened: that may change the token. */
  async function carrying<T>(act: () => Promise<T>): Promise<T> {
    while (opening) await opening.catch(() => undefined)
    const answer = act()
    under_way.add(answer)
    return answer.finally(() => under_way.delete(answer))
  }
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
  const call: Call = (name, input, more) => renewing(() => carrying(() => ask(name, input, more)))
  return {
    call,
    upload: (...args: Parameters<typeof files.upload>) => renewing(() => files.upload(...args)),
    readFile: (id: string) => renewing(() => files.readFile(id)),
    authorise(...args: Parameters<typeof authorise>) {
      const token = kept('token')
      return carrying(() => {
        // The person has changed: if the channel is still wanted, it is asked for again.
        if (kept('token') !== token) throw new Refusal(0)
        return authorise(...args)
      })
    },
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
    /** Who they are, as the page's server has signed it; told with the next opening. @returns false where it was already */
    setIdentity(jwt: string): boolean {
      if (jwt === taken) return false
      identity = jwt
      return true
    },
    /** Also where one is under way, which may have begun without what is to be told. */
    async openAgain(isWanted = () => true) {
      await opening?.catch(() => undefined)
      if (isWanted()) await open()
    },
    hasUntoldIdentity: () => identity !== undefined,
    /** The visitor as far as this browser knows, also before the server has been asked. */
    contactId: () => kept('contact'),
    hasToken: () => kept('token') !== null,
    /** @param isKnown whether the server still knows the token, which it is told of then */
    end(isKnown: boolean) {
      if (isKnown && kept('token'))
        void ask('endVisitorSession', {}, { is_last_word: true }).catch(() => undefined)
      keepsakes.clear()
      identity = taken = undefined
    },
  }
}
