import type { CannedReply } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'

/** The file names, shown for a reply without text. */
export const namesOf = ({ attachments }: Pick<CannedReply, 'attachments'>): string =>
  attachments.map(({ name }) => name).join(', ')

/** Number of files of a reply. */
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
