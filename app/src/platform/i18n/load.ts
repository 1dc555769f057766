import type { Messages } from '@lingui/core'
import type { Locale } from '@ozvi/contract'
import { lateMessageUrls, messageUrls } from 'virtual:message-urls'
import { logError } from '../log.ts'
import { appTranslator } from './app-translator.ts'

async function fetchMessages(url: string): Promise<Messages> {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    // The build wrote this file from the locale's messages.
    return (await response.json()) as Messages
  } catch (error) {
    logError('Failed locale loading', error)
    throw error
  }
}
/** The dictionary of a locale, once per page load; the HTML has asked for the file already. */
export const fetchDictionary = (locale: Locale): Promise<Messages> => fetchMessages(messageUrls[locale])

let late: Promise<void> | undefined
/** The words that few pages say, before the first of them is shown. */
export function learnLateWords(): Promise<void> {
  const { locale, learn } = appTranslator()
  late ??= fetchMessages(lateMessageUrls[locale])
    .then(learn)
    .catch((error: unknown) => {
      late = undefined
      throw error
    })
  return late
}
