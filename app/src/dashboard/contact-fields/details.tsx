import { type ContactField, type ContactProfile, countries, type Input, updateContact } from '@ozvi/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/wire.ts'
import { usersQuery } from '#dashboard/users'
import { useContactFields } from './data.ts'
import { EditableField } from './editable-field.tsx'
import { profileOf } from './profile.ts'
import { TagsField } from './tags-field.tsx'
import { useValueWords } from './value-words.ts'

type Changes = Omit<Input<typeof updateContact>, 'integration_id' | 'contact_id'>
interface Props {
  integration_id: string
  profile: ContactProfile
  canEdit: boolean
}
/** What the team has noted of somebody, each changed where it stands. */
export function Details({ integration_id, profile, canEdit }: Props) {
  const t = useT()
  const locale = useLocale()
  const words = useValueWords()
  const cache = useQueryClient()
  const { data: fields = [] } = useContactFields(integration_id)
  const members = useQuery(usersQuery(integration_id)).data?.users ?? []
  const countryOptions = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return countries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, locale))
  }, [locale])
  async function save(changes: Changes) {
    const saved = await call(updateContact, { integration_id, contact_id: profile.id, ...changes })
    cache.setQueryData(profileOf(integration_id, profile.id).queryKey, saved)
  }
  const own = { canEdit, addLabel: t('contacts.add_value') }
  const texts = ['phone', 'company', 'city', 'external_id'] as const
  const textField = (name: (typeof texts)[number]) => (
    <EditableField
      key={name}
      {...own}
      name={name}
      type={name === 'phone' ? 'tel' : 'text'}
      label={t(`contacts.field_${name}`)}
      value={profile[name]}
      onSave={(value) => save({ [name]: value })}
    />
  )
  const { owner_id, country } = profile
  const isEmpty =
    !canEdit && !texts.some((name) => profile[name]) && !owner_id && !country && profile.tag_ids.length === 0
  const shown = canEdit ? fields : fields.filter(({ id }) => id in profile.fields)
  if (isEmpty && shown.length === 0) return null
  return (
    <section aria-label={t('contacts.noted')} className="flex flex-col gap-1 border-t border-line px-4 py-3">
      {textField('phone')}
      {textField('company')}
      {textField('city')}
      <EditableField
        {...own}
        name="country"
        label={t('contacts.field_country')}
        value={country}
        shown={country && words(country, 'country')}
        options={countryOptions}
        onSave={(value) => save({ country: value })}
      />
      {textField('external_id')}
      <EditableField
        {...own}
        name="owner_id"
        label={t('contacts.field_owner_id')}
        value={owner_id}
        shown={owner_id && (members.find(({ user_id }) => user_id === owner_id)?.name ?? '…')}
        options={members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
        onSave={(value) => save({ owner_id: value })}
      />
      <TagsField
        integration_id={integration_id}
        tag_ids={profile.tag_ids}
        canEdit={canEdit}
        onToggle={(tag_id, isOn) => save(isOn ? { add_tag_ids: [tag_id] } : { remove_tag_ids: [tag_id] })}
      />
      {shown.map((field) => (
        <OwnField
          key={field.id}
          field={field}
          value={profile.fields[field.id]}
          {...own}
          onSave={(value) => save({ fields: { [field.id]: value } })}
        />
      ))}
    </section>
  )
}

/** A value as its field is written: the server says what does not fit. */
function typed(type: ContactField['type'], text: string | null) {
  if (text === null) return null
  if (type === 'boolean') return text === 'true'
  const number = Number(text.replace(',', '.').replace(/\s/g, ''))
  return type === 'number' && Number.isFinite(number) ? number : text
}
function OwnField({
  field: { id, name, type, options },
  value,
  onSave,
  ...rest
}: {
  field: ContactField
  value: ContactProfile['fields'][string] | undefined
  canEdit: boolean
  addLabel: string
  onSave: (value: ContactProfile['fields'][string] | null) => Promise<void>
}) {
  const t = useT()
  const words = useValueWords()
  const text = value === undefined ? null : String(value)
  const choices =
    type === 'boolean'
      ? [
          { value: 'true', label: t('contacts.yes') },
          { value: 'false', label: t('contacts.no') },
        ]
      : type === 'list'
        ? [...new Set([...options, ...(text ? [text] : [])])].map((each) => ({ value: each, label: each }))
        : undefined
  return (
    <EditableField
      {...rest}
      name={`fields.${id}`}
      type={type === 'date' ? 'date' : type === 'link' ? 'url' : 'text'}
      {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
      label={name}
      value={text}
      shown={value === undefined ? null : words(value, type)}
      {...(choices ? { options: choices } : {})}
      onSave={(next) => onSave(typed(type, next))}
    />
  )
}
