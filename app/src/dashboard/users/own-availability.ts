import {
  type Availability,
  availabilityChanged,
  idleAfter_ms,
  type Integration,
  type MemberAvailability,
  setAvailability,
} from '@ozvi/contract'
import { useEffect } from 'react'
import { useEvent } from '#platform/calls/use-event.ts'
import { logError } from '#platform/log.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery, useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'

/** When any page of this browser was last used, in ms since 1970; shared with other tabs. */
const lastActivityKey = 'ozvi.last_activity_at'
const poll_ms = 20_000
/** Avoids a write per key press. */
const writeEvery_ms = 5_000

function lastTouched(): number {
  try {
    return Number(localStorage.getItem(lastActivityKey)) || 0
  } catch {
    return Date.now() // without storage no one counts as idle
  }
}
function touch() {
  try {
    if (Date.now() - lastTouched() > writeEvery_ms) localStorage.setItem(lastActivityKey, String(Date.now()))
  } catch {
    // as above
  }
}

/** Updates the user's availability in the session, which every page shows. */
function show({ integration_id, user_id, availability, is_idle }: MemberAvailability) {
  changeData(queryClient, sessionQuery, (cached) =>
    cached.user?.id === user_id
      ? {
          ...cached,
          user: {
            ...cached.user,
            integrations: cached.user.integrations.map((one) =>
              one.id === integration_id ? { ...one, availability, is_idle } : one,
            ),
          },
        }
      : cached,
  )
}

/** @throws Problem or Error; then nothing has changed */
export async function sendAvailability({ id }: Integration, availability: Availability) {
  show(await call(setAvailability, { integration_id: id, availability }))
}

/**
 * Reports inactivity and activity to the team, and receives changes of other devices. One active device
 * outweighs all inactive ones.
 */
export function useOwnAvailability({ id: integration_id, is_idle }: Integration) {
  const { id: user_id } = useUser()
  useEvent(availabilityChanged, { integration_id }, (event) => {
    if (event.user_id === user_id) show(event)
  })
  // Opening a page counts as activity.
  useEffect(() => {
    if (document.visibilityState === 'visible') touch()
  }, [integration_id])
  useEffect(() => {
    let isSending = false
    async function send(idle: boolean) {
      if (isSending || idle === is_idle) return
      isSending = true
      try {
        show(await call(setAvailability, { integration_id, is_idle: idle }))
      } catch (error) {
        // Repeated at the next check.
        logError('Failed to send the availability', error)
      } finally {
        isSending = false
      }
    }
    const poll = () => void send(Date.now() - lastTouched() >= idleAfter_ms)
    const onTouch = () => {
      touch()
      if (is_idle) void send(false)
    }
    poll()
    const timer = setInterval(poll, poll_ms)
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) addEventListener(sign, onTouch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, onTouch)
    }
  }, [integration_id, is_idle])
}
