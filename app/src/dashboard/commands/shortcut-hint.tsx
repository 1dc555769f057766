import { Fragment } from 'react'
import { usePlatform } from '#platform/document/use-client-hints.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { keyLabels } from './combination.ts'

/** The keys of a shortcut, side by side. */
export function ShortcutHint({ combination }: { combination: string }) {
  const platform = usePlatform()
  return (
    <span className="flex shrink-0 gap-1 touch:hidden">
      {keyLabels(combination, platform).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
