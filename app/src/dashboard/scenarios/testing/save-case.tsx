import { scenarioNameCharsMax } from '@ozvi/contract'
import { type FormEvent, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from '../step-fields/labeled.tsx'
import type { TestRun, TestSettings } from './test-run.ts'
import { checksOf, saveCase, useSavedCases } from './use-cases.ts'

/** Saves a test with how it went as what it must lead to. */
export function SaveCase({ test, settings }: { test: TestRun; settings: TestSettings }) {
  const t = useT()
  const { integration_id, scenario } = useEditorParts()
  const key = { integration_id, scenario_id: scenario.id }
  // The id of a test decides the arms of A/B splits, so the same test is saved only once.
  const saved = useSavedCases(key)?.find(({ id }) => id === test.id)
  const [name, setName] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async () => {
    const { id, inputs, state } = test
    if (!state || !inputs) return
    await saveCase(key, {
      id,
      name,
      persona: settings,
      inputs: [...inputs],
      checks: checksOf({ state }),
    })
    toast.success(t('scenario-tests.saved', { name }))
    setName('')
  })
  // A kind of input that can't be saved was used.
  if (!test.inputs || !test.state) return null
  function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) void run()
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-1 border-t border-line pt-3">
      <div className="flex items-end gap-1">
        <Labeled label={t('scenario-tests.name')} className="flex-1">
          <Input
            value={name}
            maxLength={scenarioNameCharsMax}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Labeled>
        <Button type="submit" isBusy={isBusy}>
          {t('scenario-tests.save')}
        </Button>
      </div>
      <p className="text-sm text-muted">
        {saved ? t('scenario-tests.save_again', { name: saved.name }) : t('scenario-tests.save_hint')}
      </p>
      {problem && <p className="text-sm text-danger">{errorText(problem)}</p>}
    </form>
  )
}
