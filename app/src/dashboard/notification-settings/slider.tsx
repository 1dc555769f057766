import type { ComponentProps } from 'react'
import { useControl } from '#ui/control.ts'

/** A native slider, for keyboard and assistive technology. */
export const Slider = (props: ComponentProps<'input'>) => (
  <input {...useControl()} {...props} type="range" className="h-9 w-full accent-primary touch:h-11" />
)
