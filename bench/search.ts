import { filterOfView, type FilterText, type InboxView, inboxViews, parseFilter } from '@ozvi/contract'
import { Kysely, PostgresDialect } from 'kysely'
import {
  conditionsOf,
  countLists,
  mergeCounts,
} from '../server/src/features/conversations/listing/filter-store.ts'
import { findConversations, queryOf } from '../server/src/features/conversations/listing/search-store.ts'
import { parseQuery } from '../server/src/features/conversations/listing/search-words.ts'
import { findInboxRow, listInbox } from '../server/src/features/conversations/record/inbox-store.ts'
import { listMessages } from '../server/src/features/conversations/messages/message-store.ts'
import type { Viewer } from '../server/src/features/visibility/index.ts'
import { connectDatabase } from '../server/src/platform/database/index.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import type { DB } from '../server/migrations/schema.ts'
import { fillConversations, messagesEach } from './many-conversations.ts'
import { log } from '../server/test/template.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { median, ms, quantile, type Row, row } from './report.ts'

const integration_id = '01980000-0000-7000-8000-00000000be7c'
const user_id = '01980000-0000-7000-8000-0000000000e5'
const migrations = new URL('../server/migrations', import.meta.url).pathname
const searches = [
  'order',
  'kuriér',
  'objednávku',
  'platby',
  'refund payment',
  'dobrý deň chcem vedieť',
  'refund 4321',
  'bakodrama',
  'invoice xyzzy',
]
const filters: FilterText[] = [
  { locale: 'sk' },
  { status: 'resolved', locale: 'sk' },
  { assignee: user_id },
  { waiting_min: '30' },
  { status: 'resolved', created_from: '2026-01-01', created_to: '2026-01-02' },
]
const rounds = 40
/** The first requests are excluded: they load and compile code. */
const firstRounds = 3

/** Lists, filters, conversations and searches of one workspace with few, then with very many conversations. */
export async function search(conversations: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async ({ data_dir, ...place }) => {
      const database = await connectDatabase({
        database_url: 'database_url' in place ? String(place.database_url) : undefined,
        data_dir,
        log,
      })
      await migrate(database.pool, migrations)
      await database.pool.query(
        `insert into integration (id, name, url, public_key) values ($1, 'Shop', 'https://shop.example', 'pk_bench')`,
        [integration_id],
      )
      const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.pool }) })
      let from = 0
      const asking = { user_id, now: Date.now(), time_zone: 'Europe/Bratislava' }
      const everybody = { integration_id, user_id, conversation_access: 'all' } as const
      const list = (view: InboxView, filter: FilterText, reader: Viewer = everybody) =>
        listInbox(db, reader, conditionsOf(filterOfView(view, parseFilter(filter)), asking), {
          limit: 51,
        })
      const search = (words: string) =>
        findConversations(db, everybody, {
          query: queryOf(
            integration_id,
            parseQuery(words).map(({ stem }) => [stem]),
          ),
          number: null,
          after: undefined,
          limit: 21,
        })
      /** Statements of opening a conversation; a different one each time. */
      let opened = 0
      const open = async () => {
        const { rows } = await database.pool.query<{ id: string }>(
          'select id from conversation where integration_id = $1 and number = $2',
          [integration_id, 1 + ((++opened * 7_919) % from)],
        )
        const key = { integration_id, conversation_id: rows[0]?.id ?? '' }
        await Promise.all([findInboxRow(db, key, user_id), listMessages(db, key, { limit: 30 })])
      }
      const limited = { ...everybody, conversation_access: 'team' } as const
      const views = inboxViews.map((name) => ({ name, filter: filterOfView(name, {}) }))
      const measures: [string, (() => Promise<unknown>)[]][] = [
        ['a view', inboxViews.map((view) => () => list(view, {}))],
        ['a filter', filters.map((filter) => () => list('all', filter))],
        ['opening a conversation', Array.from({ length: 10 }, () => open)],
        ['counts of all views', [() => countLists(db, everybody, views, asking)]],
        ['counts for an agent who sees a part', [() => countLists(db, limited, views, asking)]],
        ['a view of an agent who sees a part', inboxViews.map((view) => () => list(view, {}, limited))],
        ['a search', searches.map((words) => () => search(words))],
      ]
      for (const many of [Math.min(1_000, conversations), conversations]) {
        await fillConversations(database, { integration_id, from, conversations: many - from })
        // Like the job that runs every minute.
        await mergeCounts(db)
        from = many
        for (const [what, works] of measures) {
          const took_ms: number[] = []
          for (let round = -firstRounds; round < rounds; round++)
            for (const work of works) {
              const began = performance.now()
              await work()
              if (round >= 0) took_ms.push(performance.now() - began)
            }
          const title = `${what}, ${name}, ${many.toLocaleString('en')} conversations`
          const messages = (many * messagesEach).toLocaleString('en')
          rows.push(
            row(
              title,
              `p95 ${ms(quantile(took_ms, 0.95))}`,
              `p50 ${ms(median(took_ms))}; ${messages} messages`,
            ),
          )
        }
      }
      await database.close()
    })
  return rows
}
