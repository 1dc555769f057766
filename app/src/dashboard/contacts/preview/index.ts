import { lazy } from 'react'

/** Fetched when first opened. */
export const ContactPreview = lazy(async () => ({
  default: (await import('./contact-preview.tsx')).ContactPreview,
}))
export { type Preview, usePreview } from './use-preview.ts'
