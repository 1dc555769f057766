import type { PgBoss } from 'pg-boss'

/** The queue of jobs that have failed permanently. */
export const deadLetters = 'dead-letters'

export interface DeadLetter {
  id: string
  job: string
  data: unknown
  /** How often it was claimed. */
  attempts: number
  /** The error of the last run. */
  error: string
  enqueued_at: string
  died_at: string
}

/** Permanently failed jobs, newest first, at most 1000. */
export async function listDeadLetters(boss: PgBoss): Promise<DeadLetter[]> {
  const jobs = await boss.findJobs(deadLetters)
  return jobs
    .map((letter) => ({
      id: letter.id,
      job: letter.sourceName ?? '',
      data: letter.data,
      attempts: (letter.sourceRetryCount ?? 0) + 1,
      error: reason(letter.sourceOutput),
      enqueued_at: (letter.sourceCreatedOn ?? letter.createdOn).toISOString(),
      died_at: letter.createdOn.toISOString(),
    }))
    .sort((a, b) => b.died_at.localeCompare(a.died_at))
    .slice(0, 1000)
}

function reason(output: object | null): string {
  if (output && 'message' in output && typeof output.message === 'string') return output.message
  return JSON.stringify(output)
}
