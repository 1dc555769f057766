import type { Viewer } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { MemberAvatar } from '../people/member-avatar.tsx'
import { useMembers } from '../people/members.ts'

/** A teammate who has a conversation open, or types in it. */
export interface ConversationViewer extends Viewer {
  is_writing?: true
}

interface ViewersProps {
  integration_id: string
  viewers: readonly ConversationViewer[]
}

const shownMax = 3
/** Teammates at a conversation: a ring for viewers, a pen for those typing. */
function Avatars({ integration_id, viewers }: ViewersProps) {
  const members = useMembers(integration_id)
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-1.5">
      {viewers.slice(0, shownMax).map(({ user_id, is_writing }) => (
        <span key={user_id} className="relative flex rounded-full">
          <MemberAvatar
            integration_id={integration_id}
            user_id={user_id}
            name={members.find((member) => member.user_id === user_id)?.name ?? ''}
            size="3xs"
            className="outline-2 outline-offset-1 outline-primary"
          />
          {is_writing && (
            <span className="absolute -right-1.5 -bottom-1.5 flex size-3.5 animate-typing items-center justify-center rounded-full bg-primary text-on-primary motion-reduce:animate-none">
              <Icon name="pencil" size={10} />
            </span>
          )}
        </span>
      ))}
      {viewers.length > shownMax && (
        <span className="text-xs font-medium text-muted">+{viewers.length - shownMax}</span>
      )}
    </span>
  )
}

/** `Eva is typing`, else `Eva is viewing this too`: typing matters more. */
function useViewerText({ integration_id, viewers }: ViewersProps) {
  const t = useT()
  const members = useMembers(integration_id)
  const nameOf = ({ user_id }: ConversationViewer) =>
    members.find((member) => member.user_id === user_id)?.name ?? t('conversations.by_member')
  const writers = viewers.filter(({ is_writing }) => is_writing)
  const [first] = viewers
  const others = viewers.length - 1
  const name = first ? nameOf(first) : ''
  return {
    online:
      others > 0
        ? t('conversations.also_viewing_more', { name, count: others })
        : t('conversations.also_viewing', { name }),
    writing:
      writers.length > 0
        ? t('conversations.writing', { names: writers.map(nameOf).join(', '), count: writers.length })
        : undefined,
  }
}

/** @param viewers of one conversation; a person who is typing may be listed twice */
export function Viewers({
  integration_id,
  viewers,
  isInHeader,
}: ViewersProps & { isInHeader?: true | undefined }) {
  const people = viewers.filter(
    ({ user_id }, index) => viewers.findIndex((one) => one.user_id === user_id) === index,
  )
  const { online, writing } = useViewerText({ integration_id, viewers: people })
  const faces = <Avatars integration_id={integration_id} viewers={people} />
  if (!isInHeader) {
    return (
      <span title={writing ?? online} className="flex shrink-0 items-center self-center px-0.5">
        {faces}
        <span className="sr-only">{writing ?? online}</span>
      </span>
    )
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {faces}
      <span aria-hidden="true" className="truncate">
        {writing ?? online}
      </span>
      {/* Typing is announced at the end of the thread; viewers are announced here. */}
      <span className="sr-only">{online}</span>
    </span>
  )
}
