import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { useIntegration } from '#dashboard/integrations'
import type { Draft } from './use-draft.ts'

/** Pages where the chat is shown or hidden. */
export function LocationsSection({ draft, isAllowed }: { draft: Draft; isAllowed: boolean }) {
  const t = useT()
  const { url } = useIntegration()
  const { fields, set } = draft
  const host = URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
  const lines = (name: 'hosts' | 'hide_on') => (
    <Textarea
      value={fields[name]}
      onChange={(event) => set(name, event.target.value)}
      readOnly={!isAllowed}
      rows={3}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
    />
  )
  return (
    <Section title={t('client.places')}>
      <div className="flex flex-col gap-5">
        <Field name="hosts" hint={t('client.hosts_hint', { host })}>
          {lines('hosts')}
        </Field>
        <Field name="hide_on" hint={t('client.hide_on_hint')}>
          {lines('hide_on')}
        </Field>
      </div>
    </Section>
  )
}
