import { useT } from '#platform/i18n/provider.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { useOthersHere } from './presence.ts'

const shown = 3
/** Members who have the conversation open as well, so that nobody answers twice. */
export function OthersHere({ conversation_id }: { conversation_id: string }) {
  const t = useT()
  const others = useOthersHere(conversation_id)
  const name = others[0]?.name ?? ''
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center px-4">
      {others.length > 0 && (
        <p className="flex min-w-0 items-center gap-2 rounded-full border border-line bg-raised py-1 pr-3 pl-1.5 text-sm shadow-popover">
          <span className="flex shrink-0 -space-x-1.5">
            {others.slice(0, shown).map(({ id, name }) => (
              <Avatar key={id} name={name} size="2xs" className="ring-2 ring-(--bg-raised)" />
            ))}
          </span>
          <span className="truncate">
            {others.length === 1
              ? t('conversations.also_here', { name })
              : t('conversations.also_here_more', { name, count: others.length - 1 })}
          </span>
        </p>
      )}
    </div>
  )
}
