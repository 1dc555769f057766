import { createContext, useContext } from 'react'
import type { ToHost } from '../host-messages.ts'
import type { Boot } from './boot.ts'
import type { PanelLooks } from './look.ts'
import { useValue } from './state.ts'
import type { View } from './view.ts'
import type { Visit } from './visit.ts'
import type { Speech } from './words.ts'

/** Shared dependencies of the panel, created in `main.tsx`. */
export interface PanelParts {
  boot: Boot
  look: PanelLooks
  visit: Visit
  view: View
  speech: Speech
  tellHost: (message: ToHost) => void
}
export const PanelContext = createContext<PanelParts | null>(null)
export function usePanel(): PanelParts {
  const parts = useContext(PanelContext)
  if (!parts) throw new Error('outside of the panel')
  return parts
}
export const useVisit = () => useValue(usePanel().visit.state)
export const useLook = () => useValue(usePanel().look.state)
export const useView = () => useValue(usePanel().view.state)
