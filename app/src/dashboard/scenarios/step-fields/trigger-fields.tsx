import {
  eventFrequencies,
  pageMatches,
  ratingBands,
  type ScenarioTrigger,
  triggerDelayMax_s,
  triggerEventCharsMax,
  triggerFrequencies,
  triggerFrequencyDefault_days,
  triggerFrequencyMax_days,
  triggerKinds,
  triggerExampleCharsMax,
  triggerPageCharsMax,
  triggerPatternCharsMax,
  triggerSilenceMax_min,
  triggerWordsMax,
} from '@ozvi/contract'
import { isEventTrigger, isPageTrigger, type PageTrigger } from '@ozvi/contract/scenario-triggers'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Choice } from './choice.tsx'
import { Labeled } from './labeled.tsx'
import { newTrigger } from '../editor/new-trigger.ts'
import { NumberInput } from './number-input.tsx'

interface TriggerFieldsProps<T extends ScenarioTrigger = ScenarioTrigger> {
  trigger: T
  onChange: (trigger: ScenarioTrigger) => void
}
/** What starts a scenario. */
export function TriggerFields({ trigger, onChange }: TriggerFieldsProps) {
  const t = useT()
  return (
    <>
      <Labeled label={t('scenarios.trigger')} hint={t(`scenarios.trigger_${trigger.kind}_hint`)}>
        <Choice
          value={trigger.kind}
          options={triggerKinds.map((value) => ({ value, label: t(`scenarios.trigger_${value}`) }))}
          onChange={(kind) => onChange(newTrigger(kind))}
        />
      </Labeled>
      <KindFields trigger={trigger} onChange={onChange} />
      {isPageTrigger(trigger) && <PageFields trigger={trigger} onChange={onChange} />}
      {isEventTrigger(trigger) && (
        <FrequencyFields
          options={eventFrequencies}
          value={trigger.frequency ?? 'always'}
          days={trigger.days}
          onChange={(changes) => onChange({ ...trigger, ...changes })}
        />
      )}
    </>
  )
}

/** What only one kind has. */
function KindFields({ trigger, onChange }: TriggerFieldsProps) {
  const t = useT()
  switch (trigger.kind) {
    case 'conversation_started':
      return (
        <Labeled label={t('scenarios.page')} hint={t('scenarios.page_hint')}>
          <Input
            value={trigger.page}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...trigger, page: target.value })}
          />
        </Labeled>
      )
    case 'message':
      return <MessageFields trigger={trigger} onChange={onChange} />
    case 'time_on_page':
      return (
        <Labeled label={t('scenarios.seconds')}>
          <NumberInput
            min={1}
            max={triggerDelayMax_s}
            value={trigger.seconds}
            onChange={(seconds) => onChange({ ...trigger, seconds })}
          />
        </Labeled>
      )
    case 'scrolled':
      return (
        <Labeled label={t('scenarios.percent')}>
          <NumberInput
            min={1}
            max={100}
            value={trigger.percent}
            onChange={(percent) => onChange({ ...trigger, percent })}
          />
        </Labeled>
      )
    case 'custom_event':
      return (
        <Labeled label={t('scenarios.event_name')} hint={t('scenarios.event_name_hint')}>
          <Input
            value={trigger.name}
            maxLength={triggerEventCharsMax}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...trigger, name: target.value })}
          />
        </Labeled>
      )
    case 'customer_silent':
    case 'team_silent':
      return (
        <Labeled label={t('scenarios.silence_minutes')}>
          <NumberInput
            min={1}
            max={triggerSilenceMax_min}
            value={trigger.minutes}
            onChange={(minutes) => onChange({ ...trigger, minutes })}
          />
        </Labeled>
      )
    case 'rating_received':
      return (
        <Labeled label={t('scenarios.band')}>
          <Choice
            value={trigger.band}
            options={ratingBands.map((value) => ({ value, label: t(`scenarios.band_${value}`) }))}
            onChange={(chosen) =>
              onChange({ ...trigger, band: ratingBands.find((each) => each === chosen) ?? 'any' })
            }
          />
        </Labeled>
      )
    default:
      return null
  }
}

