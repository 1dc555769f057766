import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { startClock } from '../time/clock.ts'
import { type ClientHints, type Platform, platformOf } from './client-hints.ts'

const ClientHintsContext = createContext<ClientHints | null>(null)

/** For the app. Islands of public pages have no hints and use the browser's values immediately. */
export function ClientHintsProvider({ value, children }: { value: ClientHints; children: ReactNode }) {
  const [hints] = useState(() => {
    if (!import.meta.env.SSR) startClock(value.now)
    return value
  })
  return <ClientHintsContext value={hints}>{children}</ClientHintsContext>
}

const never = () => () => {}
/** Whether the component has been hydrated, or was mounted in the browser in the first place. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

let ownZone: string | undefined
const readOwnZone = () => (ownZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
/** The reader's time zone; while hydrating, the one of the HTML. Undefined outside the app: the browser's default. */
export function useTimeZone(): string | undefined {
  const hints = useContext(ClientHintsContext)
  return (
    useSyncExternalStore(
      never,
      () => hints && readOwnZone(),
      () => hints && hints.time_zone,
    ) ?? undefined
  )
}

/** The platform decides which keys are shown: ⌘ or Ctrl. */
export function usePlatform(): Platform {
  const hints = useContext(ClientHintsContext)
  return useSyncExternalStore(
    never,
    () => platformOf(navigator.userAgent),
    () => hints?.platform ?? 'other',
  )
}

/** The time of the HTML, for the first render in the browser. */
export const usePageTime = (): number | undefined => useContext(ClientHintsContext)?.now
