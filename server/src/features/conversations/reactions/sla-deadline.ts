import { computeSlaDeadline, slaSettings } from '#features/sla'
import { setSlaDeadline } from '../timers/sla-store.ts'
import { settling } from './reaction.ts'

/** Recomputes when a reply is due. */
export const slaDeadline = settling({
  name: 'SLA deadline',
  read: () => slaSettings,
  async run(ctx, tx, { key, conversation }, settings) {
    const clock = computeSlaDeadline(ctx, conversation, settings ?? null)
    if (clock) await setSlaDeadline(tx, key, clock, ctx.now())
    return clock
  },
})
