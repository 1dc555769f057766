import { createContext, useContext } from 'react'

export interface Control {
  id: string
  name: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}
/** Given by the field around a control. */
export const ControlContext = createContext<Control | null>(null)
/** Attributes that tie a control to the field around it; nothing outside of one. */
export const useControl = (): Partial<Control> => useContext(ControlContext) ?? {}
