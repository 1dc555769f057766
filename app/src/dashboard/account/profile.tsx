import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { languageNames } from '#platform/i18n/languages.ts'
import { locales } from '#platform/i18n/locale.ts'
import { openInLocale } from '#platform/i18n/open-in-locale.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { ZoneOptions } from '#dashboard/hours'
import { saveProfile } from './data.ts'
import { OwnPicture } from './picture.tsx'

/** The form of the name and language, which apply to all workspaces. */
export function Profile() {
  const t = useT()
  const currentLocale = useLocale()
  const { name, time_zone, locale } = useUser()
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const selectedLocale = locales.find((one) => one === fields['locale']) ?? locale
    await saveProfile({
      name: fields['name'] ?? '',
      time_zone: fields['time_zone'] || null,
      locale: selectedLocale,
    })
    toast.success(t('account.profile_saved'))
    // Someone who hasn't changed the language may read the page in another one on purpose.
    if (selectedLocale !== locale && selectedLocale !== currentLocale) openInLocale(selectedLocale)
  })
  const own_zone = useTimeZone() ?? 'UTC'
  return (
    <Section title={t('account.profile')} description={t('account.profile_text')}>
      <OwnPicture />
      <Form
        id="profile"
        labels={{ name: t('account.name'), time_zone: t('account.time_zone'), locale: t('account.language') }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
        className="mt-6 max-w-96"
      >
        <Field name="name" isRequired>
          <Input defaultValue={name} autoComplete="name" />
        </Field>
        <Field name="time_zone" hint={t('account.time_zone_hint')}>
          <Select defaultValue={time_zone ?? ''}>
            <option value="">{t('account.time_zone_none')}</option>
            <ZoneOptions selected={time_zone ?? own_zone} first={own_zone} />
          </Select>
        </Field>
        <Field
          name="locale"
          hint={
            locale === currentLocale
              ? t('account.language_hint')
              : t('account.language_other', { language: languageNames[currentLocale] })
          }
        >
          <Select defaultValue={locale}>
            {locales.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="primary" isBusy={isBusy} className="self-start">
          {t('account.save')}
        </Button>
      </Form>
    </Section>
  )
}
