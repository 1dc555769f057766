import { type Billing, countries, updateBillingDetails } from '@ozvi/contract'
import { useMemo, useState } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { type Details, useSetBilling } from './data.ts'

const names = ['company', 'line1', 'line2', 'city', 'postal_code', 'country', 'vat_id'] as const
const empty = { company: '', line1: '', line2: '', city: '', postal_code: '', country: 'SK', vat_id: '' }
const completions = {
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  postal_code: 'postal-code',
  vat_id: 'off',
} as const

/** Result of the check of the saved VAT ID, or a hint while another one is typed. */
function VatHint({ billing: { details, vat_check }, vat_id }: { billing: Billing; vat_id: string }) {
  const t = useT()
  const { date } = useFormats()
  if (!details?.vat_id || details.vat_id !== vat_id) return t('billing.vat_id_hint')
  if (!vat_check) return t('billing.vat_unchecked')
  const { result, checked_at } = vat_check
  return checked_at === null || result === 'pending'
    ? t('billing.vat_pending')
    : t(`billing.vat_${result}`, { date: date(checked_at) })
}

/** The company and address on invoices. */
export function DetailsSection({ billing }: { billing: Billing }) {
  const { integration_id, details } = billing
  const t = useT()
  const locale = useLocale()
  const [edits, setEdits] = useState<Partial<Details>>({})
  const fields: Details = { ...empty, ...details, ...edits }
  const setBilling = useSetBilling(integration_id)
  const save = useAsyncAction(async () => {
    setBilling(await call(updateBillingDetails, { integration_id, ...fields }))
    setEdits({})
    toast.success(t('integrations.saved'))
  })
  const options = useMemo(() => {
    const display = new Intl.DisplayNames(locale, { type: 'region' })
    return countries
      .map((value) => ({ value, label: display.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  }, [locale])
  const input = (name: keyof typeof completions) => (
    <Input
      value={fields[name]}
      autoComplete={completions[name]}
      maxLength={name === 'vat_id' ? 30 : 200}
      onChange={(event) => setEdits((now) => ({ ...now, [name]: event.target.value }))}
    />
  )
  return (
    <Section title={t('billing.details')} description={t('billing.details_text')}>
      <Form
        id="billing-details"
        labels={Object.fromEntries(names.map((name) => [name, t(`billing.${name}`)]))}
        problem={save.problem}
        onSubmit={() => void save.run()}
        className="gap-5"
      >
        <Field name="company">{input('company')}</Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="line1">{input('line1')}</Field>
          <Field name="line2">{input('line2')}</Field>
          <Field name="city">{input('city')}</Field>
          <Field name="postal_code">{input('postal_code')}</Field>
          <Field name="country">
            <Select
              value={fields.country}
              autoComplete="country"
              onChange={(event) => setEdits((now) => ({ ...now, country: event.target.value }))}
            >
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="vat_id" hint={<VatHint billing={billing} vat_id={fields.vat_id} />}>
            {input('vat_id')}
          </Field>
        </div>
        <div>
          <Button type="submit" isBusy={save.isBusy}>
            {t('billing.save_details')}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
