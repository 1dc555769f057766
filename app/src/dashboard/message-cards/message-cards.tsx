import type { MessageCard, MessageImage } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

const shape = 'rounded-control border border-line bg-inset text-sm text-muted'
/** An image that a scenario sent. It keeps its place until it is loaded. */
export function SentImage({
  image: { path, width, height, alt },
  lang,
}: {
  image: MessageImage
  lang?: string
}) {
  return (
    <img
      src={path}
      alt={alt}
      lang={lang}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={cn(shape, 'h-auto max-h-60 w-auto max-w-full')}
    />
  )
}

/** Cards as the customer sees them, with the button that was chosen. */
export function MessageCards({
  cards,
  chosen,
  lang,
}: {
  cards: readonly MessageCard[]
  chosen?: string | undefined
  lang?: string | undefined
}) {
  const t = useT()
  return (
    <ul
      aria-label={t('scenario-runs.cards')}
      // A list that scrolls has to be reachable by keyboard.
      tabIndex={cards.length > 1 ? 0 : undefined}
      lang={lang}
      className="flex max-w-full gap-2 overflow-x-auto p-0.5"
    >
      {cards.map((card) => (
        <li
          key={card.id}
          className="flex w-48 shrink-0 flex-col overflow-hidden rounded-card border border-line bg-raised"
        >
          {card.image && (
            <img
              src={card.image.path}
              alt={card.image.alt}
              width={card.image.width}
              height={card.image.height}
              loading="lazy"
              decoding="async"
              className="aspect-video w-full bg-inset object-cover text-sm text-muted"
            />
          )}
          <div className="flex flex-1 flex-col gap-1 p-3 wrap-anywhere">
            <p className="text-base font-medium">{card.title}</p>
            {card.text && <p className="text-sm whitespace-pre-line text-muted">{card.text}</p>}
            {card.buttons.length > 0 && (
              <ul className="mt-auto flex flex-col gap-1 pt-2">
                {card.buttons.map((button) => (
                  <CardButton key={button.id} button={button} isChosen={button.id === chosen} />
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function CardButton({
  button: { text, url },
  isChosen,
}: {
  button: MessageCard['buttons'][number]
  isChosen: boolean
}) {
  const t = useT()
  return (
    <li
      className={cn(
        'flex items-center gap-1 rounded-control border px-2 py-1 text-sm',
        isChosen ? 'border-primary font-medium text-primary' : 'border-line text-muted',
      )}
    >
      {isChosen && <Icon name="check" size={14} />}
      {url === null ? (
        <span className="min-w-0 flex-1">{text}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="min-w-0 flex-1 underline">
          {text}
        </a>
      )}
      {isChosen && <span className="sr-only">{t('scenario-runs.card_chosen')}</span>}
    </li>
  )
}
