import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './merge-classes.ts'

/** Joins class names; of two that set the same property the last one wins. */
export const cn = (...names: ClassValue[]) => mergeClasses(clsx(names))
