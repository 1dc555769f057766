import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { playSound } from '#dashboard/notifications'
import { Slider } from './slider.tsx'

/** Volume with a preview of the sound. */
export function VolumeField({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const t = useT()
  const [isMuted, setMuted] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field name="volume" className="w-60 max-w-full">
        <Slider
          min={0}
          max={100}
          step={10}
          value={volume}
          aria-valuetext={t('notification-settings.percent', { volume })}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </Field>
      <span className="pb-2 text-base text-muted tabular-nums">
        {t('notification-settings.percent', { volume })}
      </span>
      <Button onClick={() => void playSound(volume).then((played) => setMuted(!played && volume > 0))}>
        {t('notification-settings.try_sound')}
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {isMuted && t('notification-settings.sound_blocked')}
      </p>
    </div>
  )
}
