import type { Collectors, Locale, RealtimeAddress } from '@ozvi/contract'
import type { Reply } from '@ozvi/wire'
import { createContext } from 'react-router'
import type { ClientHints } from '../document/client-hints.ts'

/** Public configuration of this installation, part of the HTML. */
export interface PublicConfig {
  /** Public origin, without a trailing slash. */
  app_url: string
  realtime: RealtimeAddress
  /** Outgoing emails are at `/dev/mail`, so pages that wait for an email can say so. */
  has_mailbox: boolean
  /** Absent if none is configured. */
  collectors?: Collectors
  /** Public key of the chat on these pages; absent if there is none. */
  widget_key?: string
  /** Where the source code is published; `/github` redirects there. */
  repository_url?: string
  /** Icon API for icons our own server doesn't have; absent if none may be used. */
  icon_api_url?: string
}
/** The server's input for rendering one request. */
export interface PageRequest {
  /** For this response's Content-Security-Policy; every inline script has it. */
  nonce: string
  public_config: PublicConfig
  /** The request has a session cookie. Only the API knows whether it is valid. */
  has_session: boolean
  /** Calls the API (path with query) as the reader; absent for prerendered pages. */
  read?: ((url: string, headers: Record<string, string>) => Promise<Reply>) | undefined
  /** Logs a rendering error with its cause. */
  log_error: (error: unknown, message: string) => void
  /** Logs a page with an error status, such as a 404, with its message. */
  log_error_page: (status: number, message: string) => void
}
export const pageRequest = createContext<PageRequest>()

export type ColorPreference = 'light' | 'dark' | 'system'
/** The root loader's data. */
export interface RootData {
  locale: Locale
  color_preference: ColorPreference
  has_session: boolean
  public_config: PublicConfig
  client_hints: ClientHints
}
