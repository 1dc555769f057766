import type { Collectors, Locale, RealtimeAddress } from '@ozvi/contract'
import type { Reply } from '@ozvi/wire'
import { createContext } from 'react-router'

/** What every visitor may know of this installation; part of the HTML. */
export interface PublicConfig {
  /** Public origin, without a slash at the end. */
  app_url: string
  realtime: RealtimeAddress
  /** Outgoing mail lands at `/dev/mail`, so pages that wait for a mail may say so. */
  has_mailbox: boolean
  /** Absent when none is configured. */
  collectors?: Collectors
  /** The public key of the chat on these pages; absent where there is none. */
  widget_key?: string
  /** Where the sources are published; where set, `/github` leads there. */
  repository_url?: string
  /** Asked for icons that our own server does not have; absent when nothing may be asked. */
  icon_api_url?: string
}
/** What the server hands to the rendering of one request. */
export interface PageRequest {
  /** Of this response's Content-Security-Policy; every inline script carries it. */
  nonce: string
  public_config: PublicConfig
  /** A session cookie came along. Whether it still holds, only the API knows. */
  has_session: boolean
  /** What a call (its path with its query) answers the reader; absent where pages are rendered for everyone. */
  read?: ((url: string, headers: Record<string, string>) => Promise<Reply>) | undefined
  /** Logs an error of the rendering, with its cause. */
  log_error: (error: unknown, message: string) => void
  /** Logs a page that answers with an error, such as a 404, and the error's message. */
  log_error_page: (status: number, message: string) => void
}
export const pageRequest = createContext<PageRequest>()

export type ColorPreference = 'light' | 'dark' | 'system'
/** The root loader's answer. */
export interface RootData {
  locale: Locale
  color_preference: ColorPreference
  has_session: boolean
  public_config: PublicConfig
}
