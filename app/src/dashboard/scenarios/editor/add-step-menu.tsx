import type { StepKind } from '@ozvi/contract'
import { Fragment, type ReactElement } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { PressedProps } from '#ui/lazy.tsx'
import { Menu, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { useEditorParts } from './editor-context.ts'
import { paletteGroupsOf } from './new-step.ts'
import { stepIcons } from './step-text.ts'

/** The kinds of steps behind a button. */
export function AddStepMenu({
  trigger,
  onAdd,
}: {
  trigger: ReactElement<PressedProps>
  onAdd: (kind: StepKind) => void
}) {
  const t = useT()
  const { references } = useEditorParts()
  return (
    <Menu trigger={trigger}>
      {paletteGroupsOf(references.hubspot).map(({ name, kinds }) => (
        <Fragment key={name}>
          <MenuLabel>{t(`scenarios.group_${name}`)}</MenuLabel>
          {kinds.map((kind) => (
            <MenuItem key={kind} icon={stepIcons[kind]} onSelect={() => onAdd(kind)}>
              {t(`scenarios.step_${kind}`)}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  )
}
