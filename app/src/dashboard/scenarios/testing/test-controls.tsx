import type { RunInput } from '@ozvi/contract/scenario-engine'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/input.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from '../step-fields/labeled.tsx'
import { isRunning, type TestRun } from './test-run.ts'

interface TestControlsProps {
  test: TestRun
  onInput: (input: RunInput) => void
}
/** What happens outside of the chat: the assistant, a response, time and the team. */
export function TestControls({ test, onInput }: TestControlsProps) {
  const t = useT()
  const [body, setBody] = useState('{}')
  const { flow } = useEditorParts()
  const { state } = test
  if (!state || !isRunning(test)) return null
  const current = flow.steps.find(({ id }) => id === state.step_id)
  if (state.status === 'paused')
    return <Button onClick={() => onInput({ kind: 'resumed' })}>{t('scenarios.run_resume')}</Button>
  return (
    <div className="flex flex-col gap-3">
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
      <div>
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
