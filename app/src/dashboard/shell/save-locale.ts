import { type Locale, updateProfile } from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'

/** Sets the language of the user's emails. An unverified address doesn't redirect. */
export const saveLocale = (locale: Locale) => call(updateProfile, { locale }, { verifyRedirect: false })
