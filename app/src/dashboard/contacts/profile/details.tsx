import { type ContactProfile, contactTextFieldNames, countries } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { EditableField, CustomValue, useContactFields, useValueText } from '#dashboard/custom-fields'
import { usersQuery } from '#dashboard/users'
import { type Changes, saveContact } from './save.ts'
import { TagsField } from './tags-field.tsx'
import { useFieldSource } from './use-field-source.ts'

interface Props {
  integration_id: string
  profile: ContactProfile
  canEdit: boolean
  /** Empty ones are behind a button, where there is little room. */
  hidesEmpty?: boolean
}
/** Details of a contact, editable in place. */
export function Details({ integration_id, profile, canEdit, hidesEmpty = false }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const t = useT()
  const locale = useLocale()
  const valueText = useValueText()
  const sourceOf = useFieldSource(profile)
  const cache = useQueryClient()
  const { data: fields = [] } = useContactFields(integration_id)
  const members = useQuery(usersQuery(integration_id)).data?.users ?? []
  const countryOptions = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return countries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, locale))
  }, [locale])
  const save = (changes: Changes, label: string) =>
    saveContact({ cache, t, integration_id, profile, changes, label })
  const fieldProps = { canEdit, addLabel: t('contacts.add_value') }
  type TextName = 'phone' | (typeof contactTextFieldNames)[number] | 'external_id'
  const textDetail = (name: TextName) => ({
    isSet: Boolean(profile[name]),
    node: (
      <EditableField
        key={name}
        {...fieldProps}
        name={name}
        type={name === 'phone' ? 'tel' : 'text'}
        label={t(`contacts.field_${name}`)}
        value={profile[name]}
        source={sourceOf(name)}
        onSave={(value) => save({ [name]: value }, t(`contacts.field_${name}`))}
      />
    ),
  })
  const { owner_id, country } = profile
  const visibleFields = canEdit ? fields : fields.filter(({ id }) => id in profile.fields)
  const details: { isSet: boolean; node: ReactNode }[] = [
    ...(['phone', ...contactTextFieldNames] as const).map(textDetail),
    {
      isSet: country !== null,
      node: (
        <EditableField
          key="country"
          {...fieldProps}
          name="country"
          label={t('contacts.field_country')}
          value={country}
          displayed={country && valueText(country, 'country')}
          source={sourceOf('country')}
          options={countryOptions}
          onSave={(value) => save({ country: value }, t('contacts.field_country'))}
        />
      ),
    },
    textDetail('external_id'),
    {
      isSet: owner_id !== null,
      node: (
        <EditableField
          key="owner_id"
          {...fieldProps}
          name="owner_id"
          label={t('contacts.field_owner_id')}
          value={owner_id}
          displayed={owner_id && (members.find(({ user_id }) => user_id === owner_id)?.name ?? '…')}
          options={members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
          onSave={(value) => save({ owner_id: value }, t('contacts.field_owner_id'))}
        />
      ),
    },
    {
      isSet: profile.tag_ids.length > 0,
      node: (
        <TagsField
          key="tags"
          integration_id={integration_id}
          tag_ids={profile.tag_ids}
          canEdit={canEdit}
          onSave={(changes) => save(changes, t('contacts.field_tags'))}
        />
      ),
    },
    ...visibleFields.map((field) => ({
      isSet: profile.fields[field.id] !== undefined,
      node: (
        <CustomValue
          key={field.id}
          field={field}
          value={profile.fields[field.id]}
          source={sourceOf(field.id)}
          {...fieldProps}
          onSave={(value) => save({ fields: { [field.id]: value } }, field.name)}
        />
      ),
    })),
  ]
  const shown = details.filter(({ isSet }) => isSet || (canEdit && (showsAll || !hidesEmpty)))
  const canAdd = canEdit && hidesEmpty && !showsAll && shown.length < details.length
  if (shown.length === 0 && !canAdd) return null
  return (
    <section aria-label={t('contacts.noted')} className="flex flex-col gap-1 border-t border-line px-4 py-3">
      {shown.map(({ node }) => node)}
      {canAdd && (
        <Button
          size="sm"
          variant="quiet"
          icon="plus"
          className="-ml-3 self-start"
          onClick={() => setShowsAll(true)}
        >
          {t('contacts.add_detail')}
        </Button>
      )}
    </section>
  )
}
