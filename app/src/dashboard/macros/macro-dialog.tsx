import { type Macro, type MacroAction, macroNameCharsMax } from '@ozvi/contract'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import { FilesField, loadUploads, useAttachedFiles } from '#dashboard/files'
import { ActionControl } from './action-control.tsx'
import type { MacroActions } from './data.ts'

type Kind = MacroAction['kind']
/** Initial values of every action type, in execution order. */
const newActions: { [K in Kind]: Extract<MacroAction, { kind: K }> } = {
  note: { kind: 'note', body: '' },
  reply: { kind: 'reply', body: '', is_sent: false },
  assignee: { kind: 'assignee', assignee_id: 'me' },
  team: { kind: 'team', team_id: null },
  tags: { kind: 'tags', add: [], remove: [] },
  priority: { kind: 'priority', priority: 'high' },
  status: { kind: 'status', status: 'resolved' },
  snooze: { kind: 'snooze', hours: 24 },
}
// Exactly its own keys.
const kinds = Object.keys(newActions) as Kind[]
/** A conversation gets only one status. */
const excludes: Partial<Record<Kind, Kind>> = { status: 'snooze', snooze: 'status' }

interface Props {
  integration_id: string
  macro: Macro | undefined
  /** Whether it can be shared. */
  canShare: boolean
  macroActions: MacroActions
  onClose: () => void
}
/** Creates or edits a macro. */
export function MacroDialog({ integration_id, macro, canShare, macroActions, onClose }: Props) {
  const t = useT()
  const [id] = useState(() => macro?.id ?? crypto.randomUUID())
  const [actions, setActions] = useState<readonly MacroAction[]>(macro?.actions ?? [])
  const attached = useAttachedFiles(integration_id, `macro.${id}`)
  const { files, put, take } = attached
  const attachments = macro?.attachments
  useEffect(() => {
    if (attachments) put(attachments)
    return () => void take()
  }, [attachments, put, take])
  const { run, isBusy, problem } = useAsyncAction(
    async ({ name = '', visible_to }: Record<string, string>) => {
      const { uploadAll } = await loadUploads()
      const locals = has('reply') ? files.map(({ local }) => local) : []
      const file_ids = await uploadAll(integration_id, locals)
      await macroActions.save({ id, name, actions, file_ids, is_shared: visible_to === 'team' })
      onClose()
    },
  )
  const has = (kind: Kind | undefined) => actions.some((action) => action.kind === kind)
  const free = kinds.filter((kind) => !has(kind) && !has(excludes[kind]))
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={macro ? t('macro-settings.edit') : t('macro-settings.create')}
      className="sm:w-[min(56rem,calc(100vw-2rem))]"
    >
      <Form
        id="macro"
        labels={{
          name: t('macro-settings.name'),
          actions: t('macro-settings.actions'),
          file_ids: t('canned-replies.files'),
          visible_to: t('macro-settings.visibility'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field name="name" isRequired>
            <Input defaultValue={macro?.name} autoComplete="off" maxLength={macroNameCharsMax} />
          </Field>
          {canShare && (
            <Field name="visible_to">
              <Select defaultValue={macro?.owner_id ? 'me' : 'team'}>
                <option value="team">{t('canned-replies.visibility_team')}</option>
                <option value="me">{t('canned-replies.visibility_me')}</option>
              </Select>
            </Field>
          )}
        </div>
        {actions.length > 0 && (
          <ActionList
            integration_id={integration_id}
            actions={actions}
            onChange={setActions}
            replyFiles={
              <Field name="file_ids" className="mt-3">
                <Suspense fallback={<div className="h-9" />}>
                  <FilesField {...attached} />
                </Suspense>
              </Field>
            }
          />
        )}
        <Field
          name="actions"
          isRequired
          hint={has('reply') || has('note') ? t('macro-settings.places_hint', placeholders) : undefined}
        >
          <Select
            value=""
            disabled={free.length === 0}
            onChange={({ target }) => {
              const kind = free.find((one) => one === target.value)
              if (kind) setActions([...actions, newActions[kind]])
            }}
          >
            <option value="">{t('macro-settings.action_add')}</option>
            {free.map((kind) => (
              <option key={kind} value={kind}>
                {t(`macro-settings.kind_${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        <FormActions
          label={t('macro-settings.save')}
          isBusy={isBusy}
          isDisabled={has('reply') && files.some(({ state }) => state === 'rejected')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

interface ActionListProps {
  integration_id: string
  actions: readonly MacroAction[]
  onChange: (actions: readonly MacroAction[]) => void
  /** The field for files, below the text of a reply. */
  replyFiles: ReactNode
}
function ActionList({ integration_id, actions, onChange, replyFiles }: ActionListProps) {
  const t = useT()
  return (
    <ol aria-label={t('macro-settings.actions')} className="grid items-start gap-3 sm:grid-cols-2">
      {kinds
        .flatMap((kind) => actions.find((action) => action.kind === kind) ?? [])
        .map((action) => {
          const label = t(`macro-settings.kind_${action.kind}`)
          return (
            <li key={action.kind} className="rounded-card border border-line p-3">
              <div className="mb-1.5 flex min-h-6 items-center justify-between text-base font-medium">
                {label}
                <IconButton
                  size="sm"
                  icon="trash"
                  label={t('macro-settings.action_leave_out', { action: label })}
                  onClick={() => onChange(actions.filter(({ kind }) => kind !== action.kind))}
                />
              </div>
              <ActionControl
                integration_id={integration_id}
                action={action}
                label={label}
                onChange={(next) =>
                  onChange(actions.map((other) => (other.kind === next.kind ? next : other)))
                }
              />
              {action.kind === 'reply' && replyFiles}
            </li>
          )
        })}
    </ol>
  )
}

/** Braces are ICU syntax, so variable names are passed as values. */
const placeholders = {
  contact: '{{contact.name|…}}',
  member: '{{member.name}}',
  workspace: '{{workspace.name}}',
}
