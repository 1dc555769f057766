import { may } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { updateWorkspace, useIntegration } from './data.ts'

const CloseDialog = lazy(() =>
  import('./close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)

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
  const [isAsking, setAsking] = useState(false)
  const { id } = useIntegration()
  return (
    <Section title={t('integrations.danger')} description={t('integrations.delete_text')} tone="danger">
      <div className="flex flex-wrap gap-2">
        <Button look="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('integrations.delete')}
        </Button>
        <PageLink
          to={to('app-i-integrationId-settings-team', { integrationId: id })}
          className={buttonStyle()}
        >
          {t('integrations.transfer')}
        </PageLink>
      </div>
      {isAsking && (
        <Suspense>
          <CloseDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  )
}
