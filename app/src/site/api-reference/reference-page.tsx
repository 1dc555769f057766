import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { addressOf } from '../content/address.ts'
import { article } from '../content/content.server.ts'
import { ArticleHeader, Breadcrumbs } from '../content/page-parts.tsx'
import { Prose } from '../content/prose.tsx'
import { Head } from '../seo/head.tsx'
import { referenceRoot } from './address.ts'
import { contentsOf } from './contents.server.ts'
import { Method } from './method.tsx'
import { ReferenceFrame } from './reference-frame.tsx'
import { readReference } from './reference.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { locale } = addressOf(request)
  const page = await article(locale, 'documentation', referenceRoot)
  return { page, contents: contentsOf(await readReference(context)) }
}

// React Router requires a default export.
export default function ReferencePage() {
  const t = useT()
  const locale = useLocale()
  const { page, contents } = useLoaderData<typeof loader>()
  const { title, description } = page.entry
  return (
    <ReferenceFrame contents={contents} at={referenceRoot}>
      <Head
        title={title}
        description={description}
        data={{ '@type': 'TechArticle', headline: title, description }}
      />
      <Breadcrumbs
        steps={[
          { label: t('content.documentation'), path: '/documentation' },
          { label: t('api-reference.api'), path: '/documentation/api' },
        ]}
      />
      <ArticleHeader title={title} text={description} />
      <Prose body={page.body} className="mt-8 max-w-[45rem]" />
      <h2 className="mt-12 text-xl font-semibold">{t('api-reference.resources')}</h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {contents.map(({ name, operations }) => (
          <li key={name} className="rounded-card border border-line bg-raised p-5">
            <h3 className="text-md font-semibold">
              <a href={`/${locale}${referenceRoot}/${name}`} className="hover:text-primary">
                {t(`api-reference.${name}`)}
              </a>
            </h3>
            <ul className="mt-3 flex flex-col gap-1">
              {operations.map(({ id, title, method }) => (
                <li key={id}>
                  <a
                    href={`/${locale}${referenceRoot}/${name}#${id}`}
                    className="grid grid-cols-[4rem_minmax(0,1fr)] items-center rounded-[3px] py-1 text-base text-muted hover:text-ink touch:py-2"
                  >
                    <span>
                      <Method method={method} />
                    </span>
                    <span lang="en">{title}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </ReferenceFrame>
  )
}
