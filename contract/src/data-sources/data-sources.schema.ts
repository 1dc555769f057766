import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { itemStatuses, pagesMax, questionCharsMax, sourceSchedules } from './data-sources.ts'
import { HttpUrl, Id, Locale, text, Time } from '../fields.schema.ts'

export const DataSourceKind = z.enum(['website', 'text', 'question', 'file', 'api'])
export type DataSourceKind = z.infer<typeof DataSourceKind>
export const DataSourceStatus = z.enum([
  'queued',
  'fetching',
  'indexing',
  'ready',
  'partial',
  'failed',
  'paused',
  'stale',
  'deleting',
])
export type DataSourceStatus = z.infer<typeof DataSourceStatus>

/** How often a website is synced automatically. */
export const SourceSchedule = z.enum(sourceSchedules)
export type SourceSchedule = z.infer<typeof SourceSchedule>

/** Why a page, file or source couldn't be indexed. Screens have a text for each reason. */
export const FailureReason = z.enum([
  'unreachable',
  'timeout',
  'blocked_address',
  'robots_denied',
  'http_error',
  'http_denied',
  'http_missing',
  'http_busy',
  'http_broken',
  'not_html',
  'too_large',
  'too_many_redirects',
  'off_site',
  'no_text',
  'noindex',
  'bad_encoding',
  'wrong_type',
  'encrypted',
  'broken_file',
  'too_deep',
  'too_complex',
  'page_limit',
  'plan_limit',
  'excluded',
  'duplicate',
  'internal',
])
export type FailureReason = z.infer<typeof FailureReason>

const globStarsMax = 10
const Glob = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(300),
  z.refine(
    (pattern) => (pattern.match(/\*+/g) ?? []).length <= globStarsMax,
    `pattern_stars:${globStarsMax}`,
  ),
)
export const WebsiteConfig = z.object({
  start_url: HttpUrl,
  /** Number of links to follow from the start page; 0 reads the start page only. */
  depth: z._default(z.int().check(z.gte(0), z.lte(10)), 5),
  pages_max: z._default(z.int().check(z.gte(1), z.lte(pagesMax)), 100),
  /** Paths such as `/docs/**`; empty for all. */
  include: z._default(z.array(Glob).check(z.maxLength(50)), []),
  exclude: z._default(z.array(Glob).check(z.maxLength(50)), []),
})
export const QuestionConfig = z.object({
  question: text(1, questionCharsMax),
  alternatives: z._default(z.array(text(1, questionCharsMax)).check(z.maxLength(20)), []),
  answer: text(1, 8_000),
})
export const TextConfig = z.object({ body: text(1, 200_000) })

export const DataSource = z.object({
  id: Id,
  integration_id: Id,
  kind: DataSourceKind,
  name: z.string(),
  /**
   * Depends on the type: `WebsiteConfig`, `TextConfig`, `QuestionConfig`, `{ file_name, bytes }`, or empty.
   */
  config: z.object({
    // Without the inputs' defaults: a source has only the fields of its kind.
    start_url: z.optional(z.string()),
    depth: z.optional(z.int()),
    pages_max: z.optional(z.int()),
    include: z.optional(z.array(z.string())),
    exclude: z.optional(z.array(z.string())),
    question: z.optional(z.string()),
    alternatives: z.optional(z.array(z.string())),
    answer: z.optional(z.string()),
    body: z.optional(z.string()),
    file_name: z.optional(z.string()),
    bytes: z.optional(z.int()),
  }),
  locale: z.nullable(Locale),
  is_enabled: z.boolean(),
  status: DataSourceStatus,
  /** Number of items by outcome. Updated during a run. */
  found: z.int(),
  indexed: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** The URL of the page that is being crawled. */
  current_url: z.nullable(z.string()),
  reason: z.nullable(FailureReason),
  last_run_at: z.nullable(Time),
  schedule: SourceSchedule,
  next_run_at: z.nullable(Time),
  /** When the website was confirmed as the workspace's own. Until then, at most `unconfirmedPagesMax` pages are read. */
  confirmed_at: z.nullable(Time),
  /**
   * For type `api`: the first characters of the push key, and when it was last used, accurate to a minute.
   */
  push_key_prefix: z.nullable(z.string()),
  push_key_used_at: z.nullable(Time),
  /** Number of items that the last run found new, changed and removed. */
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  created_at: Time,
  version: z.int(),
})
export type DataSource = z.infer<typeof DataSource>

