import { LazyTrigger } from './lazy.tsx'
import { lazyModule } from './lazy-modules.ts'
import type { PopoverProps } from './opened-popover.tsx'

const popoverParts = lazyModule(() => import('./opened-popover.tsx'))

/** A panel opened by a button. */
export const Popover = (props: PopoverProps) => (
  <LazyTrigger of={popoverParts} popup="dialog" trigger={props.trigger} isOpen={props.isOpen}>
    {(parts, trigger) => <parts.Popover {...props} trigger={trigger} />}
  </LazyTrigger>
)
