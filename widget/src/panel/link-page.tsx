import type { LinkMessage, ReplyLink } from '@ozvi/contract'
import { hasVisibleText } from '@ozvi/contract/visible-text'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isTransient, ApiError } from './calls.ts'
import { Icon } from './icons.tsx'
import { newId } from './ids.ts'
import { plainText } from './thread/inline-text.tsx'
import { Markdown } from './thread/markdown.tsx'
import { AgentMessage } from './thread/message-row.tsx'
import { usePanel } from './panel-context.ts'
import { Avatar } from './components.tsx'

const poll_ms = 10_000
/** The contract's limit. */
const charsMax = 8_000

interface LinkProps {
  /** From the link in an email. */
  token: string
  /** The conversation was started in this browser. */
  onOwn: (conversation_id: string) => void
}

/** Loads the link's replies, and polls while the page is visible. */
function useLink({ token, onOwn }: LinkProps) {
  const { client } = usePanel()
  const [link, setLink] = useState<ReplyLink>()
  const [problem, setProblem] = useState<'passing' | 'expired'>()
  const read = useCallback(async () => {
    try {
      const opened = await client.openLink(token)
      if (opened.own_conversation_id) return onOwn(opened.own_conversation_id)
      setLink(opened)
      setProblem(undefined)
    } catch (error) {
      setProblem(isTransient(error) ? 'passing' : 'expired')
    }
  }, [client, token, onOwn])
  useEffect(() => {
    void read()
    const reading = setInterval(() => {
      if (!document.hidden) void read()
    }, poll_ms)
    return () => clearInterval(reading)
  }, [read])
  return { link, problem, read }
}

/** Emailed replies and a reply box, in a browser without the conversation. */
export function LinkPage(props: LinkProps) {
  const { boot, translator } = usePanel()
  const { link, problem, read } = useLink(props)
  if (problem === 'expired')
    return (
      <div className="home">
        <header className="hero">
          <p className="hero-name clipped">{boot.name}</p>
          <h1>{translator.t('link_expired')}</h1>
        </header>
      </div>
    )
  return (
    <>
      <header className="bar">
        <Avatar name={boot.name} logo={boot.logo} />
        <div className="bar-text">
          <h1 className="clipped">{boot.name}</h1>
          <p className="clipped">{translator.t('team_state')}</p>
        </div>
      </header>
      <main className="conversation" aria-label={translator.t('conversation')}>
        <div className="log-frame">
          <div className="log-scroller" tabIndex={0}>
            <div className="log-content">
              {link && !link.has_history && (
                <p className="notice">
                  {translator.t('link_text')}{' '}
                  <a href={link.site_url} rel="noreferrer">
                    {translator.t('link_site')}
                  </a>
                </p>
              )}
              <div role="log" aria-label={translator.t('messages')}>
                <ol>
                  {link?.messages.map((message, index) => (
                    <LinkRow key={message.id} message={message} before={link.messages[index - 1]} />
                  ))}
                </ol>
              </div>
              {!link && !problem && <p className="notice">{translator.t('loading')}</p>}
              {problem && (
                <p role="alert" className="notice">
                  {translator.t('person_failed')}{' '}
                  <button className="text-button" onClick={() => void read()}>
                    {translator.t('try_now')}
                  </button>
                </p>
              )}
            </div>
          </div>
        </div>
        {link && <ReplyBox token={props.token} onSent={read} />}
      </main>
    </>
  )
}

function LinkRow({ message, before }: { message: LinkMessage; before: LinkMessage | undefined }) {
  const { translator } = usePanel()
  const { author, author_name, body, file_names, sent_at } = message
  const isFirst = before?.author !== author || before.author_name !== author_name
  const files = file_names.length > 0 && (
    <p className="mark">{translator.t('link_files', file_names.join(', '))}</p>
  )
  if (author === 'contact')
    return (
      <li className={isFirst ? 'mine first' : 'mine'} title={translator.time(sent_at)}>
        <span className="unseen">{translator.t('you')}</span>
        <div className="bubble typed" dir="auto">
          {plainText(body)}
        </div>
        {files}
      </li>
    )
  return (
    <li title={translator.time(sent_at)}>
      <AgentMessage
        name={author === 'member' ? (author_name ?? translator.t('team')) : null}
        is_first={isFirst}
        sent_at={sent_at}
      >
        {body && (
          <div className="bubble" dir="auto">
            <Markdown text={body} cite={() => null} />
          </div>
        )}
        {files}
      </AgentMessage>
    </li>
  )
}

function ReplyBox({ token, onSent }: { token: string; onSent: () => Promise<void> }) {
  const { client, translator } = usePanel()
  const [body, setBody] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** Reused until acknowledged, so that a retry sends nothing twice. */
  const id = useRef(newId())
  const isTouch = matchMedia('(pointer: coarse)').matches
  const text = body.trim()
  const isReady = hasVisibleText(text) && text.length <= charsMax && !isBusy
  async function send() {
    if (!isReady) return
    setBusy(true)
    setFailure('')
    try {
      await client.answerLink({ token, id: id.current, body: text })
      id.current = newId()
      setBody('')
      await onSent()
    } catch (error) {
      const errorMessage = error instanceof ApiError && !error.is_transient ? error.message : ''
      setFailure(errorMessage || translator.t('person_failed'))
    }
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isTouch || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p role="alert" className="danger small">
        {failure}
      </p>
      <div className="field">
        <textarea
          rows={2}
          value={body}
          dir="auto"
          maxLength={charsMax}
          placeholder={translator.t('write')}
          aria-label={translator.t('write')}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button className="send" aria-label={translator.t('send')} aria-disabled={!isReady}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}
