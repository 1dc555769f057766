import { type Locale, locales } from '@ozvi/contract'
import { testDay } from '@ozvi/contract/scenario-cases'
import { type Effect, messageCards, messageImage } from '@ozvi/contract/scenario-engine'
import { type FormEvent, useState } from 'react'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { today } from '#ui/days.ts'
import { Input, Textarea } from '#ui/input.tsx'
import { MessageCards, SentImage } from '#dashboard/message-cards'
import { languageName } from '#dashboard/users'
import { CaseList } from './case-list.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from './editor-context.ts'
import { Labeled } from './labeled.tsx'
import { SaveCase } from './save-case.tsx'
import { stepTitle } from './step-text.ts'
import { TestForm } from './test-form.tsx'
import {
  advanceTest,
  buttonsOf,
  formOf,
  isRunning,
  startsWithMessage,
  startTest,
  type TestRun,
  type TestSettings,
} from './test-run.ts'

/** The time of a test on a day, or today if it is empty: now, or noon if the day differs in UTC. */
function timeOn(date: string): string {
  const now = new Date().toISOString()
  const day = date || today(Date.parse(now))
  return testDay(now) === day ? now : `${day}T12:00:00.000Z`
}

/** Tries the draft out: with the engine of live runs, but without sending anything. */
export function TestPanel() {
  const t = useT()
  const { flow, isReadOnly } = useEditorParts()
  const [settings, setSettings] = useState<TestSettings>(() => ({
    name: 'Jana',
    email: '',
    page: '',
    locale: flow.locales[0] ?? 'en',
    is_open: true,
    now: new Date().toISOString(),
  }))
  const [first, setFirst] = useState('')
  /** Empty: today. */
  const [date, setDate] = useState('')
  const [test, setTest] = useState<TestRun>()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('scenarios.test_text')}</p>
      <CaseList />
      <Persona settings={settings} date={date} onChange={setSettings} onDate={setDate} />
      {startsWithMessage(flow) && (
        <Labeled label={t('scenarios.test_first')}>
          <Input value={first} autoComplete="off" onChange={({ target }) => setFirst(target.value)} />
        </Labeled>
      )}
      <div>
        <Button
          variant="primary"
          onClick={() => {
            const now = timeOn(date)
            setSettings({ ...settings, now })
            const text = startsWithMessage(flow) ? first || t('scenarios.test_hello') : undefined
            setTest(startTest(flow, { ...settings, now }, text))
          }}
        >
          {t(test ? 'scenarios.test_restart' : 'scenarios.test_start')}
        </Button>
      </div>
      {test && (
        <>
          <Transcript test={test} />
          <Reply
            test={test}
            locale={settings.locale}
            onInput={(input, text) => setTest(advanceTest(test, flow, settings, input, text))}
          />
          <Trace test={test} />
          {!isReadOnly && <SaveCase test={test} settings={settings} />}
        </>
      )}
    </div>
  )
}

function Persona({
  settings,
  date,
  onChange,
  onDate,
}: {
  settings: TestSettings
  date: string
  onChange: (settings: TestSettings) => void
  onDate: (date: string) => void
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
        <Labeled label={t('scenarios.test_language')}>
          <Choice
            value={settings.locale}
            options={locales.map((value) => ({ value, label: languageName(value, locale) }))}
            onChange={(chosen) =>
              onChange({ ...settings, locale: locales.find((each) => each === chosen) ?? settings.locale })
            }
          />
        </Labeled>
        <Labeled label={t('scenarios.test_date')} hint={t('scenarios.test_date_hint')}>
          <Input type="date" value={date} onChange={({ target }) => onDate(target.value)} />
        </Labeled>
        <Checkbox
          label={t('scenarios.test_open')}
          checked={settings.is_open}
          onChange={({ target }) => onChange({ ...settings, is_open: target.checked })}
        />
      </div>
    </details>
  )
}

function Transcript({ test: { log, state } }: { test: TestRun }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label={t('scenarios.test_log')} aria-live="polite" className="flex flex-col gap-2">
        {log.map((entry, index) => (
          <li key={index} className={entry.kind === 'customer' ? 'self-end' : ''}>
            {entry.kind === 'customer' ? (
              <p className="rounded-card bg-primary px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap text-on-primary">
                {entry.text}
              </p>
            ) : entry.effect.kind === 'send' ? (
              <SentMessage sent={entry.effect} />
            ) : (
              <EffectLine effect={entry.effect} />
            )}
          </li>
        ))}
      </ol>
      {state && (
        <p role="status">
          <Badge>{t(`scenarios.run_${state.status}`)}</Badge>
        </p>
      )}
    </div>
  )
}

/** A message as the customer would get it. */
function SentMessage({ sent }: { sent: Extract<Effect, { kind: 'send' }> }) {
  const { integration_id } = useEditorParts()
  const { text, cards, image } = sent
  if (cards) return <MessageCards cards={messageCards(integration_id, cards)} />
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-card bg-inset px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap">
        {text}
      </div>
      {image && <SentImage image={messageImage(integration_id, image)} />}
    </div>
  )
}

