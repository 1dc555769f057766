import { type ContactProfile, originNames } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { isWeb } from '#dashboard/conversations'
import { deviceName, originTitle } from './names.ts'

/** The time zone is shown as local time. */
const told = originNames.filter((name) => name !== 'time_zone')

/** Acquisition source and device, from the first visit. */
export function ContactOrigin({ profile }: { profile: ContactProfile }) {
  const t = useT()
  const known = told.filter((name) => profile[name])
  return (
    <section aria-labelledby="contact-origin" className="border-t border-line px-4 py-4 text-sm">
      <h2 id="contact-origin" className="mb-2 font-semibold">
        {t('contact-origin.title')}
      </h2>
      {known.length === 0 ? (
        <p className="text-muted">{t('contact-origin.unknown')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {known.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{originTitle(name, t)}</dt>
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

function Value({ name, profile }: { name: (typeof told)[number]; profile: ContactProfile }) {
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
