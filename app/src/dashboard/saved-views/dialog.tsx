import { type Integration, can, type SavedView, viewNameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import { useViewActions } from './actions.ts'
import { listKeys } from './message-keys.ts'

interface Props {
  integration: Integration
  /** A new view; or an existing one to rename. */
  view: SavedView | Pick<SavedView, 'list' | 'view' | 'filter'>
  onSaved?: (view: SavedView) => void
  onClose: () => void
}
/** Focuses the field on mount: the dialog would focus its close button. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Name and visibility of a saved view. */
export function SavedViewDialog({ integration, view, onSaved, onClose }: Props) {
  const t = useT()
  const { id: me } = useUser()
  const before = 'id' in view ? view : undefined
  const actions = useViewActions(integration.id, view.list)
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  const canShare = can(integration, 'views.manage')
  const { run, isBusy, problem } = useAsyncAction(
    async ({ name = '', visible_to }: Record<string, string>) => {
      const saved = await actions.keep({
        ...view,
        id,
        integration_id: integration.id,
        name,
        owner_id: visible_to === 'team' ? null : me,
      })
      onSaved?.(saved)
      onClose()
    },
  )
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(before ? `${listKeys[view.list]}_edit` : `${listKeys[view.list]}_save`)}
    >
      <Form
        id="view"
        labels={{ name: t('search.view_name'), visible_to: t('search.view_visibility') }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired>
          <Input ref={focus} defaultValue={before?.name} autoComplete="off" maxLength={viewNameCharsMax} />
        </Field>
        {canShare && (
          <Field name="visible_to">
            <Select defaultValue={before?.owner_id === null ? 'team' : 'me'}>
              <option value="me">{t('search.visibility_me')}</option>
              <option value="team">{t('search.visibility_team')}</option>
            </Select>
          </Field>
        )}
        <FormActions label={t('search.view_keep')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
