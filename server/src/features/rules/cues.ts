import type { RuleEvent } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Tx } from '#platform/context/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/** Something has happened to a conversation that rules wait for. Done by the runs of rules. */
export const runRulesNow = defineJob(
  'rules.run',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 2 },
)

/** What rules have to do with something that happens. */
export interface LedBy {
  /** Those without which it might not: none of them is set off by it. */
  rules: readonly string[]
  /** How many set each other off, one after the other. */
  depth: number
}
export const byNoRule: LedBy = { rules: [], depth: 0 }

interface Happened extends LedBy {
  integration_id: string
  conversation_id: string
  /** What was said last when it happened. */
  seq: number
  at: string
}
/** Leaves a mark of what happened, in the commit in which it does, where a rule waits for it. */
export async function cueRules(tx: Tx, happened: Happened, events: readonly RuleEvent[]): Promise<void> {
  if (events.length === 0) return
  const { integration_id, conversation_id, rules } = happened
  const awaited = await store.listAwaited(tx, integration_id, events)
  if (awaited.length === 0) return
  const cues = events.filter((event) => awaited.includes(event))
  await store.insertCues(
    tx,
    cues.map((event) => ({ ...happened, rules: [...rules], event })),
  )
  await tx.enqueue(runRulesNow, { integration_id, conversation_id })
}
