import type { ComponentProps } from 'react'
import { useControl } from '#ui/control.ts'

/** The browser's own, so that keys and assistive technology know it. */
export const Slider = (props: ComponentProps<'input'>) => (
  <input {...useControl()} {...props} type="range" className="h-9 w-full accent-primary touch:h-11" />
)
