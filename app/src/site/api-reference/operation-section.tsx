import type { ReactNode } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Link } from '#ui/link.tsx'
import { Code } from './code.tsx'
import { Fields } from './fields.tsx'
import { Marked } from './marked.tsx'
import { Method } from './method.tsx'
import type { Operation } from './reference.server.ts'

/** One operation: description and parameters on the left, command and response on the right. */
export function OperationSection({ operation }: { operation: Operation }) {
  const t = useT()
  const { id, title, method, path, description, scope, curl, response_example } = operation
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-12 gap-y-6 border-t border-line py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
    >
      <div className="min-w-0">
        <h2 id={`${id}-title`} lang="en" className="text-xl font-semibold tracking-[-0.01em]">
          <a href={`#${id}`} className="rounded-[3px] hover:text-primary">
            {title}
          </a>
        </h2>
        <p className="mt-3 flex items-start gap-2">
          <Method method={method} />
          <code className="font-mono text-sm break-all">{path}</code>
        </p>
        <p lang="en" className="mt-4 max-w-[65ch] text-md">
          <Marked text={description} />
        </p>
        <p className="mt-3 text-base text-muted">
          {t('api-reference.scope')} <code className="font-mono text-sm text-ink">{scope}</code>
        </p>
        <Inputs operation={operation} />
        <Part title={t('api-reference.response')}>
          <Fields fields={operation.response} />
        </Part>
        <Errors operation={operation} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 self-start xl:sticky xl:top-24">
        <Code title={t('api-reference.request')} text={curl} />
        <Code title={t('api-reference.response')} text={response_example} isJson />
      </div>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-7">
      <h3 className="mb-2 text-md font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function Inputs({ operation }: { operation: Operation }) {
  const t = useT()
  const { path_parameters, query_parameters, headers, body, body_type } = operation
  const parts = [
    { title: t('api-reference.path_parameters'), fields: path_parameters },
    { title: t('api-reference.query_parameters'), fields: query_parameters },
    { title: t('api-reference.headers'), fields: headers },
    { title: t('api-reference.body', { type: body_type }), fields: body },
  ]
  return parts
    .filter(({ fields }) => fields.length > 0)
    .map(({ title, fields }) => (
      <Part key={title} title={title}>
        <Fields fields={fields} />
      </Part>
    ))
}

function Errors({ operation: { errors, causes } }: { operation: Operation }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Part title={t('api-reference.errors')}>
      {causes.map((cause) => (
        <p key={cause} lang="en" className="mb-2 text-base text-muted">
          <Marked text={cause} />
        </p>
      ))}
      <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1.5 text-base">
        {errors.map(({ status, codes }) => (
          <div key={status} className="contents">
            <dt className="font-mono font-semibold">{status}</dt>
            <dd className="flex flex-wrap gap-x-3 gap-y-1">
              {codes.map((code) => (
                <code key={code} className="font-mono text-sm text-muted">
                  {code}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-base">
        <Link href={`/${locale}/documentation/api/errors`}>{t('api-reference.errors_link')}</Link>
      </p>
    </Part>
  )
}
