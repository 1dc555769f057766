import { createContext } from 'react'

export interface FormState {
  /** Prefix of its controls' ids, equal on server and browser. */
  id: string
  labels: Record<string, string>
  errors: Record<string, string[]>
  /** Fields with errors that were edited since. */
  edited: readonly string[]
  /** For controls that aren't form elements with the field's name. */
  markEdited: (name: string) => void
}
export const FormContext = createContext<FormState | null>(null)
