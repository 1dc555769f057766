import { apiKeyNameCharsMax, day_ms } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select } from '#ui/input.tsx'
import type { KeyActions } from './data.ts'
import { accessesOf, areas, scopesOf } from './scope-text.ts'

const lifetimes_days = [30, 90, 365] as const

/** Name, scopes and expiry of a new key. */
export function NewKeyDialog({ onCreate, onClose }: { onCreate: KeyActions['create']; onClose: () => void }) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const days = Number(fields['lifetime'])
    await onCreate({
      name: fields['name'] ?? '',
      scopes: scopesOf(fields),
      expires_at: days ? new Date(Date.now() + days * day_ms).toISOString() : null,
    })
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('api-keys.new')}>
      <Form
        id="api-key"
        labels={{
          name: t('api-keys.name'),
          lifetime: t('api-keys.lifetime'),
          scopes: t('api-keys.scopes'),
          ...Object.fromEntries(areas.map((area) => [area, t(`api-keys.area_${area}`)])),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired hint={t('api-keys.name_hint')}>
          <Input maxLength={apiKeyNameCharsMax} autoComplete="off" />
        </Field>
        <fieldset className="flex flex-col gap-3">
          <legend className="text-base font-medium">{t('api-keys.scopes')}</legend>
          <p className="text-sm text-muted">{t('api-keys.scopes_text')}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {areas.map((area) => (
              <Field key={area} name={area}>
                <Select defaultValue={area === 'conversations' ? 'read' : 'none'}>
                  {accessesOf(area).map((access) => (
                    <option key={access} value={access}>
                      {t(`api-keys.choose_${access}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            ))}
          </div>
        </fieldset>
        <Field name="lifetime">
          <Select defaultValue="365">
            {lifetimes_days.map((days) => (
              <option key={days} value={days}>
                {t('api-keys.days', { count: days })}
              </option>
            ))}
            <option value="0">{t('api-keys.never_expires')}</option>
          </Select>
        </Field>
        <FormActions label={t('api-keys.create')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
