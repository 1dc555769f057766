import { mailDelays, can, type Priority, replyTargets, inactivityDays, type Targets } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { planOf, PlanNotice, useHasFeature } from '#dashboard/billing'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { type TargetChanges, useSaveTargets, useTargets, targetsOf } from './data.ts'

export const queries: Queries = inWorkspace(({ id }) => [targetsOf(id), planOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function TargetsPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useTargets(id)
  const targets = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('sla.title')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('sla.title')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('targets.text') : t('integrations.read_only')}
        </p>
      </div>
      <PlanNotice feature="sla">{t('targets.not_in_plan')}</PlanNotice>
      {targets ? (
        <TargetsForm key={id} targets={targets} isAllowed={isAllowed} />
      ) : (
        <LoadFallback title={t('targets.failed')} query={query} skeletonClassName="flex flex-col gap-6">
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

type Kind = 'first' | 'next'
type Fields = Record<`${Kind}_${Priority}` | 'resolve_after_days' | 'email_delay_min', number | null>
const kinds = ['first', 'next'] as const
const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const satisfies Priority[]

function fieldsOf({ first_reply_min, next_reply_min, resolve_after_days, email_delay_min }: Targets): Fields {
  const cells = priorities.flatMap((priority) => [
    [`first_${priority}`, first_reply_min[priority]],
    [`next_${priority}`, next_reply_min[priority]],
  ])
  // One per kind and priority.
  return { ...Object.fromEntries(cells), resolve_after_days, email_delay_min } as Fields
}
function changesOf({ resolve_after_days, email_delay_min, ...cells }: Partial<Fields>): TargetChanges {
  const changesOfKind = (kind: Kind) => {
    const changed = Object.entries(cells).flatMap(([name, minutes]) =>
      name.startsWith(`${kind}_`) ? [[name.slice(kind.length + 1), minutes]] : [],
    )
    return changed.length > 0 ? { [`${kind}_reply_min`]: Object.fromEntries(changed) as object } : {}
  }
  // The values come from the contract's choices.
  return {
    ...changesOfKind('first'),
    ...changesOfKind('next'),
    ...(resolve_after_days === undefined ? {} : { resolve_after_days }),
    ...(email_delay_min === undefined ? {} : { email_delay_min }),
  } as TargetChanges
}

/** On a phone the priority is above its two times. */
const narrowRow = 'max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3'

function TargetsForm({ targets, isAllowed }: { targets: Targets; isAllowed: boolean }) {
  const t = useT()
  const isInPlan = useHasFeature(targets.integration_id, 'sla')
  const stored = fieldsOf(targets)
  const save = useSaveTargets(targets.integration_id)
  const draft = useUnsavedEdits(stored, targets.version, (changes) => save(changesOf(changes)))
  const { fields, set } = draft
  const nameOf = (priority: Priority) =>
    priority === 'none' ? t('targets.no_priority') : t(`conversations.priority_${priority}`)
  function formatMinutes(minutes: number) {
    if (minutes < 60) return t('targets.minutes', { n: minutes })
    if (minutes < 1440) return t('targets.hours', { n: minutes / 60 })
    return t('targets.days', { n: minutes / 1440 })
  }
  /** Outside the plan, a target can only be removed. */
  const choicesOf = (name: keyof Fields) =>
    isInPlan ? replyTargets : replyTargets.filter((minutes) => minutes === stored[name])
  return (
    <>
      <Form
        id="targets"
        labels={{
          resolve_after_days: t('targets.resolve_after_days'),
          email_delay_min: t('targets.email_delay_min'),
        }}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
        <Section title={t('targets.targets')} description={t('targets.targets_text')}>
          <table className="w-full text-left text-base">
            <thead className="text-sm text-muted">
              <tr className={narrowRow}>
                <th scope="col" className="pb-2 font-medium max-sm:hidden">
                  {t('targets.priority')}
                </th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col" className="pb-2 font-medium sm:pl-3">
                    {t(`targets.${kind}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {priorities.map((priority) => (
                <tr key={priority} className={narrowRow}>
                  <th scope="row" className="py-1.5 font-normal max-sm:col-span-2 max-sm:pt-3">
                    {nameOf(priority)}
                  </th>
                  {kinds.map((kind) => (
                    <td key={kind} className="py-1.5 sm:pl-3">
                      <Select
                        aria-label={t('targets.cell', {
                          kind: t(`targets.${kind}`),
                          priority: nameOf(priority),
                        })}
                        value={fields[`${kind}_${priority}`] ?? ''}
                        onChange={(event) => set(`${kind}_${priority}`, Number(event.target.value) || null)}
                        disabled={!isAllowed || choicesOf(`${kind}_${priority}`).length === 0}
                      >
                        <option value="">{t('targets.none')}</option>
                        {choicesOf(`${kind}_${priority}`).map((minutes) => (
                          <option key={minutes} value={minutes}>
                            {formatMinutes(minutes)}
                          </option>
                        ))}
                      </Select>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
        <Section title={t('targets.silence')} description={t('targets.silence_text')}>
          <Field name="resolve_after_days">
            <Select
              className="max-w-60"
              value={fields.resolve_after_days ?? ''}
              onChange={(event) => set('resolve_after_days', Number(event.target.value) || null)}
              disabled={!isAllowed}
            >
              <option value="">{t('targets.never')}</option>
              {inactivityDays.map((days) => (
                <option key={days} value={days}>
                  {t('targets.days', { n: days })}
                </option>
              ))}
            </Select>
          </Field>
        </Section>
        <Section title={t('targets.mail')} description={t('targets.mail_text')}>
          <Field name="email_delay_min">
            <Select
              className="max-w-60"
              value={fields.email_delay_min ?? ''}
              onChange={(event) => set('email_delay_min', Number(event.target.value) || null)}
              disabled={!isAllowed}
            >
              {mailDelays.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {t('targets.minutes', { n: minutes })}
                </option>
              ))}
              <option value="">{t('targets.mail_off')}</option>
            </Select>
          </Field>
        </Section>
      </Form>
      <SaveBar form="targets" draft={draft} />
    </>
  )
}
