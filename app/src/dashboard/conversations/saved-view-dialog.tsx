import { may, type SavedView, viewNameCharsMax, writeFilter } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input, Select } from '#ui/input.tsx'
import { useInbox } from './inbox-context.ts'
import { useViewActions } from './saved-view-data.ts'

interface Props {
  /** The one that gets another name; without it what the list shows is kept as a new one. */
  view?: SavedView
  onKept?: (view: SavedView) => void
  onClose: () => void
}
/** As soon as it is there: the dialog would go to its button for closing. */
const focus = (field: HTMLInputElement | null) => field?.focus()

export function SavedViewDialog({ view, onKept, onClose }: Props) {
  const t = useT()
  const { id: me } = useUser()
  const { integration, wanted } = useInbox()
  const actions = useViewActions(integration.id)
  const [id] = useState(() => view?.id ?? crypto.randomUUID())
  const canShare = may(integration.role, 'views.manage')
  const { run, isBusy, problem } = useAction(async ({ name = '', kept_for }: Record<string, string>) => {
    const kept = await actions.keep({
      ...(view ?? {
        id,
        integration_id: integration.id,
        view: wanted.view,
        filter: Object.fromEntries(Object.entries(writeFilter(wanted.filter))),
      }),
      name,
      owner_id: kept_for === 'team' ? null : me,
    })
    onKept?.(kept)
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title={t(view ? 'finding.view_edit' : 'finding.view_save')}>
      <Form
        id="view"
        labels={{ name: t('finding.view_name'), kept_for: t('finding.view_kept_for') }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired>
          <Input ref={focus} defaultValue={view?.name} autoComplete="off" maxLength={viewNameCharsMax} />
        </Field>
        {canShare && (
          <Field name="kept_for">
            <Select defaultValue={view && view.owner_id === null ? 'team' : 'me'}>
              <option value="me">{t('finding.view_of_me')}</option>
              <option value="team">{t('finding.view_of_team')}</option>
            </Select>
          </Field>
        )}
        <FormActs label={t('finding.view_keep')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
