import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Icon, isIconName } from '#ui/icon.tsx'
import { LazyIcon } from '#ui/lazy-icon.tsx'
import { addressOf } from '../content/address.ts'
import { entries } from '../content/content.server.ts'
import { EntryCard, ListHeader, TryIt } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'
import { topicOf } from './topic.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const { locale, path } = addressOf(request)
  const kind = topicOf(path)
  return { kind, topics: entries(locale, kind) }
}

/** Features and solutions are both lists of topics. The first spans its row if the last would be alone in one. */
// React Router requires a default export.
export default function TopicsPage() {
  const t = useT()
  const locale = useLocale()
  const { kind, topics } = useLoaderData<typeof loader>()
  const title = t(`content.${kind}`)
  const text = t(`content.${kind}_text`)
  return (
    <>
      <Head title={title} description={text} />
      <ListHeader title={title} text={text} />
      <ul className="mx-auto grid w-full max-w-6xl gap-4 px-4 py-10 sm:grid-cols-2 sm:gap-6 sm:px-6 sm:py-14 lg:grid-cols-3">
        {topics.map(({ path, title: name, description, icon }) => (
          <EntryCard
            key={path}
            href={`/${locale}${path}`}
            title={name}
            text={description}
            className="sm:max-lg:first:nth-last-[odd]:col-span-2 lg:first:nth-last-[3n+1]:col-span-3"
            icon={isIconName(icon) ? <Icon name={icon} size={24} /> : <LazyIcon name={icon} size={24} />}
          />
        ))}
      </ul>
      <TryIt />
    </>
  )
}
