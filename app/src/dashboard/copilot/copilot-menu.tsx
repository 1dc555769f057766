import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { loadLazyMessages } from '#platform/i18n/load.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { CopilotProps } from './copilot-props.ts'
import { CopilotSkeleton } from './copilot-skeleton.tsx'

const CopilotItems = lazy(async () => {
  const [{ CopilotItems: Items }] = await Promise.all([import('./copilot-items.tsx'), loadLazyMessages()])
  return { default: Items }
})

/** Drafts, rewrites and summarizes with the workspace's content and language model. Nothing is sent. */
export function CopilotMenu(props: CopilotProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  /** Identifies the current request; the result of a canceled one is ignored. */
  const current = useRef(0)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  async function run(work: () => Promise<((now: CopilotProps) => void) | undefined>) {
    const id = ++current.current
    setBusy(true)
    const apply = await work()
    if (id !== current.current) return
    setBusy(false)
    apply?.(latest.current)
  }
  function cancel() {
    current.current++
    setBusy(false)
  }
  if (isBusy)
    return (
      <Button size="sm" variant="quiet" icon="bot" onClick={cancel} aria-live="polite">
        {t('conversations.copilot_cancel')}
      </Button>
    )
  return (
    <Menu side="top" trigger={<IconButton icon="bot" label={t('conversations.copilot')} size="sm" />}>
      <Suspense fallback={<CopilotSkeleton />}>
        <CopilotItems {...props} onRun={(work) => void run(work)} />
      </Suspense>
    </Menu>
  )
}
