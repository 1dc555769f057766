import type { Locale } from '@ozvi/contract'
import { pagePath } from '#addresses'

/** Opens the page for choosing a password and replaces the link's page in the history. */
export const choosePassword = (locale: Locale, reset_token: string) =>
  location.replace(`${pagePath(locale, 'auth-reset-password')}?token=${encodeURIComponent(reset_token)}`)
