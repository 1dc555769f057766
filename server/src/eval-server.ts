// A server that measures the assistant: it takes collections of documents and returns ranked documents and quotes, from
// the tables and the code that answer customers. For development only; it accepts connections from this machine only.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locale } from '@ozvi/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { indexItems, findAnswer, prepareItem, removeItems } from '#features/assistant'
import { otherNames, readContent } from '#features/data-sources'
import { readConfig } from '#platform/context/config.ts'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { migrate, connectDatabase } from '#platform/database/index.ts'
import { openContext } from '#platform/context/open-context.ts'
import { loadSecrets } from '#platform/secrets/secrets.ts'

const Collection = z.string().check(z.minLength(1), z.maxLength(100))
const Language = z._default(z.enum(['en', 'sk']), 'en')
const Ids = z.array(z.string())
const ResetBody = z.object({ collection: Collection, lang: Language })
const DocumentsBody = z.object({
  collection: Collection,
  documents: z.array(
    z.object({
      id: z.string(),
      title: z._default(z.string(), ''),
      text: z.string(),
      /** The text is the HTML of the page with this address. */
      url: z.optional(z.string()),
    }),
  ),
})
const RemoveBody = z.object({ collection: Collection, ids: Ids })
const QueryBody = z.object({
  collection: Collection,
  text: z.string(),
  history: z._default(z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })), []),
  k: z._default(z.int().check(z.gte(1), z.lte(1_000)), 100),
})

/** Below it a measured answer counts as handed over. */
const HAND_OVER_BELOW = 0.5
const BODY_BYTES_MAX = 64 * 1024 * 1024

/**
 * The calls of the measuring harness: `/reset`, `/documents`, `/remove`, `/query`. A collection is an integration of
 * its own, a document an item of its one source.
 *
 * @param token asked for as a bearer when given
 */
export function createEvalServer(ctx: Context, token?: string): FastifyInstance {
  const app = fastify({ bodyLimit: BODY_BYTES_MAX })
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof z.core.$ZodError ? 422 : 500
    return reply.code(status).send({ error: error instanceof Error ? error.message : String(error) })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (token && request.headers.authorization !== `Bearer ${token}`)
      return reply.code(403).send({ error: 'the token is missing or wrong' })
  })
  app.post('/reset', ({ body }) => reset(ctx, ResetBody.parse(body)))
  app.post('/documents', ({ body }) => putDocuments(ctx, DocumentsBody.parse(body)))
  app.post('/remove', ({ body }) => removeDocuments(ctx, RemoveBody.parse(body)))
  app.post('/query', ({ body }) => query(ctx, QueryBody.parse(body)))
  return app
}

const publicKey = (collection: string) => `eval_${collection}`

interface FoundCollection {
  integration_id: string
  source_id: string
  locale: Locale
}

async function findCollection(db: Db, collection: string): Promise<FoundCollection> {
  const row = await db
    .selectFrom('integration')
    .innerJoin('data_source', 'data_source.integration_id', 'integration.id')
    .where('integration.public_key', '=', publicKey(collection))
    .select(['integration.id as integration_id', 'data_source.id as source_id', 'integration.locale'])
    .executeTakeFirst()
  if (!row) throw new Error(`the collection ${collection} was never reset`)
  return row
}

