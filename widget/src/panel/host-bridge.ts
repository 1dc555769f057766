import type { BehaviorSettings } from '@ozvi/contract'
import type { Handshake, Look, Person, ToHost, ToPanel } from '../host-messages.ts'
import type { HostOfFrame } from './session.ts'
import { isPage } from './return-link.ts'

type HandshakeFields = Pick<Handshake, 'is_open' | 'takes_focus' | 'is_known' | 'is_ended' | 'person'>
interface HostListeners {
  /** Messages are queued until it resolves. */
  onConnected: (host: HostOfFrame, handshake: HandshakeFields) => Promise<void>
  onMessage: (message: ToPanel) => void
}
const text = (value: unknown, chars_max: number) =>
  typeof value === 'string' ? value.slice(0, chars_max) : ''
const pageOf = (page: Partial<Handshake['page']> | undefined) => ({
  url: text(page?.url, 2_000),
  title: text(page?.title, 300),
})

const parseColor = (value: unknown) => (/^#[0-9a-f]{6}$/.test(text(value, 7)) ? text(value, 7) : '#000000')
const parseBehavior = (behavior: Partial<BehaviorSettings> | undefined): BehaviorSettings => ({
  reopen_days: Number(behavior?.reopen_days) || 0,
  has_several_conversations: behavior?.has_several_conversations !== false,
  accepts_files: behavior?.accepts_files !== false,
  has_sound: behavior?.has_sound !== false,
  has_emoji: behavior?.has_emoji !== false,
  has_transcript: behavior?.has_transcript !== false,
  shows_team: behavior?.shows_team !== false,
})
const parseLook = (theme: Partial<Look> | undefined): Look => ({
  brand: parseColor(theme?.brand),
  on_brand: parseColor(theme?.on_brand),
  ink_light: parseColor(theme?.ink_light),
  ink_dark: parseColor(theme?.ink_dark),
  side: theme?.side === 'left' ? 'left' : 'right',
  theme: theme?.theme === 'light' || theme?.theme === 'dark' ? theme.theme : 'auto',
  greeting: text(theme?.greeting, 60),
  intro: text(theme?.intro, 160),
  behavior: parseBehavior(theme?.behavior),
})

function personOf(person: Person | undefined): Person {
  const name = text(person?.name, 100).trim()
  const email = text(person?.email, 254).trim()
  const jwt = text(person?.jwt, 4_096).trim()
  return jwt ? { jwt } : { ...(name ? { name } : {}), ...(email ? { email } : {}) }
}

/** The host page is untrusted: only known messages pass, truncated to the contract's limits. */
function read(data: unknown): ToPanel | undefined {
  const message = (typeof data === 'object' && data !== null ? data : {}) as Partial<ToPanel> // validated below
  if (message.type === 'open') return { type: 'open', takes_focus: message.takes_focus !== false }
  if (message.type === 'close' || message.type === 'end') return { type: message.type }
  if (message.type === 'look') return { type: 'look', look: parseLook(message.look) }
  if (message.type === 'page') return { type: 'page', page: pageOf(message.page) }
  if (message.type === 'consent') return { type: 'consent', text: text(message.text, 1_000) }
  // Has an effect only in a frame that the server lets no other origin embed.
  if (message.type === 'simulate') return message as ToPanel
  if (message.type === 'prefill' || message.type === 'ask')
    return { type: message.type, text: text(message.text, 8_000) }
  if (message.type === 'scenario')
    return {
      type: 'scenario',
      scenario_id: text(message.scenario_id, 36),
      button_id: text(message.button_id, 40),
      is_automatic: message.is_automatic !== false,
    }
  if (message.type !== 'identify') return undefined
  return { type: 'identify', person: personOf(message.person) }
}

/**
 * Waits for the loader's handshake and keeps its port. Only the parent is accepted, only once, and its origin
 * comes from the browser; opened directly, the frame is its own host.
 *
 * @returns posts a message to the host; ignored before the handshake
 */
export function connectToHost({ onConnected, onMessage }: HostListeners) {
  let port: MessagePort | undefined
  if (isPage) {
    const page = { url: location.href, title: document.title }
    void onConnected(
      { origin: location.origin, page, referrer: document.referrer, landing_url: page.url },
      { is_open: true, takes_focus: true, is_known: false, is_ended: false, person: {} },
    )
  } else {
    const greet = ({ source, origin, data, ports }: MessageEvent<Partial<Handshake> | null>) => {
      if (source !== window.parent || data?.ozvi !== 'hello' || !ports[0]) return
      removeEventListener('message', greet)
      const isConnected = (port = ports[0])
      void onConnected(
        {
          origin,
          page: pageOf(data.page),
          referrer: text(data.referrer, 2_000),
          landing_url: text(data.landing_url, 2_000),
        },
        {
          is_open: data.is_open === true,
          takes_focus: data.takes_focus === true,
          is_known: data.is_known === true,
          is_ended: data.is_ended === true,
          person: personOf(data.person),
        },
      ).then(() => {
        isConnected.onmessage = (event) => {
          const message = read(event.data)
          if (message) onMessage(message)
        }
        isConnected.postMessage({ type: 'ready' } satisfies ToHost)
      })
    }
    addEventListener('message', greet)
  }
  return (message: ToHost) => port?.postMessage(message)
}
