import { createContext, type ReactNode, useContext } from 'react'
import { useTimeZone } from '../document/use-client-hints.tsx'
import { type Formats, formatsOf } from './format.ts'
import type { Key } from './keys.ts'
import type { Translate, Translator, Values } from './translator.ts'

const TranslatorContext = createContext<Translator | null>(null)

export function TranslatorProvider({ value, children }: { value: Translator; children: ReactNode }) {
  return <TranslatorContext value={value}>{children}</TranslatorContext>
}
function useTranslator(): Translator {
  const translator = useContext(TranslatorContext)
  if (!translator) throw new Error('This component must be rendered inside the translator’s provider')
  return translator
}
export const useT = (): Translate => useTranslator().t
export const useLocale = () => useTranslator().locale
export const useFormats = (): Formats => useFormatsIn(undefined)
/** Formats in another time zone; the reader's own if undefined. */
export function useFormatsIn(time_zone: string | undefined): Formats {
  const own = useTimeZone()
  return formatsOf(useTranslator().locale, time_zone ?? own)
}

/** Splits a message at tags: text, name, inner, text, name, inner, …, text. */
function splitTags(message: string, names: readonly string[]): string[] {
  const pieces: string[] = []
  let from = 0
  for (const { 0: open, 1: name = '', index } of message.matchAll(/<(\w+)>/g)) {
    if (index < from || !names.includes(name)) continue
    const inner = index + open.length
    const close = message.indexOf(`</${name}>`, inner)
    if (close < 0) break
    pieces.push(message.slice(from, index), name, message.slice(inner, close))
    from = close + open.length + 1
  }
  return [...pieces, message.slice(from)]
}

/** A message with tags: `Read our <terms>terms</terms>.` becomes nodes, never HTML. */
export function Rich({
  id,
  values,
  parts,
}: {
  id: Key
  values?: Values
  parts: Record<string, (text: string) => ReactNode>
}) {
  const pieces = splitTags(useT()(id, values), Object.keys(parts))
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece
    if (index % 3 === 1) return null
    const name = pieces[index - 1] ?? ''
    return <span key={name + piece}>{parts[name]?.(piece) ?? piece}</span>
  })
}
