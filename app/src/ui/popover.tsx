import { LateTrigger } from './late.tsx'
import { late } from './late-modules.ts'
import type { PopoverProps } from './opened-popover.tsx'

const popoverParts = late(() => import('./opened-popover.tsx'))

/** A panel behind one button. */
export const Popover = (props: PopoverProps) => (
  <LateTrigger of={popoverParts} popup="dialog" trigger={props.trigger} isOpen={props.isOpen}>
    {({ Popover: Opened }, trigger) => <Opened {...props} trigger={trigger} />}
  </LateTrigger>
)
