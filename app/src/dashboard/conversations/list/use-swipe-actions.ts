import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useConversationActions } from '../data/actions.ts'
import { rowsIn } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { snoozeTimes } from '../snooze/snooze-times.ts'
import { useSwipe } from './use-swipe.ts'

/** On a touch screen, a swipe over a row resolves its conversation or snoozes it until tomorrow. */
export function useSwipeActions(scroller: RefObject<HTMLDivElement | null>, isEnabled: boolean) {
  const cache = useQueryClient()
  const actions = useConversationActions(useInbox().integration.id)
  useSwipe(scroller, isEnabled, (id, swipe) => {
    const row = rowsIn(cache).get(id)
    const tomorrow = snoozeTimes(Date.now()).find(({ name }) => name === 'tomorrow')
    if (row && swipe === 'resolve') void actions.setStatus(row, 'resolved')
    else if (row && tomorrow) void actions.snooze(row, tomorrow.until)
  })
}
