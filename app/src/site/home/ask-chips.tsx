import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'

/** Each with the page that answers it, which it links to while there is no chat. */
const questions = [
  { question: 'site.ask_install', path: '/documentation/widget/install' },
  { question: 'site.ask_cost', path: '/documentation' },
  { question: 'site.ask_model', path: '/documentation/assistant' },
] as const

/** Example questions about Ozvi; once the site's chat has loaded, they are asked there. */
export function AskChips() {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="mt-10">
      <h2 className="flex items-center gap-2 text-base font-medium">
        <Icon name="message" size={16} className="text-primary" />
        {t('site.ask_title')}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {questions.map(({ question, path }) => (
          <li key={question}>
            <a
              href={`/${locale}${path}`}
              data-ask={t(question)}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-raised px-4 py-1.5 text-left text-base hover:border-strong touch:min-h-11"
            >
              {t(question)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
