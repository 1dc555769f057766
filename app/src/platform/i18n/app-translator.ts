import type { Translate, Translator } from './translator.ts'

let current: Translator | null = null
/** Called once by the entry file, and by page tests. */
export const setAppTranslator = (translator: Translator) => {
  current = translator
}
export function appTranslator(): Translator {
  if (!current) throw new Error('No translator yet')
  return current
}
/**
 * Messages for code outside components, such as guards. Browser only: a server serves two languages at the
 * same time.
 */
export const appT: Translate = (key, values) => appTranslator().t(key, values)
