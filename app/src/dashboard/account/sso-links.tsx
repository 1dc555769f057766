import type { SsoLink } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { AccessRow } from './access-row.tsx'
import { unlinkSso } from './data.ts'

/** The workspaces whose identity providers can sign in to the account. */
export function SsoLinks({ links }: { links: readonly SsoLink[] }) {
  const t = useT()
  return (
    <Section title={t('account.sso')} description={t('account.sso_text')}>
      <ul aria-label={t('account.sso')} className="-my-3 divide-y divide-line">
        {links.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ link: { id, workspace_name: name, provider_host, linked_at } }: { link: SsoLink }) {
  const t = useT()
  const formats = useFormats()
  async function unlink() {
    const isUnlinked = await confirm({
      title: t('account.sso_unlink_named', { name, host: provider_host }),
      description: t('account.sso_unlink_text', { name }),
      confirmLabel: t('account.sso_unlink'),
      action: () => unlinkSso(id),
    })
    if (isUnlinked) toast.success(t('account.sso_unlinked', { name }))
  }
  return (
    <AccessRow
      icon="link"
      name={name}
      details={`${provider_host} · ${t('account.sso_since', { date: formats.date(linked_at) })}`}
    >
      <Button
        size="sm"
        aria-label={t('account.sso_unlink_named', { name, host: provider_host })}
        onClick={() => void unlink()}
      >
        {t('account.sso_unlink')}
      </Button>
    </AccessRow>
  )
}
