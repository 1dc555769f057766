import { Problem } from '@ozvi/contract'
import type { Translate } from './i18n/translator.ts'

/** The message of a failed load of the current user: the server's, or a general one without a response. */
export const userFetchMessage = (error: unknown, t: Translate): string =>
  (error instanceof Problem && error.message) || t('errors.user_fetch')
