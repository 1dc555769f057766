import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'

const questions = ['key', 'language', 'data', 'price', 'wrong'] as const

/** Questions before signing up; collapsed, but readable for search engines. */
export function Questions() {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="border-t border-line bg-subtle">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 className="text-3xl font-semibold tracking-[-0.02em]">{t('site.questions_title')}</h2>
          <a href={`/${locale}/documentation`} className={linkStyle('mt-4 inline-block py-1 text-md')}>
            {t('site.questions_more')}
          </a>
        </div>
        <div className="flex flex-col gap-3">
          {questions.map((question) => (
            <details key={question} className="group rounded-card border border-line bg-raised">
              <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 rounded-card px-5 py-3 text-md font-medium [&::-webkit-details-marker]:hidden">
                {t(`site.question_${question}`)}
                <Icon
                  name="chevron-down"
                  className="ml-auto text-muted transition-transform duration-160 group-open:rotate-180"
                />
              </summary>
              <p className="max-w-[66ch] px-5 pb-5 text-md text-muted">{t(`site.answer_${question}`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
