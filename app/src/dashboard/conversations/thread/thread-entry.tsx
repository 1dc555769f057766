import type { InboxRow, Message } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { EventRow, EventsRow } from './event-row.tsx'
import { HandoverNotice } from './hand-over.tsx'
import { MessageGroup } from './message-group.tsx'
import type { Entry } from './thread-entries.ts'

export function ThreadEntry({
  entry,
  row,
  messages,
}: {
  entry: Entry
  row: InboxRow
  messages: readonly Message[]
}) {
  const t = useT()
  switch (entry.kind) {
    case 'day':
      return <Day time={entry.time} />
    case 'new':
      return (
        <p className="flex items-center gap-3 text-sm font-medium text-danger before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
          {t('conversations.new')}
        </p>
      )
    case 'line':
      return <EventRow message={entry.message} />
    case 'events':
      return <EventsRow messages={entry.messages} />
    case 'hand_over':
      return <HandoverNotice message={entry.message} messages={messages} />
    case 'group':
      return <MessageGroup group={entry.messages} row={row} messages={messages} />
  }
}

function Day({ time }: { time: string }) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-inset after:h-px after:flex-1 after:bg-inset">
      <BaseDate time={time} format="day" className="first-letter:uppercase" />
    </p>
  )
}
