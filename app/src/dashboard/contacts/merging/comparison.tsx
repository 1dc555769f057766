import { contactTextFieldNames } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { CustomerAvatar } from '#dashboard/conversations'
import { useValueText } from '#dashboard/custom-fields'
import type { Side } from './candidates.tsx'
import type { Merge } from './merge-actions.ts'

const fields = ['name', 'email', 'phone', ...contactTextFieldNames, 'country', 'external_id'] as const

/** Compares two contacts, lets the member choose which stays, and shows the result. */
export function Comparison({
  merge,
  own: ownSide,
  other,
  nameOf,
  onBack,
  onDone,
}: {
  merge: Merge
  /** The contact whose page is open. */
  own: Side
  other: Side
  nameOf: (side: Side) => string
  onBack: () => void
  onDone: () => void
}) {
  const t = useT()
  const [staying_id, setStaying] = useState(ownSide.id)
  // Each direction has its own merge id, reused for retries.
  const [ids] = useState(() => ({ [ownSide.id]: crypto.randomUUID(), [other.id]: crypto.randomUUID() }))
  const [target, source] = staying_id === ownSide.id ? [ownSide, other] : [other, ownSide]
  const dropped = source.external_id && target.external_id ? source.external_id : null
  const { run, isBusy, problem } = useAsyncAction(async (isDropped: boolean) => {
    const into = { id: target.id, name: nameOf(target) }
    await merge(ids[target.id] ?? crypto.randomUUID(), source.id, into, ownSide.id, isDropped)
    onDone()
  })
  return (
    <Form
      id="merge-contact"
      labels={{}}
      problem={problem}
      onSubmit={({ external }) => void run(external !== undefined)}
    >
      <fieldset>
        <legend className="mb-1.5 text-base font-medium">{t('contact-merging.kept_contact')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {[ownSide, other].map((side) => (
            <Choice
              key={side.id}
              side={side}
              name={nameOf(side)}
              isChosen={side.id === staying_id}
              onChoose={() => setStaying(side.id)}
            />
          ))}
        </div>
        <Button size="sm" variant="quiet" icon="arrow-left" onClick={onBack} className="mt-2 -ml-2">
          {t('contact-merging.other')}
        </Button>
      </fieldset>
      <Result target={target} source={source} />
      <p className="text-sm text-muted">{t('contact-merging.what')}</p>
      {dropped && (
        <Checkbox
          key={source.id}
          name="external"
          value="on"
          label={t('contact-merging.external', { value: dropped })}
        />
      )}
      <FormActions label={t('contact-merging.confirm')} isBusy={isBusy} onCancel={onDone} />
    </Form>
  )
}

function Choice({
  side,
  name,
  isChosen,
  onChoose,
}: {
  side: Side
  name: string
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useT()
  const formats = useFormats()
  const now = useNow()
  return (
    <label className="flex items-center gap-3 rounded-card border border-line p-3 hover:bg-inset has-checked:border-primary has-checked:bg-primary-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="stays"
        value={side.id}
        checked={isChosen}
        onChange={onChoose}
        className="size-4.5 shrink-0 accent-primary outline-none"
      />
      <CustomerAvatar contact={side} size="md" />
      <span className="min-w-0">
        <span className="block truncate text-base font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">
          {side.last_seen_at
            ? t('contact-picker.seen', { time: formats.ago(side.last_seen_at, now) })
            : t('contacts.never_seen')}
        </span>
      </span>
    </label>
  )
}

/** The merged contact, and the values that would be lost. */
function Result({ target, source }: { target: Side; source: Side }) {
  const t = useT()
  const valueText = useValueText()
  const textOf = (field: (typeof fields)[number], value: string) =>
    valueText(value, field === 'country' ? 'country' : undefined)
  const filledFields = fields.filter((field) => target[field] !== null || source[field] !== null)
  const tags = new Set([...target.tag_ids, ...source.tag_ids]).size
  return (
    <section aria-live="polite">
      <h3 className="text-base font-medium">{t('contact-merging.result')}</h3>
      <dl className="mt-1.5 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 rounded-card bg-subtle p-3 text-base">
        {filledFields.map((field) => {
          const mergedValue = target[field] ?? source[field] ?? ''
          const lost = source[field]
          return (
            <div key={field} className="contents">
              <dt className="text-muted">{t(`contacts.field_${field}`)}</dt>
              <dd className="min-w-0 break-words">
                {textOf(field, mergedValue)}
                {lost !== null && lost !== mergedValue && (
                  <span className="block text-sm text-muted">
                    {t('contact-merging.removed_value', { value: textOf(field, lost) })}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
        {filledFields.length === 0 && (
          <dd className="col-span-2 text-muted">{t('contact-merging.unknown')}</dd>
        )}
        {tags > 0 && (
          <div className="contents">
            <dt className="text-muted">{t('contacts.field_tags')}</dt>
            <dd>{t('contact-merging.tags', { count: tags })}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
