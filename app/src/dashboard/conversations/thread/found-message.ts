import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Thread, useOlderMessages } from '../data/data.ts'

/** Scrolls to the message in the URL and highlights it once; messages in between are loaded first. */
export function useFoundMessage(
  scroller: RefObject<HTMLElement | null>,
  thread: Thread | undefined,
  integration_id: string,
  conversation_id: string,
) {
  const [params] = useSearchParams()
  const at = Number(params.get('at')) || undefined
  const shownSeq = useRef<number>(undefined)
  const { run, problem } = useOlderMessages(integration_id, conversation_id)
  const readDownTo = useEffectEvent((seq: number) => void run(seq))
  const oldest = thread?.messages[0]?.seq
  useEffect(() => {
    if (at === undefined || oldest === undefined || shownSeq.current === at) return
    if (oldest > at && thread?.has_older) {
      if (!problem) readDownTo(at)
      return
    }
    shownSeq.current = at
    const message = scroller.current?.querySelector(`[data-seq="${at}"]`)
    if (!message) return
    message.setAttribute('data-found', '')
    message.scrollIntoView({ block: 'center' })
    return () => message.removeAttribute('data-found')
  }, [at, oldest, thread?.has_older, problem, scroller])
}
