import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Lists of class names whose merged form is remembered. */
export const classCacheSize = 500

const merge = extendTailwindMerge({
  cacheSize: classCacheSize,
  extend: {
    theme: {
      text: ['md'],
      radius: ['control', 'card', 'panel'],
      shadow: ['popover', 'dialog'],
      animate: ['popover', 'fade', 'panel'],
      ease: ['enter', 'leave'],
    },
  },
})
/** Joins class names; of two that set the same property the later one stays. */
export const cn = (...names: ClassValue[]) => merge(clsx(names))
