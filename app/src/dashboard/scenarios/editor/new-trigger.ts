import { type ScenarioTrigger, triggerFrequencyDefault_days, triggerKinds } from '@ozvi/contract'

const onPage = {
  page: { match: 'any' as const, value: '' },
  frequency: 'visit' as const,
  days: triggerFrequencyDefault_days,
}

/** A trigger of this kind with its defaults. */
export function newTrigger(name: string): ScenarioTrigger {
  const kind = triggerKinds.find((each) => each === name) ?? 'manual'
  switch (kind) {
    case 'conversation_started':
      return { kind, page: '' }
    case 'message':
      return { kind, words: [] }
    case 'time_on_page':
      return { kind, ...onPage, seconds: 30 }
    case 'scrolled':
      return { kind, ...onPage, percent: 50 }
    case 'custom_event':
      return { kind, ...onPage, name: '' }
    case 'customer_silent':
    case 'team_silent':
      return { kind, minutes: 10 }
    case 'rating_received':
      return { kind, band: 'low' }
    case 'not_answered':
    case 'outside_hours':
    case 'manual':
      return { kind }
    default:
      return { kind, ...onPage }
  }
}
