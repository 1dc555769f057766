import type { Locale } from '@ozvi/contract'
import { pagePath } from '#addresses'

/** Goes on to choose a password, without a way back to the link that led here. */
export const choosePassword = (locale: Locale, reset_token: string) =>
  location.replace(`${pagePath(locale, 'auth-reset-password')}?token=${encodeURIComponent(reset_token)}`)
