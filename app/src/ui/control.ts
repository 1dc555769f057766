import { createContext, useContext } from 'react'

export interface Control {
  id: string
  name: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}
/** Provided by the field around a control. */
export const ControlContext = createContext<Control | null>(null)
/** Attributes that connect a control to its field; empty outside of one. */
export const useControl = (): Partial<Control> => useContext(ControlContext) ?? {}
