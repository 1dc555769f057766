import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { notFound } from '#platform/session/not-found.ts'
import { ArticleHeader, Breadcrumbs } from '../content/page-parts.tsx'
import { Head } from '../seo/head.tsx'
import { referenceRoot } from './address.ts'
import { contentsOf } from './contents.server.ts'
import { OperationSection } from './operation-section.tsx'
import { ReferenceFrame } from './reference-frame.tsx'
import { readReference } from './reference.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reference = await readReference(context)
  const resource = reference.find(({ name }) => name === params['resource'])
  if (!resource) throw notFound(new URL(request.url).pathname)
  return { resource, contents: contentsOf(reference) }
}

// React Router requires a default export.
export default function ResourcePage() {
  const t = useT()
  const { resource, contents } = useLoaderData<typeof loader>()
  const name = t(`api-reference.${resource.name}`)
  const description = t('api-reference.resource_text', { count: resource.operations.length })
  return (
    <ReferenceFrame contents={contents} at={`${referenceRoot}/${resource.name}`}>
      <Head
        title={`${name} – ${t('api-reference.title')}`}
        description={description}
        data={{ '@type': 'TechArticle', headline: name, description }}
      />
      <Breadcrumbs
        steps={[
          { label: t('content.documentation'), path: '/documentation' },
          { label: t('api-reference.title'), path: referenceRoot },
        ]}
      />
      <ArticleHeader title={name} text={description} />
      <div className="mt-10">
        {resource.operations.map((operation) => (
          <OperationSection key={operation.id} operation={operation} />
        ))}
      </div>
    </ReferenceFrame>
  )
}
