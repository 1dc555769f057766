import type { CannedReply } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'

/** What a reply without words is shown by. */
export const namesOf = ({ attachments }: Pick<CannedReply, 'attachments'>): string =>
  attachments.map(({ name }) => name).join(', ')

/** How many files go with a reply. */
export function FileCount({ count }: { count: number }) {
  const t = useT()
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 self-center text-sm text-muted">
      <Icon name="paperclip" size={14} />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('canned-replies.files_count', { count })}</span>
    </span>
  )
}
