import type { Retention as Settings } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { PlanNotice } from '#dashboard/billing'
import { countOld, setRetention, useRetention } from './data.ts'
import { Runs } from './runs.tsx'

/** Shows the retention period of closed conversations and past deletions. The owner can change the period. */
export function Retention({ integration_id, isEditable }: { integration_id: string; isEditable: boolean }) {
  const t = useT()
  const query = useRetention(integration_id)
  const { data } = query
  return (
    <Section title={t('retention.title')} description={t('retention.text')}>
      {data ? (
        <>
          <PlanNotice feature="retention" className="mb-4">
            {t('retention.not_in_plan')}
          </PlanNotice>
          {isEditable ? (
            <KeepDays integration_id={integration_id} settings={data} />
          ) : (
            <p className="text-base">
              {data.keep_days === null ? t('retention.off') : t('retention.on', { count: data.keep_days })}
            </p>
          )}
          {data.runs.length > 0 && <Runs runs={data.runs} />}
        </>
      ) : (
        <LoadFallback title={t('retention.failed')} query={query}>
          <Skeleton className="h-20 rounded-card" />
        </LoadFallback>
      )}
    </Section>
  )
}

const allDays = [30, 90, 180, 365, 730, 1095, 1825, 3650]
/** Includes the current value; without the feature in the plan, only that. */
function choicesOf({ keep_days, is_in_plan }: Settings): number[] {
  const days = new Set(is_in_plan ? allDays : [])
  if (keep_days !== null) days.add(keep_days)
  return [...days].toSorted((a, b) => a - b)
}

function KeepDays({ integration_id, settings }: { integration_id: string; settings: Settings }) {
  const t = useT()
  const { keep_days, is_in_plan } = settings
  const { run, isBusy, problem } = useAsyncAction(async (chosen: string) => {
    if (chosen === '') {
      await setRetention(integration_id, null)
      toast.success(t('retention.turned_off'))
      return
    }
    const days = Number(chosen)
    const { conversations: count, messages, files } = await countOld(integration_id, days)
    const question =
      count === 0
        ? {
            title: t('retention.confirm_none_title'),
            description: t('retention.confirm_none', { days }),
            confirmLabel: t('retention.confirm'),
          }
        : {
            title: t('retention.confirm_title', { count }),
            description: t('retention.confirm_text', { days, messages, files }),
            confirmLabel: t('retention.confirm_delete'),
            typed: {
              expected: String(count),
              label: t('retention.confirm_typed', { count: String(count) }),
            },
          }
    await confirm({
      ...question,
      async action() {
        await setRetention(integration_id, days)
        toast.success(t('retention.saved'))
      },
    })
  })
  if (!is_in_plan && keep_days === null) return null
  return (
    <Form
      id="conversation-retention"
      labels={{ keep_days: t('retention.keep_days') }}
      problem={problem}
      onSubmit={({ keep_days: chosen = '' }) => void run(chosen)}
    >
      <Field name="keep_days">
        <Select key={keep_days} defaultValue={keep_days ?? ''} className="max-w-60">
          {choicesOf(settings).map((days) => (
            <option key={days} value={days}>
              {t('retention.days', { count: days })}
            </option>
          ))}
          <option value="">{t('retention.forever')}</option>
        </Select>
      </Field>
      <Button type="submit" isBusy={isBusy} className="self-start">
        {t('retention.save')}
      </Button>
    </Form>
  )
}
