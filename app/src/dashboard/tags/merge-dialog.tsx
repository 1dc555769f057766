import type { Tag } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import type { TagActions } from './data.ts'

/** Picks the tag that replaces this one. Can't be undone, so it asks first. */
export function MergeDialog({
  tag,
  otherTags,
  actions,
  onClose,
}: {
  tag: Tag
  otherTags: readonly Tag[]
  actions: TagActions
  onClose: () => void
}) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (into_id: string) => {
    await actions.merge(tag.id, into_id)
    onClose()
    toast.success(
      t('tags.merged', { name: tag.name, into: otherTags.find(({ id }) => id === into_id)?.name ?? '' }),
    )
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('tags.merge_title', { name: tag.name })}
      description={t('tags.merge_text', { name: tag.name })}
    >
      <Form
        id="merge-tag"
        labels={{ into_id: t('tags.merge_into') }}
        problem={problem}
        onSubmit={({ into_id = '' }) => void run(into_id)}
      >
        <Field name="into_id">
          <Select defaultValue={otherTags[0]?.id}>
            {otherTags.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <FormActions label={t('tags.merge')} variant="danger" isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
