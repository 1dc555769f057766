import { day_ms, minute_ms } from '../durations.ts'
import {
  type Flow,
  type PageTriggerKind,
  pageTriggerKinds,
  type ScenarioTrigger,
  triggerFrequencyDefault_days,
} from './flow.ts'
import { isInAudience } from './flow-conditions.ts'
import { matchesMessage } from './message-match.ts'
import { matchesPage } from './page-rule.ts'
import type { RunContext } from './run.ts'

/*
 * Whether something that happens in a conversation starts a scenario.
 */

export type TriggerEvent =
  | { kind: 'message'; text: string; is_first: boolean }
  /** The assistant couldn't answer. */
  | { kind: 'not_answered' }
  /** No reply for this many minutes; `side` is the party that should have replied. */
  | { kind: 'silence'; side: 'customer' | 'team'; minutes: number }
  | { kind: 'rating'; score: number }
  /** The visitor's browser says that the trigger of this scenario applies. */
  | { kind: 'page' }

export type PageTrigger = Extract<ScenarioTrigger, { kind: PageTriggerKind }>
export const isPageTrigger = (trigger: ScenarioTrigger): trigger is PageTrigger =>
  pageTriggerKinds.some((kind) => kind === trigger.kind)

export type EventTrigger = Exclude<ScenarioTrigger, PageTrigger | { kind: 'manual' }>
export const isEventTrigger = (trigger: ScenarioTrigger): trigger is EventTrigger =>
  !isPageTrigger(trigger) && trigger.kind !== 'manual'

/** A visit ends after so long without a page. */
const visit_ms = 30 * minute_ms
/**
 * Whether the trigger's frequency lets the scenario start again for a person.
 *
 * @param last when it last started for them, ISO 8601; undefined if never
 * @param now ms since 1970
 */
export function isDue(trigger: ScenarioTrigger, last: string | undefined, now: number): boolean {
  if (last === undefined || trigger.kind === 'manual') return true
  const elapsed_ms = now - Date.parse(last)
  switch (trigger.frequency) {
    case 'person':
      return false
    case 'visit':
      return elapsed_ms >= visit_ms
    case 'days':
      return elapsed_ms >= (trigger.days ?? triggerFrequencyDefault_days) * day_ms
    default:
      return true
  }
}

const isInBand = (score: number, band: 'any' | 'low' | 'high') =>
  band === 'any' || (band === 'low' ? score <= 2 : score >= 4)
function isTriggered({ trigger }: Flow, event: TriggerEvent, { page, is_open }: RunContext): boolean {
  const isFirst = event.kind === 'message' && event.is_first
  if (isPageTrigger(trigger)) return event.kind === 'page' && matchesPage(trigger.page, page)
  switch (trigger.kind) {
    case 'conversation_started':
      return isFirst && page.toLowerCase().includes(trigger.page.toLowerCase())
    case 'message':
      return event.kind === 'message' && matchesMessage(trigger, event.text)
    case 'not_answered':
      return event.kind === 'not_answered'
    case 'outside_hours':
      return isFirst && !is_open
    case 'customer_silent':
    case 'team_silent':
      return (
        event.kind === 'silence' &&
        trigger.kind === `${event.side}_silent` &&
        trigger.minutes === event.minutes
      )
    case 'rating_received':
      return event.kind === 'rating' && isInBand(event.score, trigger.band)
    case 'manual':
      return false
  }
}
/** Whether an event starts the flow for this customer: its trigger and audience. */
export const startsOn = (flow: Flow, event: TriggerEvent, context: RunContext): boolean =>
  isTriggered(flow, event, context) && isInAudience(flow.audience, { ...context, variables: {} })
