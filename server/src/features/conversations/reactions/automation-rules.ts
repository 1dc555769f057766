import type { RuleEvent } from '@ozvi/contract'
import { awaitedOf, noCause, triggerRules } from '#features/rules'
import { reaction } from './reaction.ts'
import { isSpamFromCustomer } from './notify-members.ts'
import { ruleEventsOf } from './rule-events.ts'

/** Records triggers for enabled rules that listen for the entry's events. */
export const automationRules = reaction<RuleEvent[]>({
  name: 'automation rules',
  read({ key, entry: { author, kind, details = {} } }) {
    // Whether it is the customer's first message is known only later, so this asks for both events.
    const events = ruleEventsOf({ author, kind, details, visitor_prev: 0 })
    return events.length > 0 ? awaitedOf(key.integration_id, events) : undefined
  },
  when: (stored) => !isSpamFromCustomer(stored),
  async run(_ctx, tx, { key, entry, message, at }, awaited) {
    const happened = { ...key, seq: message.seq, at, ...(entry.caused_by ?? noCause) }
    await triggerRules(
      tx,
      happened,
      ruleEventsOf(message).filter((event) => awaited?.includes(event)),
    )
  },
})
