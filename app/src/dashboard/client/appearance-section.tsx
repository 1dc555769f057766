import { clientSides, clientThemes } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import { ContrastCheck } from './contrast-check.tsx'
import { toColor } from './draft.ts'
import { SuggestedColor } from './suggested-color.tsx'
import type { Draft } from './use-draft.ts'

/** Color, side and theme. */
export function AppearanceSection({
  draft,
  isAllowed,
  proposed = null,
}: {
  draft: Draft
  isAllowed: boolean
  /** The website's own color, if known. */
  proposed?: string | null
}) {
  const t = useT()
  const { fields, stored, set } = draft
  const color = toColor(fields.color) ?? stored.color
  return (
    <Section title={t('client.look')}>
      <div className="flex flex-col gap-5">
        <div className="flex items-start gap-3">
          <Field name="color" hint={t('client.color_hint')} className="min-w-0 flex-1">
            <Input
              value={fields.color}
              onChange={(event) => set('color', event.target.value)}
              readOnly={!isAllowed}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          </Field>
          <input
            type="color"
            aria-label={t('client.color_pick')}
            value={color}
            onChange={(event) => set('color', event.target.value)}
            disabled={!isAllowed}
            className="mt-6.5 h-9 w-14 shrink-0 cursor-pointer rounded-control border border-strong bg-raised p-1 disabled:cursor-not-allowed touch:h-11"
          />
        </div>
        {proposed && (
          <SuggestedColor
            color={proposed}
            isChosen={toColor(fields.color) === proposed}
            onChoose={() => set('color', proposed)}
          />
        )}
        <ContrastCheck color={color} />
        <Choice label={t('client.side')}>
          <Segments
            label={t('client.side')}
            value={fields.side}
            onChange={(side) => set('side', side)}
            isDisabled={!isAllowed}
            options={clientSides.map((value) => ({ value, label: t(`client.${value}`) }))}
          />
        </Choice>
        <Choice label={t('client.theme')}>
          <Segments
            label={t('client.theme')}
            value={fields.theme}
            onChange={(theme) => set('theme', theme)}
            isDisabled={!isAllowed}
            options={clientThemes.map((value) => ({ value, label: t(`client.theme_${value}`) }))}
          />
        </Choice>
      </div>
    </Section>
  )
}

/** The control has its own accessible name; this is the visible label. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-base font-medium">
        {label}
      </span>
      {children}
    </div>
  )
}
