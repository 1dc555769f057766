import type { Locale } from '@ozvi/contract'
import type { Context } from '#platform/context.ts'
import type { Extractor } from './extract/extractor.ts'
import { type Content, countWords } from './extract/read-content.ts'
import { sniffFile } from './extract/sniff-file.ts'
import { Unreadable } from './extract/unreadable.ts'
import type { RunnableSource } from './store.ts'

/** A piece of a text or file, small enough to be indexed in one short transaction. */
export interface Part {
  title: string
  text: string
  words: number
  locale: Locale | null
  aliases?: readonly string[]
}

/** About 15,000 words; indexing that holds other writers of the integration up for half a second. */
const part_chars_max = 100_000

/**
 * What a text, question or file says, in order.
 *
 * @throws Unreadable with the reason that a member reads.
 */
export async function readParts(ctx: Context, extractor: Extractor, source: RunnableSource): Promise<Part[]> {
  const { question, alternatives, answer, body } = source.config
  if (question !== undefined && answer !== undefined) {
    const locale = null // guessed from question and answer together
    return [{ title: question, text: answer, words: countWords(answer), locale, aliases: alternatives ?? [] }]
  }
  const content: Content =
    body === undefined
      ? await fileContent(ctx, source)
      : { format: 'markdown', bytes: Buffer.from(body), content_type: 'text/markdown; charset=utf-8' }
  const outcome = await extractor.extract(content)
  if (!outcome.ok) {
    if (outcome.reason === 'internal')
      ctx.log.error({ source_id: source.id, cause: outcome.cause }, 'A content could not be read')
    throw new Unreadable(outcome.reason)
  }
  const { text, locale } = outcome.content
  if (!outcome.content.words) throw new Unreadable('no_text')
  const own_title = outcome.content.title
  const isFile = source.kind === 'file'
  const title = isFile ? (own_title ?? source.name) : source.name
  // a typed text is named by its form, so its own first heading stays what it is: a heading
  const texts = splitText(own_title && !isFile ? `# ${own_title}\n\n${text}` : text)
  return texts.map((part, index) => ({
    title: texts.length > 1 ? `${title} (${index + 1}/${texts.length})` : title,
    text: part,
    words: countWords(part),
    locale,
  }))
}

async function fileContent(ctx: Context, source: RunnableSource): Promise<Content> {
  const file = source.file_key ? await ctx.files.get(source.file_key) : undefined
  if (!file) throw new Unreadable('internal')
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const name = source.config.file_name ?? ''
  return { format: sniffFile({ name, declared_type: '', bytes }), bytes }
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
