import { Problem } from '@ozvi/contract'

/** Whether something was refused because the conversation's fields have to be known first. */
export const areFieldsMissing = (error: unknown): boolean =>
  error instanceof Problem && Object.keys(error.errors ?? {}).some((name) => name.startsWith('fields.'))
