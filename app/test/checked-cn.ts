import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'
import { mergeClasses } from '#ui/merge-classes.ts'

const mergeAll = extendTailwindMerge({
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
const sorted = (names: string) => [...new Set(names.split(' '))].toSorted().join(' ')

/**
 * Replaces `#ui/cn.ts`, which knows only some properties: fails for a list that a merge of all properties would
 * change.
 */
export function cn(...names: ClassValue[]) {
  const joined = clsx(names)
  const merged = mergeClasses(joined)
  const known = mergeAll(joined)
  if (sorted(merged) !== sorted(known))
    throw new Error(`Two classes for one property, or one too few: "${merged}" should be "${known}"`)
  return merged
}
