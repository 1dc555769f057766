import { type Locale, locales as known, can } from '@ozvi/contract'
import { languageNames } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { ZoneOptions } from '#dashboard/hours'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { updateWorkspace, useIntegration } from './data.ts'
import { Logo } from './logo.tsx'

/** Name, logo, website and languages of the workspace. */
export function Details() {
  const t = useT()
  const integration = useIntegration()
  const { public_key, name, url, locale, locales, time_zone } = integration
  const isAllowed = can(integration, 'settings.manage')
  // Workspaces have no version: changes of others are followed field by field.
  const draft = useUnsavedEdits({ name, url, locale, locales, time_zone }, 0, async (changes) => {
    await updateWorkspace(public_key, changes)
    return { version: 0 }
  })
  const { fields, set, problem } = draft
  return (
    <>
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
            time_zone: t('general.time_zone'),
          }}
          problem={problem}
          onSubmit={draft.save}
          {...(isAllowed ? { className: 'mt-6' } : {})}
        >
          <Field name="name" isRequired>
            <Input
              value={fields.name}
              onChange={({ target }) => set('name', target.value)}
              readOnly={!isAllowed}
              autoComplete="organization"
            />
          </Field>
          <Field name="url" isRequired hint={t('general.url_use')}>
            <Input
              type="url"
              inputMode="url"
              value={fields.url}
              onChange={({ target }) => set('url', target.value)}
              readOnly={!isAllowed}
              autoCapitalize="none"
            />
          </Field>
          <Offered
            offered={fields.locales}
            onChange={(offered) => {
              set('locales', offered)
              // The default must be one of the offered languages.
              const [first] = offered
              if (first && !offered.includes(fields.locale)) set('locale', first)
            }}
            isAllowed={isAllowed}
            errors={problem?.errors?.['locales']}
          />
          <Field name="locale" hint={t('general.locale_hint')}>
            <Select
              value={fields.locale}
              onChange={({ target }) => set('locale', target.value === 'sk' ? 'sk' : 'en')}
              disabled={!isAllowed}
              className="max-w-60"
            >
              {(fields.locales.length > 0 ? fields.locales : known).map((one) => (
                <option key={one} value={one}>
                  {languageNames[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="time_zone" hint={t('general.time_zone_hint')}>
            <Select
              value={fields.time_zone}
              onChange={({ target }) => set('time_zone', target.value)}
              disabled={!isAllowed}
              className="max-w-80"
            >
              <ZoneOptions selected={fields.time_zone} />
            </Select>
          </Field>
        </Form>
      </Section>
      <SaveBar form="workspace" draft={draft} />
    </>
  )
}

/** Languages of the chat. */
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
          label={languageNames[one]}
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
