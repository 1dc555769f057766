import type { RuleEvent } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Tx } from '#platform/context/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/** Runs the rules for something that has happened to a conversation. */
export const runRulesJob = defineJob(
  'rules.run',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 2 },
)

/** The rules that caused an event. */
export interface Causation {
  /** Rules in the chain of causes; none of them is triggered again. */
  rules: readonly string[]
  /** Length of the chain. */
  depth: number
}
export const noCause: Causation = { rules: [], depth: 0 }

interface RuleOccurrence extends Causation {
  integration_id: string
  conversation_id: string
  /** `seq` of the last message at that time. */
  seq: number
  at: string
}
/** Records triggers in the same transaction, for events that an enabled rule listens for. */
export async function triggerRules(
  tx: Tx,
  happened: RuleOccurrence,
  awaited: readonly RuleEvent[],
): Promise<void> {
  if (awaited.length === 0) return
  const { integration_id, conversation_id, rules } = happened
  await store.insertTriggers(
    tx,
    awaited.map((event) => ({ ...happened, rules: [...rules], event })),
  )
  await tx.enqueue(runRulesJob, { integration_id, conversation_id })
}
