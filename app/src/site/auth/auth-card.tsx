import type { ReactNode } from 'react'

/** The card of the sign-in pages: a heading, a form, and links below it. */
export function AuthCard({
  title,
  intro,
  after,
  children,
}: {
  title: string
  intro?: ReactNode
  after?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-1 flex-col items-center bg-subtle px-4 py-10 sm:py-16">
      <title>{`${title} – Ozvi`}</title>
      <div className="w-full max-w-[25rem]">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {intro && <div className="mt-2 text-md text-muted">{intro}</div>}
        {children && (
          <div className="mt-6 rounded-card border border-line bg-raised p-5 sm:p-6">{children}</div>
        )}
        {after && <div className="mt-5 text-base text-muted">{after}</div>}
      </div>
    </div>
  )
}
