import { auditAreas, productActor } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { usersQuery } from '#dashboard/users'
import { useActors } from './data.ts'
import type { useListParams } from './use-list-params.ts'

/** Filters by subject, actor and date. */
export function Filters({
  integration_id,
  listParams: { values, set },
}: {
  integration_id: string
  listParams: ReturnType<typeof useListParams>
}) {
  const t = useT()
  const members = useQuery(usersQuery(integration_id)).data?.users ?? []
  const others = useActors(integration_id).filter(({ is_member }) => !is_member)
  const formerMembers = others.filter(({ user_id }) => user_id !== productActor.user_id)
  return (
    <Form
      id="audit"
      labels={{
        area: t('audit-log.area'),
        who: t('audit-log.actor'),
        from: t('audit-log.from'),
        until: t('audit-log.until'),
      }}
      problem={null}
      onSubmit={() => {}}
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Field name="area">
        <Select value={values.area} onChange={({ target }) => set('area', target.value)}>
          <option value="">{t('audit-log.area_all')}</option>
          {auditAreas.map((area) => (
            <option key={area} value={area}>
              {t(`audit-log.area_${area}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="who">
        <Select value={values.actor_id} onChange={({ target }) => set('who', target.value)}>
          <option value="">{t('audit-log.actor_all')}</option>
          {members.map(({ user_id, name, email }) => (
            <option key={user_id} value={user_id}>
              {name || email}
            </option>
          ))}
          {formerMembers.length > 0 && (
            <optgroup label={t('audit-log.former_members')}>
              {formerMembers.map(({ user_id, name }) => (
                <option key={user_id} value={user_id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          {others.length > formerMembers.length && (
            <option value={productActor.user_id}>{productActor.name}</option>
          )}
        </Select>
      </Field>
      <Field name="from">
        <DatePicker
          value={values.from}
          onChange={(day) => set('from', day)}
          {...(values.until ? { max: values.until } : {})}
        />
      </Field>
      <Field name="until">
        <DatePicker
          value={values.until}
          onChange={(day) => set('until', day)}
          {...(values.from ? { min: values.from } : {})}
        />
      </Field>
    </Form>
  )
}
