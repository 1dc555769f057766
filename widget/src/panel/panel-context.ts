import { createContext, useContext } from 'react'
import type { ToHost } from '../host-messages.ts'
import type { Boot } from './boot.ts'
import type { ThemeStore } from './theme.ts'
import { useValue } from './state.ts'
import type { View } from './view.ts'
import type { ChatClient } from './chat-client.ts'
import type { Sound } from './sound.ts'
import type { Translator } from './messages.ts'

/** Shared dependencies of the panel, created in `main.tsx`. */
export interface PanelContextValue {
  boot: Boot
  theme: ThemeStore
  client: ChatClient
  view: View
  sound: Sound
  translator: Translator
  postToHost: (message: ToHost) => void
}
export const PanelContext = createContext<PanelContextValue | null>(null)
export function usePanel(): PanelContextValue {
  const value = useContext(PanelContext)
  if (!value) throw new Error('outside of the panel')
  return value
}
export const useChat = () => useValue(usePanel().client.state)
export const useTheme = () => useValue(usePanel().theme.state)
export const useView = () => useValue(usePanel().view.state)
