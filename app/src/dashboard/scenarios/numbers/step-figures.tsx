import { useContext } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { FiguresContext } from '../editor/editor-context.ts'

/** How many runs reached a step and dropped off there, while the numbers are shown. */
export function StepFigures({ step_id }: { step_id: string }) {
  const t = useT()
  const { number } = useFormats()
  const figures = useContext(FiguresContext).get(step_id)
  if (!figures) return null
  return (
    <span className="block truncate text-sm font-medium tabular-nums">
      {t('scenario-numbers.on_step', {
        reached: number(figures.reached),
        dropped_off: number(figures.dropped_off),
      })}
    </span>
  )
}
