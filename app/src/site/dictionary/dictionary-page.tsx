import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { ListHeader } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const { locale } = addressOf(request)
  const letters = new Map<string, { path: string; term: string; description: string }[]>()
  for (const { path, term, description } of entries(locale, 'dictionary')) {
    const letter = (term[0] ?? '').toLocaleUpperCase(locale)
    letters.set(letter, [...(letters.get(letter) ?? []), { path, term, description }])
  }
  return { letters: [...letters] }
}

// React Router requires a default export.
export default function DictionaryPage() {
  const t = useT()
  const locale = useLocale()
  const { letters } = useLoaderData<typeof loader>()
  return (
    <>
      <Head
        title={t('content.dictionary')}
        description={t('content.dictionary_text')}
        data={{
          '@type': 'DefinedTermSet',
          name: t('content.dictionary'),
          hasDefinedTerm: letters.flatMap(([, terms]) =>
            terms.map(({ term, description }) => ({ '@type': 'DefinedTerm', name: term, description })),
          ),
        }}
      />
      <ListHeader title={t('content.dictionary')} text={t('content.dictionary_text')}>
        <nav aria-label={t('content.letters')} className="mt-6">
          <ul className="flex flex-wrap gap-1.5">
            {letters.map(([letter]) => (
              <li key={letter}>
                <a
                  href={`#${letter}`}
                  className="flex size-9 items-center justify-center rounded-control border border-line bg-raised font-medium hover:border-strong touch:size-11"
                >
                  {letter}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </ListHeader>
      <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        {letters.map(([letter, terms]) => (
          <section
            key={letter}
            id={letter}
            className="grid scroll-mt-20 gap-x-8 gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-0 sm:grid-cols-[4rem_1fr]"
          >
            <h2 className="text-2xl font-semibold text-primary">{letter}</h2>
            <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
              {terms.map(({ path, term, description }) => (
                <li key={path}>
                  <a
                    href={`/${locale}${path}`}
                    className="rounded-[3px] text-md font-semibold underline-offset-3 hover:text-primary hover:underline"
                  >
                    {term}
                  </a>
                  <p className="mt-1 text-base text-muted">{description}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
