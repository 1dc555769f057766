import type { EventDefinition, Parsed, Schema } from '@ozvi/contract'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listen } from './api-client.ts'

/**
 * Subscribes to ephemeral events, such as typing; for events that update a query use `useLiveQuery`.
 *
 * @param onRejected called if the channel may not be subscribed to
 */
export function useEvent<D extends Schema, K>(
  kind: EventDefinition<D, K>,
  key: K,
  onEvent: (data: Parsed<D>) => void,
  onRejected?: () => void,
) {
  const receive = useEffectEvent(onEvent)
  const reject = useEffectEvent(() => onRejected?.())
  const hash = hashKey([key])
  useEffect(
    () =>
      listen(kind, key, {
        live: () => undefined,
        received: (data) => receive(data),
        rejected: () => reject(),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the key it was made of
    [kind, hash],
  )
}
