import { candidateNames } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { useUser } from '#platform/session/session.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { createWorkspace } from './data.ts'
import { NameChips } from './name-chips.tsx'

/** Name and website of a new workspace; suggests five names, and defaults to the product's own site. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const user = useUser()
  const { app_url } = usePublicConfig()
  const [names] = useState(() => candidateNames(user, Math.random, t))
  const [name, setName] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async (url: string) => {
    const created = await createWorkspace({
      name: name.trim() || (names[0] ?? ''),
      url: url.trim() || app_url,
    })
    await navigate(to('app-i-integrationId', { integrationId: created.id }))
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('integrations.create')}
      description={t('integrations.create_text')}
    >
      <Form
        id="create-workspace"
        labels={{ name: t('integrations.name'), url: t('integrations.url') }}
        problem={problem}
        onSubmit={({ url = '' }) => void run(url)}
      >
        <div className="flex flex-col gap-2">
          <Field name="name">
            <Input
              value={name}
              onChange={(event) => setName(event.target.value)}
              placeholder={names[0]}
              autoComplete="organization"
              autoFocus
            />
          </Field>
          <NameChips names={names} selected={name} onChoose={setName} />
        </div>
        <Field name="url" hint={t('integrations.url_hint')}>
          <Input type="url" inputMode="url" placeholder="https://" autoCapitalize="none" />
        </Field>
        <FormActions label={t('integrations.create')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
