import { useAction } from '#platform/action.ts'
import { here } from '#platform/here.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { zonesWith } from '#dashboard/hours'
import { saveProfile } from './data.ts'
import { OwnPicture } from './picture.tsx'

/** How one is known in every workspace. */
export function Profile() {
  const t = useT()
  const { name, time_zone } = useUser()
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    await saveProfile({ name: fields['name'] ?? '', time_zone: fields['time_zone'] || null })
    toast.success(t('account.profile_saved'))
  })
  const { time_zone: own_zone } = here()
  return (
    <Section title={t('account.profile')} description={t('account.profile_text')}>
      <OwnPicture />
      <Form
        id="profile"
        labels={{ name: t('account.name'), time_zone: t('account.time_zone') }}
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
            {[own_zone, ...zonesWith(time_zone ?? own_zone).filter((zone) => zone !== own_zone)].map(
              (zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ),
            )}
          </Select>
        </Field>
        <Button type="submit" look="primary" isBusy={isBusy} className="self-start">
          {t('account.save')}
        </Button>
      </Form>
    </Section>
  )
}
