import {
  type CardButton,
  cardActions,
  cardButtonsMax,
  cardTextCharsMax,
  cardTitleCharsMax,
  cardUrlCharsMax,
  type FlowCard,
  type Step,
  stepButtonCharsMax,
  stepCardsMax,
  type StepOf,
} from '@ozvi/contract'
import { isLink } from '@ozvi/contract/scenario-links'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'
import { ImageField } from './image-field.tsx'
import { Labeled } from './labeled.tsx'
import { newCard, newCardButton } from '../editor/new-step.ts'
import { TemplateInput } from './template-input.tsx'

/** The cards of a step, in their order. */
export function CardsFields({ step, onChange }: { step: StepOf<'cards'>; onChange: (step: Step) => void }) {
  const t = useT()
  const { cards } = step
  const change = (list: FlowCard[]) => onChange({ ...step, cards: list })
  return (
    <div className="flex flex-col gap-3">
      {cards.map((card, index) => (
        <section
          key={card.id}
          aria-label={t('scenarios.card', { number: index + 1 })}
          className="flex flex-col gap-3 rounded-card border border-line p-3"
        >
          <div className="flex items-center gap-1">
            <h3 className="flex-1 text-sm font-medium">{t('scenarios.card', { number: index + 1 })}</h3>
            <IconButton
              icon="arrow-up"
              size="sm"
              disabled={index === 0}
              label={t('scenarios.card_up', { number: index + 1 })}
              onClick={() => change(cards.toSpliced(index, 1).toSpliced(index - 1, 0, card))}
            />
            <IconButton
              icon="x"
              size="sm"
              label={t('scenarios.card_remove', { number: index + 1 })}
              onClick={() => change(cards.toSpliced(index, 1))}
            />
          </div>
          <CardForm card={card} onChange={(next) => change(cards.with(index, next))} />
        </section>
      ))}
      {cards.length < stepCardsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => change([...cards, newCard()])}>
            {t('scenarios.card_add')}
          </Button>
        </div>
      )}
    </div>
  )
}

function CardForm({ card, onChange }: { card: FlowCard; onChange: (card: FlowCard) => void }) {
  const t = useT()
  const { flow } = useEditorParts()
  const { image, title, text, buttons } = card
  const change = (list: CardButton[]) => onChange({ ...card, buttons: list })
  return (
    <>
      <ImageField image={image} onChange={(next) => onChange({ ...card, image: next })} />
      <FlowTextFields
        label={t('scenarios.card_title')}
        locales={flow.locales}
        text={title}
        maxLength={cardTitleCharsMax}
        onChange={(next) => onChange({ ...card, title: next })}
      />
      <FlowTextFields
        label={t('scenarios.card_text')}
        locales={flow.locales}
        text={text}
        maxLength={cardTextCharsMax}
        isMultiline
        isOptional
        onChange={(next) => onChange({ ...card, text: next })}
      />
      {buttons.map((button, index) => (
        <ButtonForm
          key={button.id}
          button={button}
          number={index + 1}
          onChange={(next) => change(buttons.with(index, next))}
          onRemove={() => change(buttons.toSpliced(index, 1))}
        />
      ))}
      {buttons.length < cardButtonsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => change([...buttons, newCardButton()])}>
            {t('scenarios.button_add')}
          </Button>
        </div>
      )}
    </>
  )
}

interface ButtonFormProps {
  button: CardButton
  number: number
  onChange: (button: CardButton) => void
  onRemove: () => void
}
function ButtonForm({ button, number, onChange, onRemove }: ButtonFormProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const { action, url, text } = button
  return (
    <div className="flex items-start gap-1 border-t border-line pt-3">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <FlowTextFields
          label={t('scenarios.button', { number })}
          locales={flow.locales}
          text={text}
          maxLength={stepButtonCharsMax}
          onChange={(next) => onChange({ ...button, text: next })}
        />
        <Labeled label={t('scenarios.card_action', { number })}>
          <Choice
            value={action}
            options={cardActions.map((value) => ({ value, label: t(`scenarios.card_action_${value}`) }))}
            onChange={(chosen) =>
              onChange({ ...button, action: cardActions.find((each) => each === chosen) ?? action })
            }
          />
        </Labeled>
        {action === 'link' && (
          <Labeled
            label={t('scenarios.card_url', { number })}
            hint={t('scenarios.card_url_hint')}
            mark={
              url === '' ? (
                <Badge tone="warning">{t('scenarios.missing')}</Badge>
              ) : (
                !isLink(url) && <Badge tone="warning">{t('scenarios.card_url_invalid')}</Badge>
              )
            }
          >
            <TemplateInput
              type="url"
              value={url}
              maxLength={cardUrlCharsMax}
              onChange={(next) => onChange({ ...button, url: next.trim() })}
            />
          </Labeled>
        )}
      </div>
      <IconButton icon="x" size="sm" label={t('scenarios.button_remove', { number })} onClick={onRemove} />
    </div>
  )
}
