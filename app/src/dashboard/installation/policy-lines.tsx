import { useT } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { CopyField } from '#ui/copy-field.tsx'

/** CSP sources for pages with a strict policy. */
export function PolicyLines() {
  const t = useT()
  const { app_url } = usePublicConfig()
  const policy = ['script-src', 'connect-src', 'frame-src'].map((name) => `${name} ${app_url};`).join('\n')
  return (
    <div className="flex flex-col gap-2">
      <p className="text-base text-muted">{t('client.csp_text')}</p>
      <CopyField label={t('client.csp')} value={policy} />
    </div>
  )
}
