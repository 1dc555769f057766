import type { Locale } from '@ozvi/contract'
import { countWords } from './count-words.ts'
import { detectLocale } from './locale.ts'
import { type ContentFormat, readContent } from './read-content.ts'
import { sniffFile } from './sniff-file.ts'
import { ExtractionError } from './extraction-error.ts'

/** A text, or a file whose format is detected from its name and content. */
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
 * @throws ExtractionError with the reason that a member reads.
 */
export async function readParts(document: Document): Promise<Parts> {
  const { bytes } = document
  if ('file_name' in document) {
    const format = sniffFile({ name: document.file_name, declared_type: '', bytes })
    if (format === 'docx') return partsOf(await (await import('./docx.ts')).readDocx(bytes))
    if (format === 'csv') return partsOf((await import('./csv.ts')).readCsv(bytes))
    if (format === 'pdf') throw new Error('A PDF is read page by page: see pdf/read-pdf.ts')
    return partsOf(readContent({ format, bytes }))
  }
  const { format, content_type } = document
  const { title, text, locale } = readContent({ format, bytes, ...(content_type ? { content_type } : {}) })
  // A text is named by its form, so its own first heading stays in it.
  return partsOf({ title, text: title ? `# ${title}\n\n${text}` : text, locale })
}

/**
 * Splits a document into parts.
 * @throws ExtractionError `no_text`
 */
export function partsOf({
  title,
  text,
  locale = detectLocale(text, null),
}: {
  title: string | null
  text: string
  locale?: Locale | null
}): Parts {
  if (!countWords(text)) throw new ExtractionError('no_text')
  return {
    title,
    locale,
    parts: splitText(text).map((part) => ({ text: part, words: countWords(part) })),
  }
}

/** Cuts at headings, else at empty lines, else at lines, else where the limit is. */
function splitText(text: string): string[] {
  const parts: string[] = []
  for (let rest = text.trim(); rest;) {
    const head = rest.slice(0, part_chars_max)
    const cuts = ['\n#', '\n\n', '\n'].map((mark) => head.lastIndexOf(mark))
    const cut =
      rest.length > part_chars_max
        ? (cuts.find((position) => position > part_chars_max / 2) ?? head.length)
        : head.length
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trimStart()
  }
  return parts
}