/** Which messages start the scenario. */
function MessageFields({
  trigger,
  onChange,
}: TriggerFieldsProps<Extract<ScenarioTrigger, { kind: 'message' }>>) {
  const t = useT()
  // As typed: words are separated when they are saved.
  const [words, setWords] = useState(trigger.words.join(', '))
  return (
    <>
      <Labeled label={t('scenarios.words')} hint={t('scenarios.words_hint')}>
        <Input
          value={words}
          autoComplete="off"
          onChange={({ target }) => {
            setWords(target.value)
            onChange({ ...trigger, words: entriesOf(target.value, ',') })
          }}
        />
      </Labeled>
      <Lines
        label={t('scenarios.examples')}
        hint={t('scenarios.examples_hint')}
        lines={trigger.examples ?? []}
        charsMax={triggerExampleCharsMax}
        onChange={(examples) => onChange({ ...trigger, examples })}
      />
      <Lines
        label={t('scenarios.patterns')}
        hint={t('scenarios.patterns_hint')}
        lines={trigger.patterns ?? []}
        charsMax={triggerPatternCharsMax}
        onChange={(patterns) => onChange({ ...trigger, patterns })}
      />
    </>
  )
}

const entriesOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .slice(0, triggerWordsMax)
/** A list with one entry per line. */
function Lines({
  label,
  hint,
  lines,
  charsMax,
  onChange,
}: {
  label: string
  hint: string
  lines: readonly string[]
  charsMax: number
  onChange: (lines: string[]) => void
}) {
  const [typed, setTyped] = useState(lines.join('\n'))
  return (
    <Labeled label={label} hint={hint}>
      <Textarea
        value={typed}
        rows={3}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(entriesOf(target.value, '\n').map((line) => line.slice(0, charsMax)))
        }}
      />
    </Labeled>
  )
}

/** On which pages and how often. */
function PageFields({ trigger, onChange }: TriggerFieldsProps<PageTrigger>) {
  const t = useT()
  const { page } = trigger
  return (
    <>
      <Labeled label={t('scenarios.page_match')}>
        <Choice
          value={page.match}
          options={pageMatches.map((value) => ({ value, label: t(`scenarios.page_match_${value}`) }))}
          onChange={(chosen) => {
            const match = pageMatches.find((each) => each === chosen) ?? 'any'
            onChange({ ...trigger, page: { match, value: match === 'any' ? '' : page.value } })
          }}
        />
      </Labeled>
      {page.match !== 'any' && (
        <Labeled label={t('scenarios.page_rule')} hint={t(`scenarios.page_match_${page.match}_hint`)}>
          <Input
            value={page.value}
            maxLength={triggerPageCharsMax}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...trigger, page: { ...page, value: target.value } })}
          />
        </Labeled>
      )}
      <FrequencyFields
        hint={t('scenarios.frequency_hint')}
        options={triggerFrequencies}
        value={trigger.frequency}
        days={trigger.days}
        onChange={(changes) => onChange({ ...trigger, ...changes })}
      />
    </>
  )
}

/** How often the scenario starts for a person. */
function FrequencyFields<F extends (typeof triggerFrequencies | typeof eventFrequencies)[number]>({
  hint,
  options,
  value,
  days = triggerFrequencyDefault_days,
  onChange,
}: {
  hint?: string
  options: readonly F[]
  value: F
  days: number | undefined
  onChange: (changes: { frequency?: F; days?: number }) => void
}) {
  const t = useT()
  return (
    <>
      <Labeled label={t('scenarios.frequency')} {...(hint && { hint })}>
        <Choice
          value={value}
          options={options.map((each) => ({ value: each, label: t(`scenarios.frequency_${each}`) }))}
          onChange={(chosen) => {
            const frequency = options.find((each) => each === chosen)
            if (frequency) onChange({ frequency })
          }}
        />
      </Labeled>
      {value === 'days' && (
        <Labeled label={t('scenarios.frequency_number')}>
          <NumberInput
            min={1}
            max={triggerFrequencyMax_days}
            value={days}
            onChange={(chosen) => onChange({ days: chosen })}
          />
        </Labeled>
      )}
    </>
  )
}
