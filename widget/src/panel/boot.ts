import type {
  BehaviorSettings,
  BrandColors,
  ClientTexts,
  ClientTheme,
  Locale,
  OpenInterval,
} from '@ozvi/contract'
import type { Messages } from './messages/en.ts'

/** JSON embedded in the frame by the server, so that the panel renders without a request. */
export interface Boot extends BrandColors, ClientTexts {
  /** The workspace's public key. */
  key: string
  name: string
  /** URL of the workspace's logo; null if there is none. */
  logo: string | null
  locale: Locale
  theme: ClientTheme
  behavior: BehaviorSettings
  /** Whether there is a team to hand over to; updated by the session. */
  has_team: boolean
  /** Whether a new conversation starts with the team; updated by the session. */
  starts_with_team: boolean
  /** Empty: “Assistant”. */
  assistant_name: string
  /** Opening hours; null if there are none. */
  hours: { spans: readonly OpenInterval[]; promise_min: number | null } | null
  /** Up to three teammates, with the names that customers see and the ids of their pictures. */
  team: readonly { name: string; avatar: string | null }[]
  /** Whether the plan requires naming Ozvi. */
  has_badge: boolean
  /** On the preview page: conversations are marked as tests and kept separate. */
  is_preview: boolean
  /** In the settings preview no visit starts before a message is sent. */
  is_quiet: boolean
  /** In the test of a scenario the messages come from the editor, and nothing is sent. */
  is_simulated: boolean
}

/** @throws if the frame has no such block, because it wasn't built by us */
function readBlock<T>(id: 'boot' | 'words'): T {
  // Written only by the server (boot) and the build (words).
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}
export const readBoot = () => readBlock<Boot>('boot')
export const loadMessages = () => readBlock<Messages>('words')
