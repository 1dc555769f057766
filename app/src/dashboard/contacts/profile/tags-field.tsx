import { can } from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Icon } from '#ui/icon.tsx'
import { useIntegration } from '#dashboard/integrations'
import { TagChips, TagPicker, useTags } from '#dashboard/tags'

/** A contact's tags, from the same list as those of conversations. */
export function TagsField({
  integration_id,
  tag_ids,
  canEdit,
  onSave,
}: {
  integration_id: string
  tag_ids: readonly string[]
  canEdit: boolean
  /** Tags added and removed while the list was open. */
  onSave: (changes: { add_tag_ids: string[]; remove_tag_ids: string[] }) => Promise<void>
}) {
  const t = useT()
  const toastOnError = useToastOnError()
  const integration = useIntegration()
  const tags = useTags(integration_id)
  /** Selection of the open list; null while closed. */
  const [selected, setSelected] = useState<readonly string[] | null>(null)
  function close() {
    const add_tag_ids = (selected ?? []).filter((id) => !tag_ids.includes(id))
    const remove_tag_ids = tag_ids.filter((id) => selected && !selected.includes(id))
    setSelected(null)
    void toastOnError(onSave({ add_tag_ids, remove_tag_ids }))
  }
  const carried = tag_ids.filter((id) => tags.some((tag) => tag.id === id))
  const label = <span className="w-24 shrink-0 truncate text-sm text-muted">{t('contacts.field_tags')}</span>
  const chips = <TagChips tag_ids={carried} tags={tags} className="flex-wrap" />
  if (!canEdit) {
    if (carried.length === 0) return null
    return (
      <p className="flex min-h-8 items-center gap-4">
        {label}
        {chips}
      </p>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setSelected(tag_ids)}
        className="group -mx-2 flex min-h-8 min-w-0 items-center gap-3 rounded-control px-2 text-left text-base hover:bg-inset touch:min-h-11"
      >
        {label} {carried.length > 0 ? chips : <span className="text-muted">{t('contacts.add_value')}</span>}{' '}
        <Icon
          name="pencil"
          size={14}
          className="ml-auto text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100"
        />
      </button>
      {selected && (
        <Suspense fallback={null}>
          <TagPicker
            integration_id={integration_id}
            title={t('contacts.tags_edit')}
            tag_ids={selected}
            canCreate={can(integration, 'tags.manage')}
            onToggle={(tag, isOn) =>
              setSelected((current) => [
                ...(current ?? []).filter((id) => id !== tag.id),
                ...(isOn ? [tag.id] : []),
              ])
            }
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
