/*
 * A constructed style sheet in a shadow root: styles don't leak in or out, and a CSP without inline styles
 * allows it.
 */
const css = `
*{box-sizing:border-box}
.launcher{margin:0;position:fixed;display:flex;align-items:center;gap:8px;
padding:0 14px;height:56px;bottom:max(var(--y),env(safe-area-inset-bottom));border-radius:var(--r);cursor:pointer;
background:var(--brand);color:var(--ink);border:1px solid color-mix(in srgb,var(--ink) 22%,var(--brand));
box-shadow:0 16px 48px #0003;transition:transform .16s}
b{font:600 16px system-ui}b:empty{display:none}
.launcher:hover{transform:translateY(-4px)}
.launcher:focus-visible{outline:3px solid var(--brand);outline-offset:3px;box-shadow:0 0 0 3px #fff,0 0 0 8px #000}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.badge{position:absolute;top:-4px;right:-4px;min-width:22px;padding:0 6px;border-radius:11px;
background:#c4201f;color:#fff;border:2px solid #fff;font-size:12px;line-height:18px;text-align:center}
.panel{position:fixed;bottom:calc(var(--y) + 72px);width:400px;max-width:90vw;height:min(704px,100dvh - 92px - var(--y));border-radius:min(var(--r),16px);overflow:hidden;color-scheme:var(--scheme);
background:linear-gradient(var(--brand) 64px,Canvas 0);box-shadow:0 0 0 1px #8883,0 16px 48px #0003;
opacity:0;visibility:hidden;transform:translateY(8px);transition:transform .16s,opacity .16s,visibility .16s}
.right>*{right:var(--x)}
.left>*{left:var(--x)}
.open .panel,.peek .panel{opacity:1;visibility:visible;transform:none;transition:transform .16s,opacity .16s}
.peek .panel{width:320px;height:100px;background:Canvas}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:var(--scheme)}
@media(max-width:480px),(max-height:480px){
.open .launcher{display:none}
.open .panel{top:var(--t,0);height:var(--h,100dvh);border-radius:0}}
@media(max-width:480px){
.launcher{height:48px;padding:0 10px}
.open .panel{inset-inline:0;width:100%;max-width:none}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{*{display:none}}`

export function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
