import type { StepKind } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEditorParts } from './editor-context.ts'
import { paletteGroupsOf } from './new-step.ts'
import { stepIcons } from './step-text.ts'

/** The type of data under which a dragged kind of step is known. */
export const stepDrag = 'application/x-ozvi-step'

/** The kinds of steps: dragged onto the canvas, or added by a click. In a narrow window only their icons. */
export function Palette({ onAdd }: { onAdd: (kind: StepKind, isByKey: boolean) => void }) {
  const t = useT()
  const { references } = useEditorParts()
  return (
    <nav
      aria-label={t('scenarios.add_step')}
      className="w-13 shrink-0 overflow-y-auto border-r border-line bg-subtle p-2 xl:w-44"
    >
      {paletteGroupsOf(references.hubspot).map(({ name, kinds }) => (
        <section
          key={name}
          aria-label={t(`scenarios.group_${name}`)}
          className="border-line not-first:mt-3 max-xl:not-first:border-t max-xl:not-first:pt-3"
        >
          <p className="px-2 py-1 text-xs font-medium text-muted max-xl:hidden">
            {t(`scenarios.group_${name}`)}
          </p>
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              draggable
              title={t(`scenarios.step_${kind}`)}
              onDragStart={({ dataTransfer }) => dataTransfer.setData(stepDrag, kind)}
              onClick={({ detail }) => onAdd(kind, detail === 0)}
              className="flex min-h-8 w-full cursor-grab items-center gap-2 rounded-control px-2 text-left text-sm hover:bg-inset touch:min-h-11"
            >
              <Icon name={stepIcons[kind]} size={16} className="text-muted" />
              <span className="max-xl:sr-only">{t(`scenarios.step_${kind}`)}</span>
            </button>
          ))}
        </section>
      ))}
    </nav>
  )
}
