import { isDeepStrictEqual } from 'node:util'
import {
  type DataSource,
  dataSourceChanged,
  type FieldErrorCode,
  fileExtensions,
  type Input,
  Problem,
  hour_ms,
} from '@ozvi/contract'
import { Id } from '@ozvi/contract/schemas'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { resolveQuestions } from '#features/assistant'
import { findWebsite, isOwnHost, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { portOf } from '#platform/egress/target.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { TaskFailed, tasksOf } from '#platform/threads/index.ts'
import { failureOf } from './extract/extractor.ts'
import * as documents from './document-store.ts'
import { deleteSourceJob, readingJob, showSourceJob } from './jobs.ts'
import { isConfirmedBySite } from './confirmation.ts'
import { nextRunAfter } from './schedule.ts'
import * as store from './store.ts'

export type Source<R> = Input<R> & { source_id: string }
export const keyOf = ({ integration_id }: MemberActor, { source_id }: { source_id: string }): store.Key => ({
  integration_id,
  source_id,
})

/** @throws Problem `not_found` */
export async function orNotFound<T>(row: Promise<T | undefined>): Promise<T> {
  const value = await row
  if (value === undefined) throw new Problem('not_found')
  return value
}

export const listDataSources = (ctx: Context, { integration_id }: MemberActor) =>
  store.listSources(ctx.db, integration_id)

export const getDataSource = (
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.getDataSource>,
) => orNotFound(store.findSource(ctx.db, keyOf(actor, input)))

/**
 * A website source must start on the workspace's own website: its host, a subdomain, or a host added in the
 * settings.
 * @throws Problem `invalid_input` on `field`: no web address, a forbidden one, or another website.
 */
async function assertOwnWebsite(
  ctx: Context,
  { integration_id }: MemberActor,
  start_url: string,
  field: string,
) {
  const problem = ctx.egress.staticUrlProblem(start_url)
  if (problem === 'bad_url') throw validationError(field, 'url_invalid')
  const url = new URL(start_url)
  if (problem) throw validationError(field, `url_local:${url.hostname}:${portOf(url)}`)
  const website = await findWebsite(ctx.db, integration_id)
  if (!website || !isOwnHost(website, url)) throw validationError(field, 'url_off_site')
}

type NewSource = Pick<DataSource, 'id' | 'kind' | 'name' | 'config'> & { file_key?: string }

/** @throws Problem `invalid_input` on `id`: used by a source with other content */
async function insert(ctx: Context, tx: Tx, actor: MemberActor, source: NewSource): Promise<DataSource> {
  const { integration_id } = actor
  const created = await store.insertSource(tx, { ...source, integration_id })
  if (!created) {
    const before = await store.findSource(tx, { integration_id, source_id: source.id })
    if (!before || before.kind !== source.kind || !isDeepStrictEqual(before.config, source.config))
      throw validationError('id', 'id_reused')
    return before
  }
  await start(tx, created)
  await record(ctx, tx, actor, {
    action: 'source_added',
    subject: created.name,
    details: { kind: created.kind },
  })
  return created
}
const create = (ctx: Context, actor: MemberActor, source: NewSource): Promise<DataSource> =>
  ctx.transaction((tx) => insert(ctx, tx, actor, source))

/** Sends the source's event and enqueues its run. */
export async function start(tx: Tx, source: DataSource & { run: number }) {
  const { id: source_id, integration_id, run } = source
  tx.emit(dataSourceChanged, source)
  await tx.enqueue(readingJob(source.kind), { integration_id, source_id, run })
}

/** Ends the current run, which would store the old content, and starts another. */
export async function restart(tx: Tx, key: store.Key) {
  await store.endRun(tx, key, 'paused', store.busy)
  const queued = await orNotFound(store.startRun(tx, key))
  await start(tx, queued)
  return queued
}

export async function createWebsiteSource(
  ctx: Context,
  actor: MemberActor,
  { id, name, start_url, depth, pages_max, include, exclude }: Input<typeof contract.createWebsiteSource>,
) {
  await assertOwnWebsite(ctx, actor, start_url, 'start_url')
  const config = { start_url, depth, pages_max, include, exclude }
  return create(ctx, actor, {
    id,
    kind: 'website',
    name: name ?? (await freeWebsiteName(ctx, actor, id, start_url)),
    config,
  })
}

/** The host with its path. */
function websiteName(start_url: string): string {
  const { host, pathname } = new URL(start_url)
  return (host + pathname.replace(/\/$/, '')).slice(0, 110)
}
/** The name of a website, with a number if another source has it. */
async function freeWebsiteName(
  { db }: Context,
  { integration_id }: MemberActor,
  source_id: string,
  start_url: string,
): Promise<string> {
  const sources = await store.listSources(db, integration_id)
  const usedNames = sources.filter(({ id }) => id !== source_id).map(({ name }) => name)
  const name = websiteName(start_url)
  let free = name
  for (let number = 2; usedNames.includes(free); number++) free = `${name} (${number})`
  return free
}

export const createTextSource = (
  ctx: Context,
  actor: MemberActor,
  { id, name, body }: Input<typeof contract.createTextSource>,
) => create(ctx, actor, { id, kind: 'text', name, config: { body } })

export const createApiSource = (
  ctx: Context,
  actor: MemberActor,
  { id, name }: Input<typeof contract.createApiSource>,
) => create(ctx, actor, { id, kind: 'api', name, config: {} })

/**
 * Resolves open questions with the same words.
 * @throws Problem `invalid_input` on `id`: used by a source with other content
 */
export async function addQuestion(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  {
    id,
    question,
    alternatives,
    answer,
    unanswered_id,
  }: Omit<Input<typeof contract.createQuestionSource>, 'integration_id'>,
) {
  const source = await insert(ctx, tx, actor, {
    id,
    kind: 'question',
    name: nameOf(question),
    config: { question, alternatives, answer },
  })
  const wordings = [question, ...alternatives]
  await resolveQuestions(tx, actor.integration_id, { wordings, question_id: unanswered_id })
  return source
}
export const createQuestionSource = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.createQuestionSource>,
) => ctx.transaction((tx) => addQuestion(ctx, tx, actor, input))

