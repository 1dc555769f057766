import { type Locale, locales as known, may } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { updateWorkspace, useIntegration } from './data.ts'
import { Logo } from './logo.tsx'

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
      <Section title={t('general.public_key')} description={t('general.public_key_text')}>
        <CopyField label={t('general.public_key')} value={public_key} />
      </Section>
      {may(integration.role, 'workspace.delete') && <Danger />}
    </div>
  )
}

/** In their own words: whoever looks for one finds it in any language of the screen. */
const languages: Record<Locale, string> = { en: 'English', sk: 'Slovensky' }

function Details() {
  const t = useT()
  const { public_key, name, url, role, ...stored } = useIntegration()
  const isAllowed = may(role, 'settings.manage')
  const [offered, setOffered] = useState(stored.locales)
  const [wished, setLocale] = useState(stored.locale)
  // Only what is offered can be spoken: with one language left it is that one.
  const locale = offered.includes(wished) ? wished : (offered[0] ?? wished)
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    await updateWorkspace(public_key, {
      name: fields.name,
      url: fields.url,
      locale,
      locales: offered,
    })
    toast.success(t('integrations.saved'))
  })
  return (
    <Section
      title={t('general.details')}
      {...(isAllowed ? {} : { description: t('integrations.read_only') })}
    >
      {isAllowed && <Logo />}
      <Form
        id="workspace"
        labels={{
          name: t('integrations.name'),
          url: t('integrations.url'),
          locales: t('general.locales'),
          locale: t('general.locale'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
        {...(isAllowed ? { className: 'mt-6' } : {})}
      >
        <Field name="name" isRequired>
          <Input defaultValue={name} readOnly={!isAllowed} autoComplete="organization" />
        </Field>
        <Field name="url" isRequired hint={t('general.url_use')}>
          <Input type="url" inputMode="url" defaultValue={url} readOnly={!isAllowed} autoCapitalize="none" />
        </Field>
        <Offered
          offered={offered}
          onChange={setOffered}
          isAllowed={isAllowed}
          errors={problem?.errors?.['locales']}
        />
        <Field name="locale" hint={t('general.locale_hint')}>
          <Select
            value={locale}
            onChange={({ target }) => setLocale(target.value === 'sk' ? 'sk' : 'en')}
            disabled={!isAllowed}
            className="max-w-60"
          >
            {(offered.length > 0 ? offered : known).map((one) => (
              <option key={one} value={one}>
                {languages[one]}
              </option>
            ))}
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

/** Which languages the chat is offered in. */
function Offered({
  offered,
  onChange,
  isAllowed,
  errors,
}: {
  offered: Locale[]
  onChange: (offered: Locale[]) => void
  isAllowed: boolean
  errors: string[] | undefined
}) {
  const t = useT()
  return (
    <fieldset
      id="workspace-locales"
      tabIndex={-1}
      disabled={!isAllowed}
      aria-describedby="workspace-locales-hint"
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-base font-medium">{t('general.locales')}</legend>
      {known.map((one) => (
        <Checkbox
          key={one}
          label={languages[one]}
          checked={offered.includes(one)}
          onChange={({ target }) =>
            onChange(known.filter((other) => (other === one ? target.checked : offered.includes(other))))
          }
        />
      ))}
      {errors && <p className="text-sm text-danger">{errors.join(' ')}</p>}
      <p id="workspace-locales-hint" className="text-sm text-muted">
        {t('general.locales_hint')}
      </p>
    </fieldset>
  )
}

function Danger() {
  const t = useT()
  const to = usePath()
  const [isAsking, setAsking] = useState(false)
  const { id } = useIntegration()
  return (
    <Section title={t('general.danger')} description={t('general.delete_text')} tone="danger">
      <div className="flex flex-wrap gap-2">
        <Button look="danger" icon="trash" onClick={() => setAsking(true)}>
          {t('general.delete')}
        </Button>
        <PageLink
          to={to('app-i-integrationId-settings-team', { integrationId: id })}
          className={buttonStyle()}
        >
          {t('general.transfer')}
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
