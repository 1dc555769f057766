import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { playSound } from '#dashboard/notifications'
import { Slider } from './slider.tsx'

/** Volume with a preview of the sound. */
export function VolumeField({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const t = useT()
  const [isSilent, setSilent] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field name="volume" className="w-60 max-w-full">
        <Slider
          min={0}
          max={100}
          step={10}
          value={volume}
          aria-valuetext={t('notification-choices.percent', { volume })}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </Field>
      <span className="pb-2 text-base text-muted tabular-nums">
        {t('notification-choices.percent', { volume })}
      </span>
      <Button onClick={() => void playSound(volume).then((played) => setSilent(!played && volume > 0))}>
        {t('notification-choices.try_sound')}
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {isSilent && t('notification-choices.sound_refused')}
      </p>
    </div>
  )
}
