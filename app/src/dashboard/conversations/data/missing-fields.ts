import { Problem } from '@ozvi/contract'

/** Whether an error is about missing required fields. */
export const areFieldsMissing = (error: unknown): boolean =>
  error instanceof Problem && Object.keys(error.errors ?? {}).some((name) => name.startsWith('fields.'))
