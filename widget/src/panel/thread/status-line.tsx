import { useEffect, useState } from 'react'
import { usePanel, useChat } from '../panel-context.ts'

/** Short interruptions aren't shown. */
const showAfter_ms = 3_000

/** Connection problems that last; being offline is shown immediately. */
export function StatusLine() {
  const { client, translator } = usePanel()
  const { is_online, is_reachable, phase } = useChat()
  const isUnreachable = is_online && !is_reachable
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isUnreachable) return
    const timer = setTimeout(() => setLong(true), showAfter_ms)
    return () => clearTimeout(timer)
  }, [isUnreachable])
  let word: 'offline' | 'unreachable' | 'reconnecting' | null = null
  if (!is_online) word = 'offline'
  else if (isUnreachable && isLong) word = phase === 'unreachable' ? 'unreachable' : 'reconnecting'
  return (
    <div role="status" className="status">
      {word && (
        <p>
          {translator.t(word)}
          {word === 'unreachable' && (
            <button className="text-button" onClick={() => client.nudge()}>
              {translator.t('try_now')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
