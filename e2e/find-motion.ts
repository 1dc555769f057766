/** Runs in a page: what may still change when motion is reduced. Things may fade, nothing moves. */
export function findMotion(): string[] {
  const isStill = (property: string) =>
    /^(?:none|opacity|visibility|(?:.*-)?color|fill|stroke|animation-timing-function)$/.test(property)
  const framesOf = new Map<string, string[]>()
  function readFrames(rules: CSSRuleList) {
    for (const rule of rules) {
      if (rule instanceof CSSKeyframesRule)
        framesOf.set(
          rule.name,
          [...rule.cssRules].flatMap((frame) => (frame instanceof CSSKeyframeRule ? [...frame.style] : [])),
        )
      else if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) continue
      else if (rule instanceof CSSGroupingRule) readFrames(rule.cssRules)
    }
  }
  const found = new Set<string>()
  function inspectStyle(element: Element, pseudo?: string) {
    const style = getComputedStyle(element, pseudo)
    if (style.display === 'none' || (pseudo && style.content === 'none')) return
    const name = `${element.localName}.${[...element.classList].join('.')}${pseudo ?? ''}`
    const durations = style.transitionDuration.split(', ').map(Number.parseFloat)
    for (const [index, property] of style.transitionProperty.split(', ').entries())
      if ((durations[index % durations.length] ?? 0) > 0 && !isStill(property))
        found.add(`${name} moves by transition of ${property}`)
    for (const animation of style.animationName.split(', '))
      if (!(framesOf.get(animation) ?? []).every(isStill))
        found.add(`${name} moves by animation ${animation}`)
  }
  function inspectTree(root: Document | ShadowRoot) {
    framesOf.clear()
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) readFrames(sheet.cssRules)
    for (const element of root.querySelectorAll('*'))
      for (const pseudo of [undefined, '::before', '::after']) inspectStyle(element, pseudo)
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) inspectTree(shadowRoot)
  }
  inspectTree(document)
  return [...found]
}
