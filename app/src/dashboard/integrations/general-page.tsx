import { may } from '@ozvi/contract'
import { useNavigate } from 'react-router'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/page-link.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { confirm } from '#ui/confirm.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { deleteWorkspace, refresh, updateWorkspace, useIntegration } from './data.ts'

// The router asks for a default export.
export default function GeneralPage() {
  const t = useT()
  const integration = useIntegration()
  const { public_key } = integration
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_general')} – ${integration.name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_general')}</h1>
      <Details key={integration.id} />
      <Section title={t('integrations.public_key')} description={t('integrations.public_key_text')}>
        <CopyField label={t('integrations.public_key')} value={public_key} />
      </Section>
      {may(integration.role, 'workspace.delete') && <Danger />}
    </div>
  )
}

function Details() {
  const t = useT()
  const { public_key, name, url, locale, role } = useIntegration()
  const isAllowed = may(role, 'settings.manage')
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    await updateWorkspace(public_key, {
      name: fields.name,
      url: fields.url,
      locale: fields.locale === 'sk' ? 'sk' : 'en',
    })
    toast.success(t('integrations.saved'))
  })
  return (
    <Section
      title={t('integrations.details')}
      {...(isAllowed ? {} : { description: t('integrations.read_only') })}
    >
      <Form
        id="workspace"
        labels={{
          name: t('integrations.name'),
          url: t('integrations.url'),
          locale: t('integrations.locale'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired>
          <Input defaultValue={name} readOnly={!isAllowed} autoComplete="organization" />
        </Field>
        <Field name="url" isRequired hint={t('integrations.url_use')}>
          <Input type="url" inputMode="url" defaultValue={url} readOnly={!isAllowed} autoCapitalize="none" />
        </Field>
        <Field name="locale" hint={t('integrations.locale_hint')}>
          <Select defaultValue={locale} disabled={!isAllowed} className="max-w-60">
            <option value="en">English</option>
            <option value="sk">Slovensky</option>
          </Select>
        </Field>
        {isAllowed && (
          <Button type="submit" look="primary" isBusy={isBusy} className="self-start">
            {t('integrations.save')}
          </Button>
        )}
      </Form>
    </Section>
  )
}

function Danger() {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const { public_key, name } = useIntegration()
  async function remove() {
    await deleteWorkspace(public_key)
    await navigate(to('app'))
    await refresh()
    toast.success(t('integrations.deleted', { name }))
  }
  const ask = () =>
    confirm({
      title: t('integrations.delete_title', { name }),
      description: t('integrations.delete_text'),
      confirmLabel: t('integrations.delete'),
      typed: { expected: name, label: t('integrations.delete_type', { name }) },
      act: remove,
    })
  return (
    <Section title={t('integrations.danger')} description={t('integrations.delete_text')} tone="danger">
      <Button look="danger" icon="trash" onClick={() => void ask()}>
        {t('integrations.delete')}
      </Button>
    </Section>
  )
}
