import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { DocumentationFrame } from '../documentation/documentation-frame.tsx'
import { referenceRoot } from './address.ts'
import type { Contents } from './contents.server.ts'

/** The frame of the documentation, with the API's resources and the operations of the current one. */
export function ReferenceFrame({
  contents,
  at,
  children,
}: {
  contents: Contents
  at: string
  children: ReactNode
}) {
  const t = useT()
  const resources = contents.map(({ name, operations }, order) => {
    const path = `${referenceRoot}/${name}`
    return {
      path,
      title: t(`api-reference.${name}`),
      order,
      pages:
        path === at
          ? operations.map(({ id, title }, order) => ({
              path: `${path}#${id}`,
              title,
              lang: 'en' as const,
              order,
            }))
          : [],
    }
  })
  const start = { path: referenceRoot, title: t('api-reference.title'), order: 0, pages: [] }
  return (
    <DocumentationFrame chapters={[start, ...resources]} at={at}>
      {children}
    </DocumentationFrame>
  )
}
