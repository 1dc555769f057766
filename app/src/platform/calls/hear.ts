import type { EventKind, Schema } from '@ozvi/contract'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { listen } from './wire.ts'

/** Subscribes to ephemeral events, such as typing; for events that update a query use `useLive`. */
export function useHear<D extends Schema, K>(
  kind: EventKind<D, K>,
  key: K,
  hear: (data: z.output<D>) => void,
) {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  const hash = hashKey([key])
  useEffect(
    () => listen(kind, key, { live: () => undefined, hear: (data) => latest.current(data) }),
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the key it was made of
    [kind, hash],
  )
}
