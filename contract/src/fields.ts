export type { Locale } from './fields.schema.ts'

export const locales = ['en', 'sk'] as const
