import type { Locale } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { countWords } from './extract/count-words.ts'
import type { Extractor } from './extract/extractor.ts'
import type { Document } from './extract/read-parts.ts'
import { ExtractionError } from './extract/extraction-error.ts'
import type { RunnableSource } from './store.ts'

/** A piece of a text or file, small enough to be indexed in one short transaction. */
export interface Part {
  title: string
  text: string
  words: number
  locale: Locale | null
  aliases?: readonly string[]
}

/**
 * The parts of a text, question or file, in order.
 * @throws ExtractionError with the reason shown to the member.
 */
export async function readParts(ctx: Context, extractor: Extractor, source: RunnableSource): Promise<Part[]> {
  const { question, alternatives, answer, body } = source.config
  if (question !== undefined && answer !== undefined) {
    const locale = null // guessed from question and answer together
    return [{ title: question, text: answer, words: countWords(answer), locale, aliases: alternatives ?? [] }]
  }
  const document: Document =
    body === undefined
      ? await fileOf(ctx, source)
      : {
          format: 'markdown',
          bytes: Buffer.from(body),
          content_type: 'text/markdown; charset=utf-8',
        }
  const outcome = await extractor.readParts(document)
  if (!outcome.ok) {
    if (outcome.reason === 'internal')
      ctx.log.error({ source_id: source.id, cause: outcome.cause }, 'data-sources: failed to read content')
    throw new ExtractionError(outcome.reason)
  }
  const { title: own_title, locale, parts } = outcome.content
  const title = source.kind === 'file' ? (own_title ?? source.name) : source.name
  return parts.map(({ text, words }, index) => ({
    title: parts.length > 1 ? `${title} (${index + 1}/${parts.length})` : title,
    text,
    words,
    locale,
  }))
}

async function fileOf(ctx: Context, source: RunnableSource): Promise<Document> {
  const file = source.file_key ? await ctx.files.get(source.file_key) : undefined
  if (!file) throw new ExtractionError('internal')
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk)
  return { file_name: source.config.file_name ?? '', bytes: Buffer.concat(chunks) }
}
