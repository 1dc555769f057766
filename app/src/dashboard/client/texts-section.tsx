import { clientTextsMax, type Integration, locales } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import type { Draft } from './use-draft.ts'

/** The panel's greeting, by language. */
export function TextsSection({
  draft,
  integration: { id, name, locales: offered },
  isAllowed,
}: {
  draft: Draft
  integration: Integration
  isAllowed: boolean
}) {
  const t = useT()
  const to = usePath()
  const { fields, set } = draft
  return (
    <Section title={t('client.texts')} description={t('client.texts_text')}>
      <div className="flex flex-col gap-6">
        {locales.map((locale) => (
          <div key={locale} className="flex flex-col gap-4">
            {!offered.includes(locale) && (
              <p className="flex flex-wrap gap-x-2 rounded-control bg-inset px-3 py-2 text-sm">
                {t('client.not_offered')}
                <PageLink
                  to={to('app-i-integrationId-settings-general', { integrationId: id })}
                  className="text-primary-hover underline underline-offset-3"
                >
                  {t('client.offer')}
                </PageLink>
              </p>
            )}
            <Field name={`greeting_${locale}`} hint={t('client.chars_max', { n: clientTextsMax.greeting })}>
              <Input
                value={fields[`greeting_${locale}`]}
                onChange={(event) => set(`greeting_${locale}`, event.target.value)}
                placeholder={t(`client.greeting_default_${locale}`)}
                readOnly={!isAllowed}
                lang={locale}
                autoComplete="off"
              />
            </Field>
            <Field name={`intro_${locale}`} hint={t('client.chars_max', { n: clientTextsMax.intro })}>
              <Textarea
                value={fields[`intro_${locale}`]}
                onChange={(event) => set(`intro_${locale}`, event.target.value)}
                placeholder={t(`client.intro_default_${locale}`, { name })}
                readOnly={!isAllowed}
                lang={locale}
                rows={2}
                className="min-h-15"
              />
            </Field>
          </div>
        ))}
      </div>
    </Section>
  )
}
