import { randomUUID } from 'node:crypto'
import type * as contract from '@ozvi/contract'
import type { Input } from '@ozvi/contract'
import { resolveQuestions } from '#features/assistant'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import type { Upload } from '#platform/http/upload.ts'
import { tasksOf } from '#platform/threads/index.ts'
import { questionKey } from './extract/answer-rows.ts'
import { addQuestion, withFileErrors, restart } from './service.ts'
import * as store from './store.ts'

const rowsTask = tasksOf<typeof import('./extract/answer-rows.ts')>(
  new URL('./extract/answer-rows.ts', import.meta.url),
)
/** Answers saved in one transaction. Keeps transactions short. */
const chunk = 25

/** Adds saved answers and updates those whose question exists. Idempotent. */
export async function importSavedAnswers(
  ctx: Context,
  actor: MemberActor,
  _input: Input<typeof contract.importSavedAnswers>,
  { bytes, fields }: Upload,
) {
  const reading = ctx.threads.requests.run(rowsTask('readAnswerRows'), bytes)
  const { answers, rejected } = await withFileErrors(reading, 'file')
  if (answers.length + rejected.length === 0) throw validationError('file', 'file_empty')
  const existing = new Map<string, { id: string; config: contract.DataSource['config'] }>()
  for (const { id, kind, config } of await store.listSources(ctx.db, actor.integration_id))
    if (kind === 'question') existing.set(questionKey(config.question ?? ''), { id, config })
  const isSame = (answer: (typeof answers)[number], config: contract.DataSource['config']) =>
    answer.answer === config.answer &&
    answer.alternatives.join('\n') === (config.alternatives ?? []).join('\n')
  const added = answers.filter(({ question }) => !existing.has(questionKey(question)))
  const updated = answers.flatMap((answer) => {
    const source = existing.get(questionKey(answer.question))
    return source && !isSame(answer, source.config) ? [{ source_id: source.id, answer }] : []
  })
  const outcome = {
    added: added.length,
    updated: updated.length,
    unchanged: answers.length - added.length - updated.length,
    rejected,
  }
  if (fields['is_trial'] === 'true') return outcome
  for (let index = 0; index < added.length; index += chunk) {
    const rows = added.slice(index, index + chunk)
    // Sources created in one transaction have the same time and are listed by id.
    const ids = rows.map(() => randomUUID()).toSorted()
    const known_count = await ctx.transaction(async (tx) => {
      await store.lockQuestions(tx, actor.integration_id)
      // The same file may be imported twice at the same time.
      const questions = await store.listQuestions(tx, actor.integration_id)
      const known = new Set(questions.map(questionKey))
      const missing = rows.filter(({ question }) => !known.has(questionKey(question)))
      for (const [answerIndex, answer] of missing.entries())
        await addQuestion(ctx, tx, actor, { ...answer, id: ids[answerIndex] ?? randomUUID() })
      return rows.length - missing.length
    })
    outcome.added -= known_count
    outcome.unchanged += known_count
  }
  for (let index = 0; index < updated.length; index += chunk)
    await ctx.transaction(async (tx) => {
      for (const { source_id, answer } of updated.slice(index, index + chunk)) {
        const key = { integration_id: actor.integration_id, source_id }
        const changed = await store.updateSource(tx, key, { config: answer })
        // It may have been deleted in the meantime.
        if (!changed) continue
        await record(ctx, tx, actor, {
          action: 'source_changed',
          subject: changed.name,
          details: { fields: 'config' },
        })
        await restart(tx, key)
        const wordings = [answer.question, ...answer.alternatives]
        await resolveQuestions(tx, actor.integration_id, { wordings })
      }
    })
  return outcome
}
