import type { CaseCheck, Flow } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { type CheckedCase, checksOf, deleteCase, hasFailed, saveCase, useCases } from './use-cases.ts'

/** The saved tests: each runs whenever the draft changes, and a failing one blocks publishing. */
export function CaseList() {
  const t = useT()
  const { integration_id, scenario, flow, isReadOnly } = useEditorParts()
  const key = { integration_id, scenario_id: scenario.id }
  const cases = useCases(key, flow)
  const toastOnError = useToastOnError()
  if (!cases || cases.length === 0) return null
  return (
    <section aria-labelledby="scenario-cases" className="flex flex-col gap-2">
      <h3 id="scenario-cases" className="text-base font-medium">
        {t('scenario-tests.cases')}
      </h3>
      <ul className="divide-y divide-line rounded-card border border-line">
        {cases.map((each) => (
          <li key={each.saved.id} className="flex items-start gap-2 py-2 pr-1 pl-3">
            <Icon
              name={hasFailed(each) ? 'alert-triangle' : 'circle-check'}
              className={hasFailed(each) ? 'mt-0.5 text-danger' : 'mt-0.5 text-success'}
            />
            <div className="min-w-0 flex-1">
              <p className="text-base wrap-anywhere">
                {each.saved.name}
                <span className="sr-only">
                  {`: ${t(hasFailed(each) ? 'scenario-tests.fails' : 'scenario-tests.passes')}`}
                </span>
              </p>
              {each.result.failed.map((check, index) => (
                <p key={index} className="text-sm wrap-anywhere text-danger">
                  {failureText(check, each, flow, t)}
                </p>
              ))}
            </div>
            {!isReadOnly && (
              <ActionsMenu size="sm" label={t('scenarios.actions_named', { name: each.saved.name })}>
                {hasFailed(each) && (
                  <MenuItem
                    icon="check"
                    onSelect={() =>
                      void toastOnError(saveCase(key, { ...each.saved, checks: checksOf(each.result) }))
                    }
                  >
                    {t('scenario-tests.accept')}
                  </MenuItem>
                )}
                <MenuItem
                  icon="trash"
                  tone="danger"
                  onSelect={() => void toastOnError(deleteCase(key, each.saved.id))}
                >
                  {t('scenarios.delete')}
                </MenuItem>
              </ActionsMenu>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const pathText = (ids: readonly string[], { steps }: Flow) =>
  ids.map((id) => steps.findIndex((step) => step.id === id) + 1 || '?').join(' → ')
/** Expected and actual result of a saved test. */
function failureText(check: CaseCheck, { result: { state } }: CheckedCase, flow: Flow, t: Translate): string {
  switch (check.kind) {
    case 'status':
      return t('scenario-tests.failed_status', {
        expected: t(`scenarios.run_${check.status}`),
        actual: t(`scenarios.run_${state.status}`),
      })
    case 'path':
      return t('scenario-tests.failed_path', {
        expected: pathText(check.step_ids, flow),
        actual: pathText(state.path, flow),
      })
    case 'says':
      return t('scenario-tests.failed_says', { text: check.text })
  }
}
