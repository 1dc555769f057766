import { useT } from '#platform/i18n/provider.tsx'
import type { Field } from './field.ts'
import { Marked } from './marked.tsx'

/** Parameters or fields, one below another; those of an object open on demand. */
export function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} />
      ))}
    </ul>
  )
}

function FieldRow({ field }: { field: Field }) {
  const t = useT()
  const { name, type, is_required, description, values, limits, children, variants } = field
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <code className="font-mono text-base font-semibold break-all">{name}</code>
        <span lang="en" className="text-sm text-muted">
          {[type, ...limits].join(' · ')}
        </span>
        {is_required && (
          <span className="text-sm font-medium text-warning">{t('api-reference.required')}</span>
        )}
      </p>
      {description && (
        <p lang="en" className="mt-1 text-base text-muted">
          <Marked text={description} />
        </p>
      )}
      {values.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li key={value}>
              <code className="rounded bg-inset px-1.5 py-0.5 font-mono text-sm break-all">{value}</code>
            </li>
          ))}
        </ul>
      )}
      {children.length > 0 && <Inner label={t('api-reference.show_fields')} fields={children} />}
      {variants.map(({ name, fields }) => (
        <Inner key={name} label={name} fields={fields} />
      ))}
    </li>
  )
}

function Inner({ label, fields }: { label: string; fields: Field[] }) {
  return (
    <details className="mt-2 rounded-control border border-line">
      <summary className="px-3 py-2 text-sm font-medium text-muted hover:text-ink touch:py-3">
        {label}
      </summary>
      <div className="px-3 pb-1">
        <Fields fields={fields} />
      </div>
    </details>
  )
}
