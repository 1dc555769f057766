import type { Locale } from '@ozvi/contract'
import { countWords } from './count-words.ts'
import { type ContentFormat, readContent } from './read-content.ts'
import { sniffFile } from './sniff-file.ts'
import { Unreadable } from './unreadable.ts'

/** A text, or a file whose format its name and its bytes tell. */
export type Document =
  | { format: ContentFormat; bytes: Uint8Array; content_type?: string }
  | { file_name: string; bytes: Uint8Array }

export interface Parts {
  /** The document's own first heading. */
  title: string | null
  locale: Locale | null
  /** In order, each small enough to be indexed in one short transaction. */
  parts: { text: string; words: number }[]
}

/** About 15,000 words. */
const part_chars_max = 100_000

/**
 * Reads a text or a file and cuts it into parts.
 *
 * @throws Unreadable with the reason that a member reads.
 */
export function readParts(document: Document): Parts {
  const { bytes } = document
  const isFile = 'file_name' in document
  const format = isFile ? sniffFile({ name: document.file_name, declared_type: '', bytes }) : document.format
  const content_type = isFile ? undefined : document.content_type
  const { title, text, words, locale } = readContent({
    format,
    bytes,
    ...(content_type ? { content_type } : {}),
  })
  if (!words) throw new Unreadable('no_text')
  // A text is named by its form, so its own first heading stays in it.
  const whole = title && !isFile ? `# ${title}\n\n${text}` : text
  return { title, locale, parts: splitText(whole).map((part) => ({ text: part, words: countWords(part) })) }
}

/** Cuts at headings, else at empty lines, else at lines, else where the limit is. */
function splitText(text: string): string[] {
  const parts: string[] = []
  for (let rest = text.trim(); rest;) {
    const head = rest.slice(0, part_chars_max)
    const cuts = ['\n#', '\n\n', '\n'].map((mark) => head.lastIndexOf(mark))
    const cut =
      rest.length > part_chars_max
        ? (cuts.find((place) => place > part_chars_max / 2) ?? head.length)
        : head.length
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trimStart()
  }
  return parts
}
