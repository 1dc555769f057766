import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const checkboxStyle =
  'shrink-0 appearance-none border border-strong bg-raised transition-colors duration-120 checked:border-primary ' +
  'checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50 ' +
  // The system's own checkbox, without our mark over it.
  'forced-colors:appearance-auto forced-colors:before:hidden'
export const checkMark =
  'grid size-4.5 place-items-center rounded-[4px] before:size-2.5 before:scale-0 before:bg-page ' +
  'before:[clip-path:polygon(14%_44%,0_58%,42%_100%,100%_18%,86%_4%,41%_70%)] checked:before:scale-100'

/** A checkbox without a visible label. */
export const CheckMark = (props: ComponentProps<'input'> & { 'aria-label': string }) => (
  <input {...props} type="checkbox" className={cn(checkboxStyle, checkMark)} />
)