export const ItemStatus = z.enum(itemStatuses)
export type ItemStatus = z.infer<typeof ItemStatus>
export const DataSourceItem = z.object({
  id: Id,
  source_id: Id,
  url: z.nullable(z.string()),
  title: z.string(),
  locale: z.nullable(Locale),
  status: ItemStatus,
  reason: z.nullable(FailureReason),
  words: z.int(),
  is_enabled: z.boolean(),
  fetched_at: z.nullable(Time),
  changed_at: z.nullable(Time),
})
export type DataSourceItem = z.infer<typeof DataSourceItem>

/** The unanswered question that this answers. It is resolved even if the saved wording differs. */
export const UnansweredId = z.optional(Id)
const problems = ['not_found', 'forbidden', 'invalid_input'] as const
export const listDataSources = schemas({
  output: z.array(DataSource),
  problems: ['not_found'],
})
export const getDataSource = schemas({ output: DataSource, problems: ['not_found'] })
export const createWebsiteSource = schemas({
  input: z.extend(WebsiteConfig, { id: Id, name: z.optional(text(1, 120)) }),
  output: DataSource,
  problems,
})
export const createTextSource = schemas({
  input: z.extend(TextConfig, { id: Id, name: text(1, 120) }),
  output: DataSource,
  problems,
})
export const createQuestionSource = schemas({
  input: z.extend(QuestionConfig, { id: Id, unanswered_id: UnansweredId }),
  output: DataSource,
  problems,
})
export const AnswerImport = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Rejected rows. `row` starts at 1 and includes the header. */
  rejected: z.array(
    z.object({
      row: z.int(),
      reason: z.enum([
        'no_question',
        'no_answer',
        'question_too_long',
        'answer_too_long',
        'bad_alternatives',
        'repeated',
      ]),
    }),
  ),
})
export type AnswerImport = z.infer<typeof AnswerImport>
export const importSavedAnswers = schemas({
  output: AnswerImport,
  problems: [...problems, 'too_large', 'unsupported_type'],
})
export const uploadFileSource = schemas({
  output: DataSource,
  problems: [...problems, 'too_large', 'unsupported_type'],
})
export const updateDataSource = schemas({
  input: z.object({
    name: z.optional(text(1, 120)),
    is_enabled: z.optional(z.boolean()),
    /** For websites only. */
    schedule: z.optional(SourceSchedule),
    website: z.optional(WebsiteConfig),
    text: z.optional(TextConfig),
    question: z.optional(QuestionConfig),
  }),
  output: DataSource,
  problems,
})
export const syncDataSource = schemas({ output: DataSource, problems })
export const confirmDataSource = schemas({
  output: DataSource,
  problems: [...problems, 'rate_limited'],
})
export const stopDataSource = schemas({ output: DataSource, problems })
export const deleteDataSource = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const listDataSourceItems = schemas({
  input: z.object({
    status: z.optional(ItemStatus),
    /** Only items that the last run found new, changed or removed. */
    difference: z.optional(z.enum(['added', 'changed', 'removed'])),
    /** Words that must appear in the title or URL, in any order. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 200, 100),
  }),
  output: z.object({ items: z.array(DataSourceItem), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
export const getDataSourceItem = schemas({
  output: z.extend(DataSourceItem, { text: z.string() }),
  problems: ['not_found'],
})
export const updateDataSourceItem = schemas({
  input: z.object({ is_enabled: z.boolean() }),
  output: DataSourceItem,
  problems,
})
export const dataSourceChanged = DataSource
export const dataSourceDeleted = z.object({ id: Id, integration_id: Id })
