import type { InboxRow } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { customerName } from '../people/names.ts'
import type { useTypingUsers } from '../composer/typing.ts'

const dot = 'size-1.5 animate-typing rounded-full bg-current motion-reduce:hidden'

/** Typing indicator. Its space is reserved, so that nothing shifts. */
export function TypingIndicator({
  typingUsers,
  row,
}: {
  typingUsers: ReturnType<typeof useTypingUsers>
  row: InboxRow
}) {
  const t = useT()
  const names = typingUsers.map(({ side, name }) => {
    if (side === 'assistant') return t('conversations.by_assistant')
    return side === 'visitor' ? customerName(row, t) : (name ?? t('conversations.by_member'))
  })
  return (
    <p role="status" className="flex h-6 items-center gap-2 pt-2 text-sm text-muted">
      {names.length > 0 && (
        <>
          <span aria-hidden="true" className="flex items-center gap-1">
            <span className={dot} />
            <span className={dot} style={{ animationDelay: '160ms' }} />
            <span className={dot} style={{ animationDelay: '320ms' }} />
          </span>
          {t('conversations.writing', { names: names.join(', '), count: names.length })}
        </>
      )}
    </p>
  )
}
