import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { useReplyCollision } from '../composer/reply-collision.ts'

/** Shows who has replied in the meantime; the author can send anyway or keep editing. */
export function CollisionAlert({
  collision: { names, allow },
  onSend,
  onEdit,
}: {
  collision: Pick<ReturnType<typeof useReplyCollision>, 'names' | 'allow'>
  onSend: () => void
  onEdit: () => void
}) {
  const t = useT()
  if (!names) return null
  const then = (action: () => void) => () => {
    allow()
    action()
  }
  return (
    <Alert tone="warning" title={t('conversations.collision', { name: names })} className="mb-2">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={then(onSend)}>
          {t('conversations.collision_send')}
        </Button>
        <Button size="sm" onClick={then(onEdit)}>
          {t('conversations.collision_edit')}
        </Button>
      </div>
    </Alert>
  )
}
