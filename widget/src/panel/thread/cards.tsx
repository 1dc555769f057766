import type { MessageCard, VisitorMessage } from '@ozvi/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import { usePanel } from '../panel-context.ts'

/** Whether a list can be scrolled back and on. */
function endsOf(list: HTMLElement | null) {
  const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = list ?? {}
  return { canBack: scrollLeft > 4, canGo: scrollLeft + clientWidth < scrollWidth - 4 }
}
function useEnds() {
  const list = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState(endsOf(null))
  const read = useCallback(() => setEnds(endsOf(list.current)), [])
  useEffect(() => {
    const observer = new ResizeObserver(read) // called with the first size, too
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [read])
  return { list, ends, read }
}

/** One card, or several to scroll through. Links stay; the other buttons answer the message, so they go with it. */
export function Cards({
  message,
  cards,
  isOpen,
}: {
  message: VisitorMessage
  cards: readonly MessageCard[]
  /** Whether nothing follows the message. */
  isOpen: boolean
}) {
  const { translator } = usePanel()
  const { list, ends, read } = useEnds()
  const { canBack, canGo } = ends
  const isScrolled = canBack || canGo
  function scroll(by: 1 | -1) {
    const width = list.current?.querySelector('li')?.offsetWidth ?? 0
    list.current?.scrollBy({ left: by * (width + 8) })
  }
  return (
    <section className="carousel" aria-label={translator.t('cards')}>
      <ul ref={list} className="deck" tabIndex={isScrolled ? 0 : undefined} onScroll={read}>
        {cards.map((card) => (
          <li key={card.id} className="slide">
            {card.image && (
              <img
                src={card.image.path}
                alt={card.image.alt}
                width={card.image.width}
                height={card.image.height}
                loading="lazy"
                decoding="async"
              />
            )}
            <div className="slide-text" dir="auto">
              <p className="slide-title">{card.title}</p>
              {card.text && <p>{card.text}</p>}
            </div>
            <Buttons message={message} card={card} isOpen={isOpen} isAlone={cards.length === 1} />
          </li>
        ))}
      </ul>
      {isScrolled && (
        <div className="carousel-acts">
          <button
            className="icon-button"
            aria-label={translator.t('cards_back')}
            aria-disabled={!canBack}
            onClick={() => scroll(-1)}
          >
            <Icon name="back" />
          </button>
          <button
            className="icon-button"
            aria-label={translator.t('cards_go')}
            aria-disabled={!canGo}
            onClick={() => scroll(1)}
          >
            <Icon name="go" />
          </button>
        </div>
      )}
    </section>
  )
}

function Buttons({
  message,
  card,
  isOpen,
  isAlone,
}: {
  message: VisitorMessage
  card: MessageCard
  isOpen: boolean
  isAlone: boolean
}) {
  const { client, translator } = usePanel()
  const shown = card.buttons.filter(({ url }) => isOpen || url !== null)
  if (shown.length === 0) return null
  return (
    <div className="slide-acts">
      {shown.map(({ id, text, url }) =>
        url === null ? (
          <button
            key={id}
            className="suggestion"
            aria-label={isAlone ? undefined : `${card.title}: ${text}`}
            onClick={() =>
              void client.choose(message, { id, text: isAlone ? text : `${card.title}: ${text}` })
            }
          >
            {text}
          </button>
        ) : (
          <a key={id} className="suggestion" href={url} target="_blank" rel="noopener noreferrer">
            {text}
            <Icon name="out" size={14} />
            <span className="unseen">{translator.t('new_tab')}</span>
          </a>
        ),
      )}
    </div>
  )
}