/** What a live run would do. */
function EffectLine({ effect }: { effect: Exclude<Effect, { kind: 'send' }> }) {
  const t = useT()
  const formats = useFormats()
  const { named } = useEditorParts()
  const nameOf = (options: readonly { value: string; label: string }[], id: string | null) =>
    options.find(({ value }) => value === id)?.label ?? ''
  const details = () => {
    switch (effect.kind) {
      case 'http_request':
        return `${effect.method} ${effect.url}`
      case 'hubspot_contact':
        return effect.properties.map(({ name, value }) => `${name} = ${value}`).join(', ')
      case 'hubspot_ticket':
        return [effect.subject, effect.content].filter(Boolean).join(' – ')
      case 'set_contact_field':
      case 'set_conversation_field':
        return `${nameOf([...named.contactFields, ...named.conversationFields], effect.name) || effect.name} = ${String(effect.value ?? '')}`
      case 'add_tags':
        return effect.tag_ids.map((id) => nameOf(named.tags, id)).join(', ')
      case 'set_priority':
        return t(`conversations.priority_${effect.priority}`)
      case 'assign':
        return [nameOf(named.members, effect.member_id), nameOf(named.teams, effect.team_id)]
          .filter(Boolean)
          .join(', ')
      case 'note':
        return effect.body
      case 'rate':
        return `${effect.score}/5`
      case 'email_team':
        return [effect.subject, effect.body].filter(Boolean).join(' – ')
      case 'hand_over':
        return effect.text
      case 'set_timer':
        return formats.dateTime(effect.at)
      case 'run_scenario':
        return nameOf(named.scenarios, effect.scenario_id)
      default:
        return ''
    }
  }
  const text = details()
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t(`scenarios.effect_${effect.kind}`)}
      {text && `: ${text}`}
    </p>
  )
}

interface ReplyProps {
  test: TestRun
  locale: Locale
  onInput: (input: Parameters<typeof advanceTest>[3], text?: string) => void
}
/** What the run waits for: the customer, the assistant, a response or time. */
function Reply({ test, locale, onInput }: ReplyProps) {
  const t = useT()
  const [text, setText] = useState('')
  const [body, setBody] = useState('{}')
  const { flow } = useEditorParts()
  const { state } = test
  if (!state || !isRunning(test)) return null
  const current = flow.steps.find(({ id }) => id === state.step_id)
  const form = formOf(test)
  const isFileAsked = current?.kind === 'question' && current.answer === 'file'
  if (state.status === 'paused')
    return <Button onClick={() => onInput({ kind: 'resumed' })}>{t('scenarios.run_resume')}</Button>
  function send(event: FormEvent) {
    event.preventDefault()
    if (!text.trim()) return
    onInput({ kind: 'message', text }, text)
    setText('')
  }
  return (
    <div className="flex flex-col gap-3">
      {buttonsOf(test).length > 0 && (
        <div className="flex flex-wrap gap-2">
          {buttonsOf(test).map(({ id, step_id, text: label }) => (
            <Button
              key={id}
              size="sm"
              onClick={() => onInput({ kind: 'button', step_id, button_id: id }, label)}
            >
              {label || t('scenarios.missing')}
            </Button>
          ))}
        </div>
      )}
      {form && (
        <TestForm
          key={state.visits[state.step_id ?? '']}
          fields={form}
          locale={locale}
          onSubmit={(values, text) => onInput({ kind: 'form', step_id: state.step_id ?? '', values }, text)}
        />
      )}
      {state.awaiting === 'assistant' && (
        <div className="flex flex-wrap gap-2">
          {(['answered', 'not_found', 'wants_person'] as const).map((outcome) => (
            <Button key={outcome} size="sm" onClick={() => onInput({ kind: 'assistant_result', outcome })}>
              {t(`scenarios.outcome_${outcome}`)}
            </Button>
          ))}
        </div>
      )}
      {state.awaiting === 'http' && (
        <div className="flex flex-col gap-2">
          {current?.kind === 'http_request' && (
            <Labeled label={t('scenarios.test_response')}>
              <Textarea value={body} rows={3} onChange={({ target }) => setBody(target.value)} />
            </Labeled>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              onClick={() =>
                onInput({ kind: 'http_result', ok: true, status: 200, body: parsedOrText(body) })
              }
            >
              {t('scenarios.test_ok')}
            </Button>
            <Button
              size="sm"
              onClick={() => onInput({ kind: 'http_result', ok: false, status: 503, body: '' })}
            >
              {t('scenarios.test_fails')}
            </Button>
          </div>
        </div>
      )}
      {state.awaiting === 'timer' && (
        <div>
          <Button size="sm" icon="clock" onClick={() => onInput({ kind: 'timer' })}>
            {t('scenarios.test_skip')}
          </Button>
        </div>
      )}
      <form onSubmit={send} className="flex items-end gap-1">
        <Labeled label={t('scenarios.test_reply')} className="flex-1">
          <Input value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
        </Labeled>
        <Button type="submit" icon="send">
          {t('scenarios.test_send')}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        {isFileAsked && (
          <Button
            size="sm"
            icon="paperclip"
            onClick={() => onInput({ kind: 'message', text: '', files: ['file.pdf'] }, 'file.pdf')}
          >
            {t('scenarios.test_file')}
          </Button>
        )}
        <Button size="sm" onClick={() => onInput({ kind: 'member_replied' })}>
          {t('scenarios.test_member')}
        </Button>
      </div>
    </div>
  )
}
function parsedOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
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
