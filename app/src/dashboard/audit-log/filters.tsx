import { AuditArea } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { usersQuery } from '#dashboard/users'
import { useActors } from './data.ts'
import type { useWanted } from './use-wanted.ts'

/** Filters by subject, actor and date. */
export function Filters({
  integration_id,
  wanted: { shown, set },
}: {
  integration_id: string
  wanted: ReturnType<typeof useWanted>
}) {
  const t = useT()
  const people = useQuery(usersQuery(integration_id)).data?.users ?? []
  const left = useActors(integration_id).filter(({ is_member }) => !is_member)
  return (
    <Form
      id="audit"
      labels={{
        area: t('audit-log.area'),
        who: t('audit-log.who'),
        from: t('audit-log.from'),
        until: t('audit-log.until'),
      }}
      problem={null}
      onSubmit={() => {}}
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Field name="area">
        <Select value={shown.area} onChange={({ target }) => set('area', target.value)}>
          <option value="">{t('audit-log.area_all')}</option>
          {AuditArea.options.map((area) => (
            <option key={area} value={area}>
              {t(`audit-log.area_${area}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="who">
        <Select value={shown.actor_id} onChange={({ target }) => set('who', target.value)}>
          <option value="">{t('audit-log.who_all')}</option>
          {people.map(({ user_id, name, email }) => (
            <option key={user_id} value={user_id}>
              {name || email}
            </option>
          ))}
          {left.length > 0 && (
            <optgroup label={t('audit-log.who_left')}>
              {left.map(({ user_id, name }) => (
                <option key={user_id} value={user_id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </Field>
      <Field name="from">
        <DatePicker
          value={shown.from}
          onChange={(day) => set('from', day)}
          {...(shown.until ? { max: shown.until } : {})}
        />
      </Field>
      <Field name="until">
        <DatePicker
          value={shown.until}
          onChange={(day) => set('until', day)}
          {...(shown.from ? { min: shown.from } : {})}
        />
      </Field>
    </Form>
  )
}
