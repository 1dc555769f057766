import { createContext } from 'react'

export interface FormState {
  /** Begins the ids of its controls, so that a server and a browser name them alike. */
  id: string
  labels: Record<string, string>
  errors: Record<string, string[]>
}
export const FormContext = createContext<FormState | null>(null)
