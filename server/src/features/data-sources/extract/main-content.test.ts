import { expect, test } from 'vitest'
import { prose, text } from '../test/page-text.ts'

test('navigation, header, footer, asides, cookie banners, scripts and hidden text are left out', () => {
  const got =
    text(`<body class="cookie-open"><div id="cookie-banner"><p>Používame cookies</p><button>Prijať</button></div>
    <header><h2>Logo</h2><nav>Menu</nav></header><div class="breadcrumbs">Domov</div>
    <div class="wrap"><div class="content">${prose}<p style="display: none">tajné</p><p hidden>skryté</p>
    <span class="sr-only">čítačka</span><script>alert(1)</script><template>šablóna</template></div></div>
    <aside>Reklama</aside><div role="dialog">Vyskočené</div><footer>Pätička</footer></body>`)
  expect(new Set(got.split('\n\n')).size).toBe(1)
  expect(got).toMatch(/^Balík doručíme/)
})

test('without a marked main part, the densest block is the content', () => {
  const menu = `<ul>${'<li><a href="/x">Kategória s dlhým názvom</a></li>'.repeat(12)}</ul>`
  const got = text(
    `<div id="page"><div>${menu}</div><div><h2>Doručenie</h2>${prose}</div><div>© 2026</div></div>`,
  )
  expect(got).toMatch(/^## Doručenie\n\nBalík/)
  expect(got).not.toContain('Kategória')
})

test('links to the previous and next page beside their names are left out', () => {
  const turner = (names: string) => `<div><table><tr><td><a href="a.html">&lt;&lt;&lt; Prev</a></td>
    <td><a href="index.html">Home</a></td><td><a href="c.html">Next &gt;&gt;&gt;</a></td></tr>${names}</table></div>`
  const names = '<tr><td>1. Boats</td><td>Up</td><td>3. Oars</td></tr>'
  const page = `<body>${turner('')}<div><h2>2. Sails</h2>${prose}${prose}</div>${turner(names)}</body>`
  expect(text(page)).not.toMatch(/Prev|Next|Oars/)
  expect(text(page)).toContain('Sails')
})

test('announcements, bylines, imprints and empty headings are left out', () => {
  expect(
    text(`<div id="app"><div class="bar"><div>Now in blue! <a href="/new">See it</a></div></div>
    <div class="page"><h1>Care</h1><div class="article-meta">Eva K. <time>3 months ago</time></div>${prose}
    <h2>Read also</h2><div><a href="/a">Wool</a></div></div>
    <div class="end"><div><a href="/jobs">Jobs</a> <a href="/press">Press</a></div><div>© 2026 Wool Ltd.</div></div></div>`)
      .split('\n\n')
      .slice(4),
  ).toEqual(['## Read also', 'Wool'])
  expect(
    text(`<main>${prose}<h2>Related</h2><div class="related"><a href="/a">Wool</a></div></main>`),
  ).not.toContain('Related')
  expect(text(`<main>${prose}<p>Written by Eva. Updated over a week ago</p></main>`)).not.toContain('Eva')
})

test('a linked heading that begins with “next” and a box named like a line-number column are read', () => {
  expect(
    text(
      `<main>${prose}<h2><a href="#next-day">Next-day delivery</a></h2><p>Order by noon.</p></main>`,
    ).split('\n\n'),
  ).toContain('## Next-day delivery')
  expect(
    text(`<main>${prose}<div class="gutter">${'<i></i>'.repeat(60)}Closed today.</div></main>`),
  ).toContain('Closed today.')
})

test('links to source code and editors in headings, and captions of pictures, are left out', () => {
  const tool = (name: string) => `<a href="/src/oars.html">${name}</a>`
  const figure = (inside: string) => `<div class="figure"><p>Figure 1. An oar</p>${inside}</div>`
  const got = text(`<main><h2>row(speed)${tool('[source]')}</h2>${prose}<h2>${tool('Source')}</h2>${prose}
    ${figure('<img src=a.png>')}${figure('<img src=a.png><table><tr><td>a</td><td>b</td></tr></table>')}
    <p>Read the ${tool('source')}.</p></main>`)
  expect(got.match(/^#.*/gm)).toEqual(['## row(speed)', '## Source'])
  expect(got.match(/An oar/g)).toHaveLength(1)
  expect(got).toContain('Read the source.')
})

test('text next to a table of contents is read, its links and feedback questions aren’t', () => {
  const links = (address: string) =>
    `<ul>${`<li><a href="${address}">Kapitola s názvom</a></li>`.repeat(30)}</ul>`
  const got = text(
    `<div class="part"><div class="intro"><h1>Časť</h1>${prose}</div><div>${links('/kapitola')}</div></div>`,
  )
  expect(got).toContain('Balík')
  expect(got).not.toContain('Kapitola')
  const inMain =
    text(`<main>${links('#kapitola')}${prose}<p class="x">Pomohol vám tento článok? <button>Áno</button></p>
    <div><a href="/">Domov</a> › <span>Ceny</span></div></main>`)
  expect(new Set(inMain.split('\n\n')).size).toBe(1)
})

test('the heading and first paragraph above the densest block are read', () => {
  expect(
    text(
      `<div id="top"><h1>reset</h1><p>${'Moves the head to another state. '.repeat(2)}</p></div><div>${prose.repeat(5)}</div>`,
    ),
  ).toMatch(/^Moves the head/)
})

test('text that only a script shows is read if there is no other', () => {
  expect(text(`<h1>Zoznamy</h1><span hidden>${prose}</span>`)).toContain('Balík')
})

test('a header inside an article is its heading, and an empty main is ignored', () => {
  expect(text(`<article><header><h2>Nadpis</h2></header>${prose}</article>`)).toContain('## Nadpis')
  expect(text(`<main></main><div>${prose}</div>`)).toContain('Balík')
})

test('a cookie policy is content, although its class contains “cookie”', () => {
  expect(text(`<div class="cookie-policy">${prose}</div>`)).toContain('Balík')
})
test('links to the top of the page are left out, also with an arrow', () => {
  expect(text(`<main>${prose}<div class="top"><a href="#">↑ Back to Top</a></div></main>`)).not.toContain(
    'Back',
  )
})
