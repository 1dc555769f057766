import { type Schedule, locales } from '@ozvi/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useHours } from '#dashboard/hours'
import { languageName } from '#dashboard/users'
import { CaseList } from './case-list.tsx'
import { Choice } from '../step-fields/choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { EffectLine } from './effect-line.tsx'
import { Labeled } from '../step-fields/labeled.tsx'
import { SaveCase } from './save-case.tsx'
import { stepTitle } from '../editor/step-text.ts'
import { TestChat } from './test-chat.tsx'
import { TestControls } from './test-controls.tsx'
import {
  advanceTest,
  receive,
  startsWithMessage,
  startTest,
  type TestClock,
  testTime,
  type TestRun,
  type TestSettings,
} from './test-run.ts'

/** Tries the draft out: with the engine of live runs, but without sending anything. */
export function TestPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  const read = useHours(useEditorParts().integration_id)
  if (read.data) return <DraftTest hours={read.data} onClose={onClose} />
  return (
    <LoadFallback
      title={t('scenario-tests.hours_failed')}
      query={read}
      skeletonClassName="flex flex-col gap-4"
    >
      <Skeleton className="h-10" />
    </LoadFallback>
  )
}

function DraftTest({ hours, onClose }: { hours: Schedule; onClose: () => void }) {
  const t = useT()
  const { flow, isReadOnly } = useEditorParts()
  const [settings, setSettings] = useState<TestSettings>(() => ({
    name: 'Jana',
    email: '',
    page: '',
    locale: flow.locales[0] ?? 'en',
    is_open: null,
    now: new Date().toISOString(),
  }))
  const [first, setFirst] = useState('')
  const [clock, setClock] = useState<TestClock>({ date: '', time: '' })
  const [test, setTest] = useState<TestRun>()
  const chat = useRef<HTMLDivElement>(null)
  const test_id = test?.id
  useEffect(() => {
    if (test_id !== undefined) chat.current?.scrollIntoView({ block: 'nearest' })
  }, [test_id])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('scenarios.test_text')}</p>
      <CaseList />
      <Persona settings={settings} onChange={setSettings}>
        <Clock value={clock} time_zone={hours.time_zone} onChange={setClock} />
      </Persona>
      {startsWithMessage(flow) && (
        <Labeled label={t('scenarios.test_first')}>
          <Input value={first} autoComplete="off" onChange={({ target }) => setFirst(target.value)} />
        </Labeled>
      )}
      <div>
        <Button
          variant="primary"
          onClick={() => {
            const now = testTime(new Date(), clock, hours)
            setSettings({ ...settings, now })
            const text = startsWithMessage(flow) ? first || t('scenarios.test_hello') : undefined
            setTest(startTest(flow, { ...settings, now }, hours, text))
          }}
        >
          {t(test ? 'scenarios.test_restart' : 'scenarios.test_start')}
        </Button>
      </div>
      {test && (
        <>
          <div ref={chat}>
            <TestChat
              key={settings.locale}
              test={test}
              locale={settings.locale}
              onInput={(input) => setTest(receive(test, flow, settings, input))}
              onClose={onClose}
            />
          </div>
          <TestControls test={test} onInput={(input) => setTest(advanceTest(test, flow, settings, input))} />
          <Effects test={test} />
          <Trace test={test} />
          {!isReadOnly && <SaveCase test={test} settings={settings} />}
        </>
      )}
    </div>
  )
}

function Persona({
  settings,
  onChange,
  children,
}: {
  settings: TestSettings
  onChange: (settings: TestSettings) => void
  children: ReactNode
}) {
  const t = useT()
  const locale = useLocale()
  return (
    <details className="rounded-control border border-line p-3">
      <summary className="text-sm font-medium">{t('scenarios.test_persona')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        {(['name', 'email', 'page'] as const).map((key) => (
          <Labeled key={key} label={t(`scenarios.test_${key}`)}>
            <Input
              value={settings[key]}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...settings, [key]: target.value })}
            />
          </Labeled>
        ))}
        <div className="grid grid-cols-2 gap-3">
          <Labeled label={t('scenarios.test_language')}>
            <Choice
              value={settings.locale}
              options={locales.map((value) => ({ value, label: languageName(value, locale) }))}
              onChange={(chosen) =>
                onChange({ ...settings, locale: locales.find((each) => each === chosen) ?? settings.locale })
              }
            />
          </Labeled>
          <Labeled label={t('scenarios.subject_hours')}>
            <Choice
              value={settings.is_open === null ? 'scheduled' : settings.is_open ? 'open' : 'closed'}
              options={(['scheduled', 'open', 'closed'] as const).map((value) => ({
                value,
                label: t(`scenarios.hours_${value}`),
              }))}
              onChange={(chosen) =>
                onChange({ ...settings, is_open: chosen === 'scheduled' ? null : chosen === 'open' })
              }
            />
          </Labeled>
        </div>
        {children}
      </div>
    </details>
  )
}

/** When the test starts. */
function Clock({
  value,
  time_zone,
  onChange,
}: {
  value: TestClock
  time_zone: string
  onChange: (value: TestClock) => void
}) {
  const t = useT()
  const hint = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-2 gap-3">
        {(['date', 'time'] as const).map((part) => (
          <Labeled key={part} label={t(`scenarios.test_${part}`)}>
            <Input
              type={part}
              value={value[part]}
              aria-describedby={hint}
              onChange={({ target }) => onChange({ ...value, [part]: target.value })}
            />
          </Labeled>
        ))}
      </div>
      <p id={hint} className="text-sm text-muted">
        {t('scenarios.test_clock_hint', { zone: time_zone })}
      </p>
    </div>
  )
}

/** What a live run would do besides writing to the customer. */
function Effects({ test: { log, state } }: { test: TestRun }) {
  const t = useT()
  const effects = log.flatMap((entry) =>
    entry.kind === 'effect' && entry.effect.kind !== 'send' ? [entry.effect] : [],
  )
  return (
    <div className="flex flex-col gap-2">
      {state && (
        <p role="status">
          <Badge>{t(`scenarios.run_${state.status}`)}</Badge>
        </p>
      )}
      {effects.length > 0 && (
        <ol aria-label={t('scenarios.test_effects')} className="flex flex-col gap-2">
          {effects.map((effect, index) => (
            <li key={index}>
              <EffectLine effect={effect} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The steps that were entered, and the variables. */
function Trace({ test: { state } }: { test: TestRun }) {
  const t = useT()
  const { flow, dispatch } = useEditorParts()
  if (!state) return null
  const variables = Object.entries(state.variables)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <section aria-label={t('scenarios.test_path')}>
        <h3 className="font-medium">{t('scenarios.test_path')}</h3>
        <ol className="mt-1 flex flex-col">
          {state.path.map((id, index) => {
            const step = flow.steps.find((each) => each.id === id)
            return (
              <li key={index}>
                <button
                  type="button"
                  className="min-h-6 text-left text-primary underline underline-offset-3 touch:min-h-11"
                  onClick={() => dispatch({ type: 'select', ids: [id] })}
                >
                  {step ? `${flow.steps.indexOf(step) + 1}. ${stepTitle(step, t)}` : id}
                </button>
              </li>
            )
          })}
        </ol>
      </section>
      {variables.length > 0 && (
        <section aria-label={t('scenarios.variables')}>
          <h3 className="font-medium">{t('scenarios.variables')}</h3>
          <dl className="mt-1">
            {variables.map(([name, value]) => (
              <div key={name} className="flex gap-2 wrap-anywhere">
                <dt className="font-mono text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