const reset = (ctx: Context, { collection, lang }: z.output<typeof ResetBody>) =>
  ctx.transaction(async (tx) => {
    await tx.deleteFrom('integration').where('public_key', '=', publicKey(collection)).execute()
    const { id: integration_id } = await tx
      .insertInto('integration')
      .values({
        public_key: publicKey(collection),
        name: collection,
        url: 'https://eval.invalid',
        locale: lang,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('data_source')
      .values({
        integration_id,
        id: randomUUID(),
        kind: 'text',
        name: collection,
        config: '{}',
        status: 'ready',
      })
      .execute()
    return { ok: true }
  })

/** A document as it would be indexed: a page is read as the crawler reads it. */
function asRead({ id, title, text, url }: z.output<typeof DocumentsBody>['documents'][number]) {
  if (!url) return { id, title, text }
  const content = readContent({
    format: 'html',
    bytes: Buffer.from(text),
    content_type: 'text/html; charset=utf-8',
    url,
  })
  return { id, title: content.title ?? title, text: content.text, names: otherNames(url, content) }
}

async function putDocuments(ctx: Context, { collection, documents }: z.output<typeof DocumentsBody>) {
  const latest = [...new Map(documents.map((document) => [document.id, document])).values()].map(asRead)
  if (!latest.length) return { ok: true }
  const { integration_id, source_id, locale } = await ctx.transaction((tx) => findCollection(tx, collection))
  const passages = new Map<string, Awaited<ReturnType<typeof prepareItem>>>()
  for (const { id, ...item } of latest) passages.set(id, await prepareItem(ctx, { ...item, locale }))
  return ctx.transaction(async (tx) => {
    const items = await tx
      .insertInto('data_source_item')
      .values(
        latest.map(({ id, title }) => ({
          integration_id,
          source_id,
          source_path: id,
          title,
          locale,
          status: 'indexed' as const,
          run: 1,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['integration_id', 'source_id', 'source_path'])
          .doUpdateSet(({ ref }) => ({ title: ref('excluded.title') })),
      )
      .returning(['id', 'source_path'])
      .execute()
    const item_ids = new Map(items.map(({ id, source_path }) => [source_path, id]))
    await indexItems(
      tx,
      integration_id,
      latest.flatMap(({ id }) => {
        const item_id = item_ids.get(id)
        return item_id ? [{ item_id, source_id, passages: passages.get(id) ?? [] }] : []
      }),
    )
    return { ok: true }
  })
}

const removeDocuments = (ctx: Context, { collection, ids }: z.output<typeof RemoveBody>) =>
  ctx.transaction(async (tx) => {
    const { integration_id, source_id } = await findCollection(tx, collection)
    await removeItems(tx, integration_id, await deleteItems(tx, { integration_id, source_id }, ids))
    return { ok: true }
  })

async function deleteItems(
  tx: Tx,
  { integration_id, source_id }: Omit<FoundCollection, 'locale'>,
  places: string[],
): Promise<string[]> {
  if (!places.length) return []
  const rows = await tx
    .deleteFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .where('source_path', 'in', places)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function query(ctx: Context, { collection, text, history, k }: z.output<typeof QueryBody>) {
  const { integration_id, locale } = await findCollection(ctx.db, collection)
  const { retrieval, quotes, confidence } = await findAnswer(ctx.db, integration_id, {
    text,
    history,
    locale,
  })
  const ranked = [...new Set(retrieval?.ranking.hits.map(({ candidate }) => candidate.item_id))].slice(0, k)
  const quoted = quotes.map(({ item_id }) => item_id)
  const places = await listPlaces(ctx.db, integration_id, [...ranked, ...quoted])
  const citations = quotes.map(({ item_id, quote, heading }) => ({
    documentId: places.get(item_id),
    quote,
    heading,
  }))
  return {
    ids: ranked.map((item_id) => places.get(item_id)),
    answer: quotes.length ? { text: quotes.map(({ quote }) => quote).join('\n\n'), citations } : null,
    confidence,
    handover: confidence < HAND_OVER_BELOW,
  }
}

async function listPlaces(db: Db, integration_id: string, item_ids: string[]): Promise<Map<string, string>> {
  if (!item_ids.length) return new Map()
  const rows = await db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', item_ids)
    .select(['id', 'source_path'])
    .execute()
  return new Map(rows.map(({ id, source_path }) => [id, source_path]))
}

async function main(environment: NodeJS.ProcessEnv) {
  if (environment['NODE_ENV'] === 'production')
    throw new Error('The evaluation server is not for production.')
  const own_dir = environment['DATA_DIR'] ? undefined : mkdtempSync(path.join(tmpdir(), 'ozvi-eval-'))
  const config = readConfig({ PORT: '4599', ...environment, ...(own_dir ? { DATA_DIR: own_dir } : {}) })
  const log = pino({ level: config.log_level === 'info' ? 'warn' : config.log_level })
  const database = await connectDatabase({
    database_url: config.database_url,
    data_dir: config.data_dir,
    log,
  })
  await migrate(database.pool, path.join(import.meta.dirname, '../migrations'))
  const opened = await openContext({ config, secrets: loadSecrets(config), log, database })
  const app = createEvalServer(opened.ctx, environment['EVAL_TOKEN'])
  const stop = async () => {
    await app.close()
    await opened.close()
    if (own_dir) rmSync(own_dir, { recursive: true, force: true })
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await app.listen({ port: config.port, host: '127.0.0.1' })
  process.stdout.write(`The evaluation server listens on http://127.0.0.1:${config.port}\n`)
}

if (import.meta.main)
  main(process.env).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
