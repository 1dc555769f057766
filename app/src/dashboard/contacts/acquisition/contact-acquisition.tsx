import { type ContactProfile, acquisitionNames } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { isWeb } from '#dashboard/conversations'
import { deviceName, acquisitionTitle } from './names.ts'

/** The time zone is shown as local time. */
const shownNames = acquisitionNames.filter((name) => name !== 'time_zone')

/** Acquisition source and device, from the first visit. */
export function ContactAcquisition({ profile }: { profile: ContactProfile }) {
  const t = useT()
  const filledNames = shownNames.filter((name) => profile[name])
  return (
    <section aria-labelledby="contact-origin" className="border-t border-line px-4 py-4 text-sm">
      <h2 id="contact-origin" className="mb-2 font-semibold">
        {t('contact-acquisition.title')}
      </h2>
      {filledNames.length === 0 ? (
        <p className="text-muted">{t('contact-acquisition.unknown')}</p>
      ) : (
        <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
          {filledNames.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{acquisitionTitle(name, t)}</dt>
              <dd className="min-w-0 break-words">
                <Value name={name} profile={profile} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Value({ name, profile }: { name: (typeof shownNames)[number]; profile: ContactProfile }) {
  const t = useT()
  if (name === 'device') return profile.device && deviceName(profile.device, t)
  const value = profile[name]
  if (!value || !isWeb(value)) return value
  return (
    <a
      href={value}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="rounded-[3px] break-all hover:underline"
    >
      {value}
    </a>
  )
}