const nameOf = (question: string) => question.slice(0, 120)

const fileErrors: Partial<Record<contract.FailureReason, FieldErrorCode>> = {
  wrong_type: 'file_type',
  bad_encoding: 'file_encoding',
  no_text: 'file_empty',
  encrypted: 'file_encrypted',
  broken_file: 'file_broken',
  too_complex: 'file_unpacks',
  too_large: 'file_unpacks',
}

/**
 * Waits for a thread that reads what a member sent.
 *
 * @throws Problem `invalid_input` on `field` if the content itself is the reason
 */
export async function withFileErrors<T>(reading: Promise<T>, field: string): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const code = error instanceof TaskFailed && fileErrors[failureOf(error)]
    throw code ? validationError(field, code) : error
  }
}

function withoutExtension(file_name: string): string {
  const lower = file_name.toLowerCase()
  const extension = fileExtensions.find((extension) => lower.endsWith(`.${extension}`))
  return extension ? file_name.slice(0, -extension.length - 1) : file_name
}

const checkTask = tasksOf<typeof import('./extract/check-file.ts')>(
  new URL('./extract/check-file.ts', import.meta.url),
)
/** The original is kept, so that it can be read again. */
export async function uploadFileSource(
  ctx: Context,
  actor: MemberActor,
  _input: Input<typeof contract.uploadFileSource>,
  { file_name, content_type, bytes, fields }: Upload,
) {
  const id = Id.safeParse(fields['id'])
  if (!id.success) throw validationError('id', 'id_invalid')
  const file = { name: file_name, declared_type: content_type, bytes }
  await withFileErrors(ctx.threads.requests.run(checkTask('checkFile'), file), 'file')
  const file_key = newFileKey('data-source')
  await ctx.files.put(file_key, bytes, { content_type: 'application/octet-stream', max_bytes: bytes.length })
  const config = { file_name, bytes: bytes.length }
  const name = withoutExtension(file_name).slice(0, 120) || file_name
  let source: DataSource | undefined
  try {
    source = await create(ctx, actor, { id: id.data, kind: 'file', name, config, file_key })
    return source
  } finally {
    const existing =
      source &&
      (await store.findRunnable(ctx.db, { integration_id: actor.integration_id, source_id: source.id }))
    if (existing?.file_key !== file_key) await ctx.files.remove(file_key) // a retry, or rejected
  }
}

/** Whether a website's source still has the name that it was given for its URL. */
const isNamedByUrl = ({ name, config: { start_url } }: DataSource) =>
  start_url !== undefined && name.replace(/ \(\d+\)$/, '') === websiteName(start_url)

/**
 * Changes a source's name, its content, or whether the assistant uses it.
 * @throws Problem `invalid_input`: fields of another source type, or a website's as at creation
 */
