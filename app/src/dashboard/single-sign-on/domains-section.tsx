import { type SingleSignOn, type SsoDomain, ssoMetaName, ssoTxtName } from '@ozvi/contract'
import { type ReactNode, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { Rich, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useSingleSignOnActions } from './data.ts'

/** Email domains, and how each is verified. */
export function DomainsSection({
  settings: { integration_id, domains },
  isInPlan,
}: {
  settings: SingleSignOn
  isInPlan: boolean
}) {
  const t = useT()
  return (
    <Section title={t('single-sign-on.domains')} description={t('single-sign-on.domains_text')}>
      <div className="flex flex-col gap-5">
        {domains.length > 0 ? (
          <ul className="flex flex-col divide-y divide-line">
            {domains.map((domain) => (
              <DomainRow key={domain.id} integration_id={integration_id} domain={domain} />
            ))}
          </ul>
        ) : (
          <p className="text-base text-muted">{t('single-sign-on.no_domains_text')}</p>
        )}
        <AddDomain integration_id={integration_id} isInPlan={isInPlan} />
      </div>
    </Section>
  )
}

function AddDomain({ integration_id, isInPlan }: { integration_id: string; isInPlan: boolean }) {
  const t = useT()
  const { addDomain } = useSingleSignOnActions(integration_id)
  const [name, setName] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async () => {
    await addDomain(name)
    setName('')
  })
  return (
    <Form
      id="sso-domain"
      labels={{ name: t('single-sign-on.domain') }}
      problem={problem}
      onSubmit={() => void run()}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field name="name" className="min-w-56 flex-1">
          <Input
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="example.com"
            maxLength={253}
            value={name}
            disabled={!isInPlan}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" icon="plus" isBusy={isBusy} disabled={!isInPlan}>
          {t('single-sign-on.add_domain')}
        </Button>
      </div>
    </Form>
  )
}

function DomainRow({ integration_id, domain }: { integration_id: string; domain: SsoDomain }) {
  const t = useT()
  const { id, name, verified_at } = domain
  const { verifyDomain, removeDomain } = useSingleSignOnActions(integration_id)
  const verify = useAsyncAction(async () => {
    await verifyDomain(id)
    toast.success(t('single-sign-on.domain_verified', { name }))
  })
  async function remove() {
    const isConfirmed = await confirm({
      title: t('single-sign-on.remove_title', { name }),
      description: t('single-sign-on.remove_text'),
      confirmLabel: t('single-sign-on.remove'),
      action: () => removeDomain(id),
    })
    if (isConfirmed) toast.success(t('single-sign-on.domain_removed', { name }))
  }
  return (
    <li className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-40 flex-1 text-md font-medium wrap-anywhere max-sm:basis-full">{name}</p>
        <Badge tone={verified_at ? 'success' : 'warning'}>
          {t(verified_at ? 'single-sign-on.verified' : 'single-sign-on.unverified')}
        </Badge>
        {!verified_at && (
          <Button
            size="sm"
            isBusy={verify.isBusy}
            aria-label={t('single-sign-on.verify_named', { name })}
            onClick={() => void verify.run()}
          >
            {t('single-sign-on.verify')}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon="trash"
          aria-label={t('single-sign-on.remove_named', { name })}
          onClick={() => void remove()}
        />
      </div>
      {verify.problem && <Alert tone="danger" title={errorText(verify.problem)} />}
      {!verified_at && <HowToVerify domain={domain} />}
    </li>
  )
}

const code = (text: ReactNode) => <code className="font-mono text-sm break-all">{text}</code>

function HowToVerify({ domain: { name, token } }: { domain: SsoDomain }) {
  const txtName = ssoTxtName(name)
  const tag = `<meta name="${ssoMetaName}" content="${token}">`
  return (
    <div className="flex flex-col gap-2 text-base">
      <p className="text-muted">
        <Rich
          id="single-sign-on.verify_how"
          parts={{ b: (text) => <strong className="font-semibold">{text}</strong> }}
        />
      </p>
      <p>
        <Rich id="single-sign-on.verify_dns" values={{ name: txtName }} parts={{ code }} />
      </p>
      <CopyField label={txtName} value={token} />
      <p>
        <Rich id="single-sign-on.verify_meta" values={{ domain: name }} parts={{ code }} />
      </p>
      <CopyField label={ssoMetaName} value={tag} />
    </div>
  )
}
