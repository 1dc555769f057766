import { query } from '@ozvi/wire'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DownloadLink } from '#dashboard/confirmation'

interface ExportLinkProps {
  integration_id: string
  /** The exported contacts: a filter, or ids. */
  of: Record<string, string>
  columns: readonly string[]
}
/** Exports contacts with these columns. */
export function ExportLink({ integration_id, of, columns }: ExportLinkProps) {
  const t = useT()
  const time_zone = useTimeZone() ?? 'UTC'
  return (
    <DownloadLink
      href={`/api/integration/${integration_id}/contact-export${query({ ...of, time_zone, columns: columns.join(',') })}`}
      className={buttonStyle('plain', 'sm')}
    >
      <Icon name="arrow-down" size={16} />
      <span className="max-sm:sr-only">{t('contacts.export')}</span>
    </DownloadLink>
  )
}
