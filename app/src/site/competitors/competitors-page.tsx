import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { noonOf } from '../content/day.ts'
import { EntryCard, ListHeader, TryIt } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  return { competitors: entries(addressOf(request).locale, 'competitors') }
}

// React Router requires a default export.
export default function CompetitorsPage() {
  const t = useT()
  const locale = useLocale()
  const { date } = useFormats()
  const { competitors } = useLoaderData<typeof loader>()
  return (
    <>
      <Head title={t('content.competitors')} description={t('content.competitors_text')} />
      <ListHeader title={t('content.competitors')} text={t('content.competitors_text')} />
      <ul className="mx-auto grid w-full max-w-6xl gap-4 px-4 py-10 sm:grid-cols-2 sm:gap-6 sm:px-6 sm:py-14">
        {competitors.map(({ path, name, description, checked }) => (
          <EntryCard
            key={path}
            href={`/${locale}${path}`}
            title={t('content.versus', { name })}
            text={description}
            meta={t('content.checked', { date: date(noonOf(checked)) })}
          />
        ))}
      </ul>
      <TryIt />
    </>
  )
}
