import {
  type Availability,
  availabilityChanged,
  idleAfter_ms,
  type Integration,
  type MemberAvailability,
  setAvailability,
} from '@ozvi/contract'
import { useEffect } from 'react'
import { useHear } from '#platform/calls/hear.ts'
import { logError } from '#platform/log.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery, useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'

/** When one of this browser's pages was last touched, in ms since 1970: kept where its other tabs see it. */
const touchedKey = 'ozvi-touched'
const lookEvery_ms = 20_000
/** A write per key press would buy nothing. */
const writeEvery_ms = 5_000

function lastTouched(): number {
  try {
    return Number(localStorage.getItem(touchedKey)) || 0
  } catch {
    return Date.now() // without a store nobody is called idle
  }
}
function touch() {
  try {
    if (Date.now() - lastTouched() > writeEvery_ms) localStorage.setItem(touchedKey, String(Date.now()))
  } catch {
    // as above
  }
}

/** What is said of the reader, in the session that every page shows them by. */
function show({ integration_id, user_id, availability, is_idle }: MemberAvailability) {
  queryClient.setQueryData(sessionQuery.queryKey, (held) =>
    held?.user?.id === user_id
      ? {
          ...held,
          user: {
            ...held.user,
            integrations: held.user.integrations.map((one) =>
              one.id === integration_id ? { ...one, availability, is_idle } : one,
            ),
          },
        }
      : held,
  )
}

/** @throws Problem or Error: nothing has changed then */
export async function sayAvailability({ id }: Integration, availability: Availability) {
  show(await call(setAvailability, { integration_id: id, availability }))
}

/**
 * Tells the team when the reader has left their pages alone, and when they are back; and hears what they have
 * said on another device. One device that is in use outweighs all that are not.
 */
export function useOwnAvailability({ id: integration_id, is_idle }: Integration) {
  const { id: user_id } = useUser()
  useHear(availabilityChanged, { integration_id }, (said) => {
    if (said.user_id === user_id) show(said)
  })
  // Whoever opens a page is there.
  useEffect(() => {
    if (document.visibilityState === 'visible') touch()
  }, [integration_id])
  useEffect(() => {
    let isSaying = false
    async function say(idle: boolean) {
      if (isSaying || idle === is_idle) return
      isSaying = true
      try {
        show(await call(setAvailability, { integration_id, is_idle: idle }))
      } catch (error) {
        // Said again at the next look.
        logError('Availability could not be told', error)
      } finally {
        isSaying = false
      }
    }
    const look = () => void say(Date.now() - lastTouched() >= idleAfter_ms)
    const onTouch = () => {
      touch()
      if (is_idle) void say(false)
    }
    look()
    const timer = setInterval(look, lookEvery_ms)
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) addEventListener(sign, onTouch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, onTouch)
    }
  }, [integration_id, is_idle])
}
