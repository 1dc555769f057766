import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that few conversations need. Its script is loaded when it is first shown.
 *
 * @param Fallback shown if the script can't be loaded
 */
export function extra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Extra(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      load().then(
        (component) => {
          loaded = component
          setLoaded(() => component)
        },
        () => setLoaded(() => Fallback), // offline: the message can still be answered
      )
    }, [])
    return Loaded ? <Loaded {...props} /> : null
  }
}
