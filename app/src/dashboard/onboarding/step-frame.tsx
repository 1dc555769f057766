import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Step } from './steps.ts'

/** Whether a step was already shown: the first one doesn't move the focus. */
let hasShown = false

/** Frame of a step: title, content, and navigation. */
export function StepFrame({
  step,
  text,
  children,
  footer,
}: {
  step: Step
  text: ReactNode
  children: ReactNode
  footer: ReactNode
}) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to the start of the new step.
  useLayoutEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true })
    hasShown = true
  }, [step])
  return (
    <div className="mt-6 flex flex-1 flex-col sm:mt-8">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
        {t(`onboarding.${step}_title`)}
      </h1>
      <p className="mt-1.5 text-md text-muted">{text}</p>
      <div className="mt-6 flex flex-col gap-5">{children}</div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5 *:first:-ml-4">
        {footer}
      </div>
    </div>
  )
}
