import type { Locale, SimulatedChat, SimulatedInput } from '@ozvi/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { messagesOf } from './test-messages.ts'
import type { TestRun } from './test-run.ts'

type FromChat = { type: 'simulated'; input: SimulatedInput } | { type: 'ready' } | { type: 'close' }

/** Opens the channel that the chat expects from the page it is embedded in. */
function greet(frame: HTMLIFrameElement): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const page = { url: location.href, title: document.title }
  const hello = { ozvi: 'hello', page, is_open: true, takes_focus: false }
  frame.contentWindow?.postMessage(hello, location.origin, [port2])
  return port1
}

/** The chat as the customer sees it. It shows what the tested run says, and reports what the customer does. */
export function TestChat({
  test,
  locale,
  onInput,
  onClose,
}: {
  test: TestRun
  locale: Locale
  onInput: (input: SimulatedInput) => void
  /** By the button of the chat, or Escape in it. */
  onClose: () => void
}) {
  const t = useT()
  const { id: integration_id, public_key } = useIntegration()
  const [port, setPort] = useState<MessagePort>()
  const chat = useMemo(
    (): SimulatedChat => ({
      messages: messagesOf(test, integration_id, {
        answer: t('scenarios.test_answer'),
        missing: t('scenarios.missing'),
      }),
      handler: test.state?.status === 'handed_over' ? 'team' : 'scenario',
    }),
    [test, integration_id, t],
  )
  const listeners = useRef({ onInput, onClose })
  useEffect(() => {
    listeners.current = { onInput, onClose }
  })
  const connect = useCallback((frame: HTMLIFrameElement) => {
    const opened = greet(frame)
    opened.onmessage = ({ data }: MessageEvent<FromChat>) => {
      if (data.type === 'ready') setPort(opened)
      if (data.type === 'simulated') listeners.current.onInput(data.input)
      if (data.type === 'close') listeners.current.onClose()
    }
  }, [])
  useEffect(() => port?.postMessage({ type: 'simulate', chat }), [port, chat])
  return (
    <iframe
      src={`/widget/frame/${public_key}?locale=${locale}&preview=simulation`}
      title={t('scenarios.test_chat')}
      className="h-120 w-full rounded-card border border-line"
      onLoad={({ currentTarget }) => connect(currentTarget)}
    />
  )
}
