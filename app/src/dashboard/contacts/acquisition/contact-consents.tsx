import type { ContactConsent } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { isWeb, pathOf } from '#dashboard/conversations'

/** Consents of a contact: what, when, in which words and where. */
export function ContactConsents({ consents }: { consents: readonly ContactConsent[] }) {
  const t = useT()
  return (
    <section aria-labelledby="contact-consents" className="border-t border-line px-4 py-4 text-sm">
      <h2 id="contact-consents" className="mb-2 font-semibold">
        {t('contact-acquisition.consents')}
      </h2>
      {consents.length === 0 ? (
        <p className="text-muted">{t('contact-acquisition.consents_none')}</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {consents.map((consent) => (
            <Consent key={consent.id} consent={consent} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Consent({ consent: { kind, at, text, url } }: { consent: ContactConsent }) {
  const t = useT()
  const formats = useFormats()
  const time = formats.dateTime(at)
  return (
    <li className="min-w-0 break-words">
      {t(`contact-acquisition.consent_${kind}`)}
      {text && <q className="block text-muted">{text}</q>}
      <span className="block text-muted" title={url ?? undefined}>
        {url && isWeb(url) ? t('contact-acquisition.consent_at', { time, place: pathOf(url) }) : time}
      </span>
    </li>
  )
}
