import type { ScenarioSecret } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import { SecretForm } from './secret-form.tsx'
import { deleteSecret, type SecretFields, useSecrets } from './secrets.ts'

interface SecretsDialogProps {
  integration_id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
function titleOf(edited: SecretFields | undefined) {
  if (!edited) return 'title'
  return edited.name ? 'replace_title' : 'add'
}
/** The secrets of the workspace, without their values. */
export function SecretsDialog({ integration_id, isOpen, onOpenChange }: SecretsDialogProps) {
  const t = useT()
  const [edited, setEdited] = useState<SecretFields>()
  const add = () => setEdited({ name: '', origin: '', value: '' })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setEdited(undefined)
        onOpenChange(next)
      }}
      title={t(`scenario-secrets.${titleOf(edited)}`)}
      description={edited ? undefined : t('scenario-secrets.text')}
    >
      {edited ? (
        <SecretForm
          integration_id={integration_id}
          initial={edited}
          isReplacing={edited.name !== ''}
          onSaved={(name) => {
            setEdited(undefined)
            toast.success(t('scenario-secrets.saved', { name }))
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <SecretList integration_id={integration_id} onAdd={add} onReplace={setEdited} />
      )}
    </Dialog>
  )
}

interface SecretListProps {
  integration_id: string
  onAdd: () => void
  onReplace: (fields: SecretFields) => void
}
function SecretList({ integration_id, onAdd, onReplace }: SecretListProps) {
  const t = useT()
  const query = useSecrets(integration_id)
  const secrets = query.data
  const remove = ({ name, used_in }: ScenarioSecret) =>
    confirm({
      title: t('scenario-secrets.delete_title', { name }),
      description:
        used_in.length > 0
          ? t('scenario-secrets.delete_text', { names: used_in.join(', ') })
          : t('scenario-secrets.delete_unused_text'),
      confirmLabel: t('scenario-secrets.delete'),
      async action() {
        await deleteSecret(integration_id, name)
        toast.success(t('scenario-secrets.deleted', { name }))
      },
    })
  const add = (
    <Button icon="plus" onClick={onAdd}>
      {t('scenario-secrets.add')}
    </Button>
  )
  if (!secrets) return <LoadFallback title={t('scenario-secrets.failed')} query={query} />
  if (secrets.length === 0)
    return (
      <EmptyState icon="key" title={t('scenario-secrets.empty')} action={add}>
        {t('scenario-secrets.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label={t('scenario-secrets.title')}
        className="divide-y divide-line rounded-card border border-line"
      >
        {secrets.map((secret) => (
          <li key={secret.name} className="flex items-start gap-2 py-2.5 pr-1 pl-3">
            <div className="min-w-0 flex-1">
              <code className="font-mono text-sm font-medium wrap-anywhere">{secret.name}</code>
              <p className="text-sm wrap-anywhere text-muted">{secret.origin}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {secret.used_in.length > 0
                  ? t('scenario-secrets.used_in', { names: secret.used_in.join(', ') })
                  : t('scenario-secrets.not_used')}
                {` · ${secret.updated_by_name}, `}
                <BaseDate time={secret.updated_at} format="ago" />
              </p>
            </div>
            <ActionsMenu size="sm" label={t('scenarios.actions_named', { name: secret.name })}>
              <MenuItem
                icon="pencil"
                onSelect={() => onReplace({ name: secret.name, origin: secret.origin, value: '' })}
              >
                {t('scenario-secrets.replace')}
              </MenuItem>
              <MenuItem icon="trash" tone="danger" onSelect={() => void remove(secret)}>
                {t('scenario-secrets.delete')}
              </MenuItem>
            </ActionsMenu>
          </li>
        ))}
      </ul>
      <div>{add}</div>
    </div>
  )
}
