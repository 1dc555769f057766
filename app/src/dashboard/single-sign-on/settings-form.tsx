import { memberRoles, type SingleSignOn } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { useSingleSignOnActions } from './data.ts'

const labeledFields = ['issuer', 'client_id', 'client_secret', 'default_role'] as const

/** The provider and who gets in by it, saved together. */
export function SettingsForm({ settings, isInPlan }: { settings: SingleSignOn; isInPlan: boolean }) {
  const t = useT()
  const { save } = useSingleSignOnActions(settings.integration_id)
  const { is_on, is_required, issuer, client_id, default_role, version } = settings
  // The stored secret is never sent back, so its field starts empty.
  const draft = useUnsavedEdits(
    { is_on, is_required, issuer, client_id, default_role, client_secret: '' },
    version,
    (changes) => save(changes).then((saved) => ({ ...saved, client_secret: '' })),
  )
  return (
    <>
      <Form
        id="single-sign-on"
        labels={Object.fromEntries(labeledFields.map((name) => [name, t(`single-sign-on.${name}`)]))}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
        <ProviderFields settings={settings} draft={draft} isInPlan={isInPlan} />
        <AccessFields settings={settings} draft={draft} isInPlan={isInPlan} />
      </Form>
      <SaveBar form="single-sign-on" draft={draft} />
    </>
  )
}

interface Fields extends Pick<
  SingleSignOn,
  'is_on' | 'is_required' | 'issuer' | 'client_id' | 'default_role'
> {
  client_secret: string
}
interface Props {
  settings: SingleSignOn
  /** Outside the plan, single sign-on can only be turned off. */
  isInPlan: boolean
  draft: { fields: Fields; set: <K extends keyof Fields>(name: K, value: Fields[K]) => void }
}

function ProviderFields({ settings, draft: { fields, set }, isInPlan }: Props) {
  const t = useT()
  const { redirect_uri, has_secret } = settings
  return (
    <Section title={t('single-sign-on.provider')} description={t('single-sign-on.provider_text')}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <p className="text-base font-medium">{t('single-sign-on.redirect_uri')}</p>
          <CopyField label={t('single-sign-on.redirect_uri')} value={redirect_uri} />
        </div>
        <Field name="issuer" hint={t('single-sign-on.issuer_hint')}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://login.example.com"
            value={fields.issuer}
            disabled={!isInPlan}
            maxLength={500}
            onChange={({ target }) => set('issuer', target.value)}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="client_id">
            <Input
              autoComplete="off"
              spellCheck={false}
              value={fields.client_id}
              disabled={!isInPlan}
              maxLength={500}
              onChange={({ target }) => set('client_id', target.value)}
            />
          </Field>
          <Field
            name="client_secret"
            hint={t(has_secret ? 'single-sign-on.client_secret_stored' : 'single-sign-on.client_secret_hint')}
          >
            <Input
              type="password"
              autoComplete="off"
              value={fields.client_secret}
              disabled={!isInPlan}
              maxLength={1000}
              onChange={({ target }) => set('client_secret', target.value)}
            />
          </Field>
        </div>
      </div>
    </Section>
  )
}

function AccessFields({ settings, draft: { fields, set }, isInPlan }: Props) {
  const t = useT()
  const isUnused = settings.last_used_at === null && !settings.is_required
  return (
    <Section title={t('single-sign-on.access')} description={t('single-sign-on.access_text')}>
      <div className="flex flex-col gap-5">
        <Switch
          label={t('single-sign-on.is_on')}
          hint={t('single-sign-on.is_on_hint')}
          checked={fields.is_on}
          disabled={!isInPlan && !settings.is_on}
          onChange={({ target }) => {
            set('is_on', target.checked)
            if (!target.checked) set('is_required', false)
          }}
        />
        <Field name="default_role" className="max-w-72">
          <Select
            value={fields.default_role}
            disabled={!isInPlan}
            onChange={({ target }) => {
              const role = memberRoles.find((each) => each === target.value)
              if (role) set('default_role', role)
            }}
          >
            {memberRoles.map((role) => (
              <option key={role} value={role}>
                {t(`users.role_${role}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Switch
          label={t('single-sign-on.is_required')}
          hint={t(isUnused ? 'single-sign-on.is_required_unused' : 'single-sign-on.is_required_hint')}
          checked={fields.is_required}
          disabled={isUnused || !fields.is_on || (!isInPlan && !settings.is_required)}
          onChange={({ target }) => set('is_required', target.checked)}
        />
      </div>
    </Section>
  )
}
