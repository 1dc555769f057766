import type { ComponentProps } from 'react'
import { download } from './confirm-identity.ts'

/** A link to a file that needs a confirmation. */
export function DownloadLink({
  href,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'onClick'> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      download
      onClick={(event) => {
        event.preventDefault()
        void download(href)
      }}
    >
      {children}
    </a>
  )
}
