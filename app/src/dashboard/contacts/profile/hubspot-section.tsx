import type { HubspotRecord } from '@ozvi/contract'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'

/** The contact's record in HubSpot, with the properties chosen in the settings. */
export function HubspotSection({ record: { url, properties } }: { record: HubspotRecord }) {
  const t = useT()
  const valueText = usePropertyText()
  return (
    <section aria-labelledby="contact-hubspot" className="border-t border-line px-4 py-4 text-sm">
      <div className="flex items-center justify-between gap-3">
        <h2 id="contact-hubspot" className="font-semibold">
          HubSpot
        </h2>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 text-muted underline-offset-2 hover:text-ink hover:underline touch:min-h-11"
        >
          {t('contacts.hubspot_open')}
          <Icon name="external-link" size={14} />
        </a>
      </div>
      {properties.length > 0 && (
        <dl className="mt-2 grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
          {properties.map((property) => (
            <div key={property.name} className="contents">
              <dt className="min-w-0 break-words text-muted">{property.label}</dt>
              <dd className="min-w-0 break-words whitespace-pre-line">{valueText(property)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Formats values for the locale. Values that don't match their type are returned unchanged. */
function usePropertyText() {
  const t = useT()
  const formats = useFormats()
  const days = useFormatsIn('UTC')
  return ({ type, value }: HubspotRecord['properties'][number]): string => {
    if (type === 'boolean' && (value === 'true' || value === 'false'))
      return t(value === 'true' ? 'contacts.yes' : 'contacts.no')
    if (type === 'number') return Number.isFinite(Number(value)) ? formats.number(Number(value)) : value
    const isTime = type === 'date' || type === 'datetime'
    if (!isTime || Number.isNaN(Date.parse(value))) return value
    return type === 'date' ? days.date(value) : formats.dateTime(value)
  }
}
