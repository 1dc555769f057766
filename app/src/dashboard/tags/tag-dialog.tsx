import { type Tag, type TagColor, tagColors, tagNameCharsMax } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import type { TagActions } from './data.ts'
import { TagDot } from './tag-chips.tsx'

/** Creates or edits a tag. */
export function TagDialog({
  tag,
  actions,
  onClose,
}: {
  tag: Tag | undefined
  actions: TagActions
  onClose: () => void
}) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (name: string, color: TagColor) => {
    await (tag ? actions.update(tag.id, { name, color }) : actions.create(name, color))
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title={tag ? t('tags.edit') : t('tags.create')}>
      <Form
        id="tag"
        labels={{ name: t('tags.name') }}
        problem={problem}
        onSubmit={({ name = '', color }) =>
          void run(name, tagColors.find((each) => each === color) ?? 'gray')
        }
      >
        <Field name="name" isRequired>
          <Input defaultValue={tag?.name} autoComplete="off" maxLength={tagNameCharsMax} />
        </Field>
        <fieldset>
          <legend className="text-base font-medium">{t('tags.color')}</legend>
          <div className="mt-2 grid grid-cols-2 gap-1.5 sm:grid-cols-3">
            {tagColors.map((color) => (
              <label
                key={color}
                className="flex h-9 items-center gap-2 rounded-control border border-line px-2.5 text-sm hover:bg-inset has-checked:border-primary has-checked:bg-primary-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-11"
              >
                <input
                  type="radio"
                  name="color"
                  value={color}
                  defaultChecked={color === (tag?.color ?? 'gray')}
                  className="sr-only"
                />
                <TagDot color={color} className="size-3" />
                {t(`tags.color_${color}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <FormActions label={tag ? t('tags.save') : t('tags.create')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
