import type { Messages } from '@lingui/core'
import type { Locale } from '@ozvi/contract'
import { messageUrls } from 'virtual:message-urls'
import { logError } from '../log.ts'

/** The whole dictionary of a locale, once per page load; the HTML has asked for the file already. */
export async function fetchDictionary(locale: Locale): Promise<Messages> {
  try {
    const response = await fetch(messageUrls[locale])
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    // The build wrote this file from the locale's messages.
    return (await response.json()) as Messages
  } catch (error) {
    logError('Failed locale loading', error)
    throw error
  }
}
