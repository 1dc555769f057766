import { displayNameCharsMax, type Member, signatureCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { CheckList, languageName, languages } from '#dashboard/users'
import { saveOwnMember, useOwnMember } from './data.ts'

/** The profile customers of a workspace see. */
export function PublicProfileForm() {
  const t = useT()
  const { integrations, active_integration } = useUser()
  const [workspaceId, setWorkspaceId] = useState(active_integration?.id ?? integrations[0]?.id)
  const id = integrations.some((one) => one.id === workspaceId) ? workspaceId : integrations[0]?.id
  if (!id) return null
  return (
    <Section title={t('account.shown')} description={t('account.shown_text')}>
      {integrations.length > 1 && (
        <div className="mb-5 flex max-w-96 flex-col gap-1.5">
          <label htmlFor="shown-workspace" className="text-base font-medium">
            {t('account.workspace')}
          </label>
          <Select id="shown-workspace" value={id} onChange={({ target }) => setWorkspaceId(target.value)}>
            {integrations.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <Loaded key={id} integration_id={id} />
    </Section>
  )
}

function Loaded({ integration_id }: { integration_id: string }) {
  const t = useT()
  const query = useOwnMember(integration_id)
  if (query.data) return <ProfileFields integration_id={integration_id} member={query.data} />
  return (
    <LoadFallback title={t('account.failed')} query={query}>
      <Skeleton className="h-64 rounded-card" />
    </LoadFallback>
  )
}

function ProfileFields({ integration_id, member }: { integration_id: string; member: Member }) {
  const t = useT()
  const locale = useLocale()
  const [spoken, setSpoken] = useState(member.languages)
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    await saveOwnMember(integration_id, {
      display_name: fields['display_name'] ?? '',
      signature: fields['signature'] ?? '',
      languages: spoken,
    })
    toast.success(t('account.profile_saved'))
  })
  const offered = [...new Set([...member.languages, ...languages])].toSorted((a, b) =>
    languageName(a, locale).localeCompare(languageName(b, locale), locale),
  )
  return (
    <Form
      id="shown"
      labels={{
        display_name: t('account.display_name'),
        signature: t('account.signature'),
        languages: t('account.languages'),
      }}
      problem={problem}
      onSubmit={(fields) => void run(fields)}
    >
      <Field
        name="display_name"
        hint={t('account.display_name_hint', { name: member.name })}
        className="max-w-96"
      >
        <Input defaultValue={member.display_name} maxLength={displayNameCharsMax} autoComplete="nickname" />
      </Field>
      <Field name="signature" hint={t('account.signature_hint', { variable: '{{member.signature}}' })}>
        <Textarea defaultValue={member.signature} maxLength={signatureCharsMax} rows={3} />
      </Field>
      <CheckList
        legend={t('account.languages')}
        options={offered.map((code) => ({ value: code, label: languageName(code, locale) }))}
        selected={spoken}
        onChange={setSpoken}
        className="grid max-h-48 grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3"
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="self-start">
        {t('account.save')}
      </Button>
    </Form>
  )
}
