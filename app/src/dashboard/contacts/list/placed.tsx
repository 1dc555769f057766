import type { Ref } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/** Where a row stands in the scrolled height: no part of the table to those who listen to it. */
export const Placed = ({ index: _, ...rest }: CustomItemComponentProps & { ref?: Ref<HTMLDivElement> }) => (
  <div role="presentation" {...rest} />
)
