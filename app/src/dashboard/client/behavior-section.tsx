import { behaviorSwitches, reopenDaysMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Draft } from './use-draft.ts'

/** What visitors can do in the chat. */
export function BehaviorSection({ draft, isAllowed }: { draft: Draft; isAllowed: boolean }) {
  const t = useT()
  const { fields, set } = draft
  return (
    <Section title={t('client.behavior')} description={t('client.behavior_text')}>
      <div className="flex flex-col gap-5">
        {behaviorSwitches.map((name) => (
          <Switch
            key={name}
            label={t(`client.${name}`)}
            hint={t(`client.${name}_hint`)}
            checked={fields[name]}
            onChange={({ target }) => set(name, target.checked)}
            disabled={!isAllowed}
          />
        ))}
        <Field name="reopen_days" hint={t('client.reopen_days_hint', { n: reopenDaysMax })}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={reopenDaysMax}
            value={fields.reopen_days}
            onChange={({ target }) => set('reopen_days', target.value)}
            readOnly={!isAllowed}
            className="max-w-32"
          />
        </Field>
      </div>
    </Section>
  )
}
