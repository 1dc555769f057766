import { type Locale, updateProfile } from '@ozvi/contract'
import { call } from '#platform/wire.ts'

/** What is written to the user is in it from now on. Whoever may not say so stays on their page. */
export const saveLocale = (locale: Locale) => call(updateProfile, { locale }, { stays: true })
