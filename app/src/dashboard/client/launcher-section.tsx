import {
  launcherCorners,
  launcherIconPaths,
  launcherIcons,
  launcherOffsetMax_px,
  launcherTextMax,
  locales,
} from '@ozvi/contract'
import { useId } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Outline } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import type { Draft } from './use-draft.ts'

/** The button on the customer's page: icon, text, distance and corners. */
export function LauncherSection({ draft, isAllowed }: { draft: Draft; isAllowed: boolean }) {
  const t = useT()
  const { fields, set } = draft
  return (
    <Section title={t('client.launcher')} description={t('client.launcher_text')}>
      <div className="flex flex-col gap-5">
        <IconChoice draft={draft} isAllowed={isAllowed} />
        <div className="grid gap-4 sm:grid-cols-2">
          {locales.map((locale) => (
            <Field
              key={locale}
              name={`launcher_text_${locale}`}
              hint={t('client.chars_max', { n: launcherTextMax })}
            >
              <Input
                value={fields[`launcher_text_${locale}`]}
                onChange={({ target }) => set(`launcher_text_${locale}`, target.value)}
                readOnly={!isAllowed}
                lang={locale}
                autoComplete="off"
              />
            </Field>
          ))}
        </div>
        <div className="flex flex-col items-start gap-1.5">
          <span aria-hidden="true" className="text-base font-medium">
            {t('client.launcher_corners')}
          </span>
          <Segments
            label={t('client.launcher_corners')}
            value={fields.launcher_corners}
            onChange={(corners) => set('launcher_corners', corners)}
            isDisabled={!isAllowed}
            options={launcherCorners.map((value) => ({ value, label: t(`client.corners_${value}`) }))}
          />
        </div>
        <div className="grid grid-cols-2 items-end gap-4">
          {(['launcher_offset_x_px', 'launcher_offset_y_px'] as const).map((name) => (
            <Field key={name} name={name} hint={t('client.offset_hint', { n: launcherOffsetMax_px })}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={launcherOffsetMax_px}
                value={fields[name]}
                onChange={({ target }) => set(name, target.value)}
                readOnly={!isAllowed}
                className="max-w-32"
              />
            </Field>
          ))}
        </div>
      </div>
    </Section>
  )
}

function IconChoice({ draft: { fields, set }, isAllowed }: { draft: Draft; isAllowed: boolean }) {
  const t = useT()
  const name = useId()
  return (
    <fieldset disabled={!isAllowed}>
      <legend className="mb-1.5 text-base font-medium">{t('client.launcher_icon')}</legend>
      <div className="flex flex-wrap gap-2">
        {launcherIcons.map((icon) => (
          <label
            key={icon}
            title={t(`client.icon_${icon}`)}
            className="flex size-11 cursor-pointer items-center justify-center rounded-control border border-line text-muted hover:bg-inset has-checked:border-primary has-checked:bg-primary-subtle has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-70 forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              aria-label={t(`client.icon_${icon}`)}
              checked={fields.launcher_icon === icon}
              onChange={() => set('launcher_icon', icon)}
              className="sr-only"
            />
            <Outline path={launcherIconPaths[icon]} size={22} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