export async function updateDataSource(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.updateDataSource>,
) {
  const key = keyOf(actor, input)
  const { is_enabled, schedule, website, text, question } = input
  const source = await orNotFound(store.findSource(ctx.db, key))
  for (const kind of ['website', 'text', 'question'] as const) {
    if (input[kind] && source.kind !== kind) throw validationError(kind, 'kind_mismatch')
  }
  if (schedule && source.kind !== 'website') throw validationError('schedule', 'kind_mismatch')
  if (website) await assertOwnWebsite(ctx, actor, website.start_url, 'website.start_url')
  const isMoved = website && website.start_url !== source.config.start_url && isNamedByUrl(source)
  const name =
    input.name ?? (isMoved ? await freeWebsiteName(ctx, actor, source.id, website.start_url) : undefined)
  const config = website ?? text ?? question
  const is_new = config !== undefined && !isDeepStrictEqual(config, source.config)
  return ctx.transaction(async (tx) => {
    const changes: store.SourceChanges = {
      ...(name === undefined ? {} : { name }),
      ...(is_enabled === undefined ? {} : { is_enabled }),
      ...(is_new ? { config } : {}),
      ...(schedule === undefined
        ? {}
        : { schedule, next_run_at: nextRunAfter(schedule, dueFrom(source.last_run_at, ctx.now())) }),
      ...(website && isOnOtherHost(website.start_url, source) ? { confirmed_at: null } : {}),
      ...(is_new && question ? { name: nameOf(question.question) } : {}),
    }
    const changed = await orNotFound(store.updateSource(tx, key, changes))
    await record(ctx, tx, actor, {
      action: 'source_changed',
      subject: changed.name,
      details: { fields: Object.keys(changes).join(' ') },
    })
    if (is_enabled !== undefined && is_enabled !== source.is_enabled) await tx.enqueue(showSourceJob, key)
    const has_new_content =
      (is_new && !website) || (name !== undefined && name !== source.name && source.kind === 'text')
    if (has_new_content) return restart(tx, key)
    tx.emit(dataSourceChanged, changed)
    return changed
  })
}

/** A schedule counts from the last run, or from an hour ago if that is later. */
const dueFrom = (last_run_at: string | null, now_ms: number) =>
  Math.max(last_run_at ? Date.parse(last_run_at) : now_ms, now_ms - hour_ms)
/** Whether the start page is on another host than the one that was confirmed. */
const isOnOtherHost = (start_url: string, { config }: DataSource) =>
  new URL(start_url).host !== URL.parse(config.start_url ?? '')?.host

/** @throws Problem `invalid_input` on `start_url`: nothing on the website names the public key */
export async function confirmDataSource(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.confirmDataSource>,
) {
  const key = keyOf(actor, input)
  const source = await orNotFound(store.findSource(ctx.db, key))
  const { start_url } = source.config
  if (!start_url) throw validationError('start_url', 'kind_mismatch')
  await assertOwnWebsite(ctx, actor, start_url, 'start_url')
  const website = await orNotFound(findWebsite(ctx.db, actor.integration_id))
  const url = new URL(start_url)
  if (!(await isConfirmedBySite(ctx, url, website.public_key)))
    throw validationError('start_url', `source_unconfirmed:${url.hostname}`)
  const confirmed_at = isoNow(ctx)
  return ctx.transaction(async (tx) => {
    const changed = await orNotFound(store.updateSource(tx, key, { confirmed_at }))
    tx.emit(dataSourceChanged, changed)
    return changed
  })
}

/** @throws Problem `invalid_input` on `status` if the source is already syncing */
export function syncDataSource(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.syncDataSource>,
) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    const queued = await store.startRun(tx, key)
    if (!queued) {
      const source = await orNotFound(store.findSource(tx, key))
      throw source.status === 'deleting' ? new Problem('not_found') : validationError('status', 'source_busy')
    }
    if (queued.kind === 'api') await documents.markAllPending(tx, key)
    await start(tx, queued)
    return queued
  })
}

/** Harmless when nothing is being read. */
export function stopDataSource(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.stopDataSource>,
) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    const stopped = await store.endRun(tx, key, 'paused', store.busy)
    if (stopped) tx.emit(dataSourceChanged, stopped)
    return stopped ?? orNotFound(store.findSource(tx, key))
  })
}

/** The source's status becomes `deleting` immediately; its content is removed in steps. */
export function deleteDataSource(
  ctx: Context,
  actor: MemberActor,
  input: Source<typeof contract.deleteDataSource>,
) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    const deleted = await store.endRun(tx, key, 'deleting')
    if (!deleted) {
      await orNotFound(store.findSource(tx, key))
      return null
    }
    tx.emit(dataSourceChanged, deleted)
    await tx.enqueue(deleteSourceJob, key)
    await record(ctx, tx, actor, { action: 'source_deleted', subject: deleted.name })
    return null
  })
}
