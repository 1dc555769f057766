import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { pageSnippet, type SnippetName, snippets, snippetTitles } from './snippets.ts'

const names = ['node', 'php', 'python', 'ruby'] as const satisfies readonly SnippetName[]

/** Code to copy for the customer's server and page. */
export function SigningCode({ public_key }: { public_key: string }) {
  const t = useT()
  const [name, setName] = useState<SnippetName>('node')
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base font-medium">{t('identity.code')}</h3>
      <p className="text-sm text-muted">{t('identity.code_text')}</p>
      <Tabs
        label={t('identity.code')}
        value={name}
        onChange={setName}
        tabs={names.map((value) => ({
          value,
          label: snippetTitles[value],
          content: (
            <CopyField
              label={t('identity.code_in', { language: snippetTitles[value] })}
              value={snippets[value](public_key)}
              className="max-sm:flex-col"
            />
          ),
        }))}
      />
      <p className="text-sm text-muted">{t('identity.page_text')}</p>
      <CopyField label={t('identity.page')} value={pageSnippet} />
    </div>
  )
}
