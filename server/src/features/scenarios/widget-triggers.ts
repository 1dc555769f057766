import { pageTriggerKinds, type ScenarioTrigger, type WidgetTrigger } from '@ozvi/contract'
import { isPageTrigger, type PageTrigger } from '@ozvi/contract/scenario-triggers'
import type { Db } from '#platform/context/context.ts'
import { listTriggers } from './run-store.ts'

/** The loader's configuration has 2 KiB for everything. */
const triggerBytesMax = 1_000

function daysOf({ frequency, days }: PageTrigger): { days?: number } {
  if (frequency === 'visit') return {}
  return { days: frequency === 'person' ? 0 : days }
}
function ruleOf(id: string, trigger: PageTrigger): WidgetTrigger {
  const { kind, page } = trigger
  return {
    id,
    kind,
    ...(page.match === 'any' ? {} : { page }),
    ...(kind === 'time_on_page' ? { at: trigger.seconds } : {}),
    ...(kind === 'scrolled' ? { at: trigger.percent } : {}),
    ...(kind === 'custom_event' ? { name: trigger.name } : {}),
    ...daysOf(trigger),
  }
}
const bytesOf = (rules: readonly WidgetTrigger[]) => Buffer.byteLength(JSON.stringify(rules))

/** Rules of published scenarios that start on a page, by position; those that don't fit are left out. */
export async function fittingTriggers(db: Db, integration_id: string): Promise<WidgetTrigger[]> {
  const rules: WidgetTrigger[] = []
  for (const { id, trigger } of await listTriggers(db, integration_id, pageTriggerKinds)) {
    if (!isPageTrigger(trigger)) continue
    const rule = ruleOf(id, trigger)
    if (bytesOf([...rules, rule]) <= triggerBytesMax) rules.push(rule)
  }
  return rules
}
/** Whether the loader's configuration has room for the trigger next to those of other published scenarios. */
export async function hasRoomFor(
  db: Db,
  { integration_id, scenario_id }: { integration_id: string; scenario_id: string },
  trigger: ScenarioTrigger,
): Promise<boolean> {
  if (!isPageTrigger(trigger)) return true
  const others = await fittingTriggers(db, integration_id)
  const rules = [...others.filter(({ id }) => id !== scenario_id), ruleOf(scenario_id, trigger)]
  return bytesOf(rules) <= triggerBytesMax
}
