import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Segments } from '#ui/segments.tsx'

/** All contacts, or those online now with their number. */
export function ViewSwitch({
  isOnlineView,
  onChange,
  total,
}: {
  isOnlineView: boolean
  onChange: (isOnline: boolean) => void
  total: number | undefined
}) {
  const t = useT()
  const formats = useFormats()
  return (
    <Segments
      label={t('contacts.view')}
      value={isOnlineView ? 'online' : 'all'}
      onChange={(view) => onChange(view === 'online')}
      options={[
        { value: 'all', label: t('contacts.view_everyone') },
        {
          value: 'online',
          label:
            total === undefined
              ? t('contacts.view_online')
              : t('contacts.view_online_count', { count: formats.number(total) }),
        },
      ]}
    />
  )
}
