import { useEffect, useState } from 'react'
import { usePanel, useChat } from './panel-context.ts'

/** Short interruptions aren't shown. */
const patience_ms = 3_000

/** Connection problems that last; being offline is shown immediately. */
export function StatusLine() {
  const { client, translator } = usePanel()
  const { is_online, is_reachable, phase } = useChat()
  const isTroubled = is_online && !is_reachable
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isTroubled) return
    const timer = setTimeout(() => setLong(true), patience_ms)
    return () => clearTimeout(timer)
  }, [isTroubled])
  const word = !is_online
    ? 'offline'
    : isTroubled && isLong
      ? phase === 'unreachable'
        ? 'unreachable'
        : 'reconnecting'
      : null
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
