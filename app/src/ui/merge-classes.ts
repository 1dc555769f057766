import { createTailwindMerge } from 'tailwind-merge'

/** The number of class lists whose merged form is cached. */
export const classCacheSize = 500

const any = [() => true]
const one = (name: string) => [{ [name]: any }]
const each = (names: string[]) => Object.fromEntries(names.map((name) => [name, one(name)]))
const width = (name: string) => [{ [name]: ['', (value: string) => /^\d+$/.test(value)] }]
const sides = ['t', 'r', 'b', 'l']
const rounded = {
  t: ['tl', 'tr'],
  r: ['tr', 'br'],
  b: ['bl', 'br'],
  l: ['tl', 'bl'],
}

/**
 * Properties for which our components have a class that callers can replace. tailwind-merge's own list covers all of
 * Tailwind and is slow to load; tests compare both for every class list they render.
 */
const classGroups = {
  display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'contents', 'hidden'],
  'align-items': one('items'),
  ...each(['gap', 'gap-x', 'gap-y', 'p', 'px', 'py', 'pt', 'pr', 'pb', 'pl']),
  ...each(['size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h']),
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
  'font-size': [{ text: ['xs', 'sm', 'base', 'md', 'lg', 'xl', '2xl', '3xl', '4xl'] }],
  'text-alignment': [{ text: ['left', 'center', 'right'] }],
  'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
  'text-color': one('text'),
  'bg-color': one('bg'),
  ...each(['rounded', ...[...sides, 'tl', 'tr', 'bl', 'br'].map((part) => `rounded-${part}`)]),
  ...Object.fromEntries(sides.map((side) => [`border-w-${side}`, width(`border-${side}`)])),
  'border-w': width('border'),
  'border-style': [{ border: ['solid', 'dashed'] }],
  'border-collapse': [{ border: ['collapse'] }],
  'border-color': one('border'),
  'outline-w': width('outline'),
  'outline-style': [{ outline: ['none'] }],
  'outline-offset': one('outline-offset'),
  'outline-color': one('outline'),
}
/** Removes class names that a later one replaces. */
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: classCacheSize,
  theme: {},
  classGroups,
  conflictingClassGroups: {
    gap: ['gap-x', 'gap-y'],
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    size: ['w', 'h'],
    rounded: Object.keys(classGroups).filter((group) => group.startsWith('rounded-')),
    ...Object.fromEntries(
      Object.entries(rounded).map(([side, corners]) => [
        `rounded-${side}`,
        corners.map((corner) => `rounded-${corner}`),
      ]),
    ),
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder'],
}))
