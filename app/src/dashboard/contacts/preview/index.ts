import { lazy } from 'react'

/** Loaded on first use. */
export const ContactPreview = lazy(async () => ({
  default: (await import('./contact-preview.tsx')).ContactPreview,
}))
export { type Preview, usePreview } from './use-preview.ts'
