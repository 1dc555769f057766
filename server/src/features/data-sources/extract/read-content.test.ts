import { describe, expect, test } from 'vitest'
import { page, prose, text } from '../test/page-text.ts'
import { readContent } from './read-content.ts'

describe('a page becomes the text that a reader sees', () => {
  test('headings, lists, tables and code are kept, links and emphasis become text', () => {
    expect(
      text(`<main><h1>Doprava a <em>platba</em></h1>
        <p>Viac v <a href="/p">podmienkach</a>, píšte na <b>info@shop.sk</b> alebo a_b *c* [d].</p>
        <h2>Cena</h2>
        <table><caption>Cenník</caption><tr><th>Spôsob</th><th>Cena</th></tr><tr><td>Kuriér | DPD</td><td>3,90&nbsp;€</td></tr></table>
        <ul><li>prvý</li><li>druhý <ul><li>vnorený</li></ul></li></ul>
        <ol><li>krok</li><li>krok</li></ol>
        <pre><code class="language-js">a()\n\n  b()</code></pre>
        <p>Hlavná 1<br>Bratislava</p></main>`),
    ).toBe(
      [
        'Viac v podmienkach, píšte na info@shop.sk alebo a_b *c* [d].',
        '## Cena',
        'Cenník',
        '| Spôsob | Cena |\n| - | - |\n| Kuriér \\| DPD | 3,90 € |',
        '- prvý\n- druhý\n  - vnorený',
        '1. krok\n2. krok',
        '```js\na()\n\n  b()\n```',
        'Hlavná 1\nBratislava',
      ].join('\n\n'),
    )
  })

  test('the text of closed accordions and tabs is read', () => {
    const got =
      text(`<main><h3><button aria-expanded="false" aria-controls="p1">Ako vrátim tovar?</button></h3>
      <div id="p1" hidden><p>Do 14 dní.</p></div>
      <button class="accordion">Kde ste?</button><div class="panel" style="display:none" id="p2" role="region">V Nitre.</div>
      <details><summary>Kedy?</summary>Zajtra.</details><button>Kúpiť</button></main>`)
    expect(got.split('\n\n')).toEqual([
      '### Ako vrátim tovar?',
      'Do 14 dní.',
      'Kde ste?',
      'V Nitre.',
      '##### Kedy?',
      'Zajtra.',
    ])
  })

  test('definition terms and questions in bold become headings', () => {
    expect(
      text(`<main><p>${'Options of the command. '.repeat(6)}</p><dl><dt>--soft</dt><dd>Keeps the files.</dd>
      <dt>--hard</dt><dd><p>Discards them:</p><dl><dt>now</dt><dd>At once.</dd></dl></dd></dl>
      <p><b>Is it <a href="#x">free</a>?</b></p><p>Yes.</p><p><b>Note:</b></p><p><b>The end</b></p></main>`)
        .split('\n\n')
        .slice(1),
    ).toEqual([
      '##### --soft',
      'Keeps the files.',
      '##### --hard',
      'Discards them:',
      '###### now',
      'At once.',
      '##### Is it free?',
      'Yes.',
      'Note:',
      'The end',
    ])
    expect(text(`<main>${prose}<p><b>Je to zadarmo?</b></p><p>Áno.</p></main>`)).toContain(
      '##### Je to zadarmo?\n\nÁno.',
    )
  })

  test('questions in boxes, tabs and accordions become headings', () => {
    const item = (question: string, answer: string) =>
      `<div class="entry"><div class="line">${question}</div><div style="line-height: 2">${answer}</div></div>`
    expect(
      text(`<main>${prose}${item('Is it warm?', 'Down to ten degrees.')}${item('May I wash it?', 'By hand.')}
      <div class="box"><div class="box-title">Sizes</div><div><p>From S to XL.</p><p>Ask us.</p></div></div>
      <div class="box"><div class="box-title">Colors</div><div><p>Green.</p><p>Red.</p></div></div>
      <div class="alert"><div class="title">Note</div><div><p>One.</p><p>1.</p></div></div><div class="alert"><div class="title">Note</div><div><p>Two.</p><p>2.</p></div></div>
      <div class="item"><div role="button" aria-expanded="false"><span>Care for wool</span></div><div>Dry flat.</div></div>
      <div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Who sews it?</span><p>We do.</p></div>
      <p><strong>Do you mend?</strong><br>Yes.<br>For free.</p>
      <div class="promo"><div>Ready to order?</div><a href="/shop">To the shop</a></div></main>`)
        .split('\n\n')
        .slice(4),
    ).toEqual([
      '##### Is it warm?',
      'Down to ten degrees.',
      '##### May I wash it?',
      'By hand.',
      '##### Sizes',
      'From S to XL.',
      'Ask us.',
      '##### Colors',
      'Green.',
      'Red.',
      'Note',
      'One.',
      '1.',
      'Note',
      'Two.',
      '2.',
      '##### Care for wool',
      'Dry flat.',
      '##### Who sews it?',
      'We do.',
      '##### Do you mend?',
      'Yes.\nFor free.',
      'Ready to order?',
      'To the shop',
    ])
  })

  test('a panel has its tab as the heading', () => {
    const panels =
      '<div role="tabpanel"><p>Drag it.</p></div><div role="tabpanel" hidden><p>Run it.</p></div>'
    const tabs = '<li role="tab">Mac</li><li role="tab">Windows</li>'
    expect(
      text(`<main><div><ul role="tablist">${tabs}</ul><div>${panels}</div></div></main>`).split('\n\n'),
    ).toEqual(['##### Mac', 'Drag it.', '##### Windows', 'Run it.'])
    expect(
      text(`<main><div role="tablist"><a role="tab" href="#by-post">By post</a></div>
      <div id="by-post" class="tab-pane"><p>Two days.</p></div></main>`),
    ).toBe('##### By post\n\nTwo days.')
    expect(
      text(`<main><h1>T</h1>${prose}<a href="#">Top</a><div role="tabpanel">Drag it.</div></main>`),
    ).not.toContain('##### Top')
  })

  test('adjacent short values are read as a table', () => {
    const row = (day: string, hours: string) =>
      `<div class="row"><span>${day}</span><span>${hours}</span></div>`
    const table = '| | |\n| - | - |\n| Monday | 8–16 |\n| Friday | 8–14 |\n| Sunday | closed |'
    expect(
      text(
        `<main><div>${row('Monday', '8–16')}${row('Friday', '8–14')}${row('Sunday', 'closed')}</div></main>`,
      ),
    ).toBe(table)
    const terms = '<dt>Monday</dt><dd>8–16</dd><dt>Friday</dt><dd>8–14</dd><dt>Sunday</dt><dd>closed</dd>'
    expect(text(`<main><dl>${terms}</dl></main>`)).toBe(table)
    expect(
      text(
        `<main>${prose}${row('Monday', '8–16')}<p><b>1</b><b>2</b> <i>x</i>y</p><p>(<b><i hidden>a</i><i hidden>b</i></b>)</p></main>`,
      ),
    ).toMatch(/Monday 8–16\n\n12 xy\n\n\(\)$/)
  })

  test('cells that span rows or columns keep the others in their columns', () => {
    const table = (rows: string) => text(`<main><table>${rows}</table></main>`)
    expect(
      table(`<tr><th>Boat</th><th>Hire</th><th>Price</th></tr>
        <tr><td rowspan="2">Canoe</td><td>hour</td><td>6 €</td></tr><tr><td>day</td><td>25 €</td></tr>
        <tr><td colspan="2">Life jacket</td><td>2 €</td></tr>`),
    ).toBe(
      '| Boat | Hire | Price |\n| - | - | - |\n| Canoe | hour | 6 € |\n| Canoe | day | 25 € |\n| Life jacket | | 2 € |',
    )
    expect(
      table(`<tr><td colspan="3">Paddles</td></tr><tr><td></td><td>short</td><td>3 €</td></tr>
        <tr><td></td><td>long</td><td>4 €</td></tr>`),
    ).toBe('| | |\n| - | - |\n| Paddles | |\n| short | 3 € |\n| long | 4 € |')
    expect(
      table(`<tr><th>Boat</th><th>Spring</th><th>Fall</th><th>Reason</th></tr>
        <tr><td>Canoe</td><td rowspan="2" colspan="2">closed</td><td>floods</td></tr>
        <tr><td>Raft</td><td>ice</td></tr><tr><td>Punt</td><td>open</td><td>closed</td><td>ice</td></tr>`),
    ).toBe(
      '| Boat | Spring | Fall | Reason |\n| - | - | - | - |\n| Canoe | closed | | floods |\n| Raft | closed | | ice |\n| Punt | open | closed | ice |',
    )
    expect(
      table(`<tr><th>Boat</th><th>Hire</th><th>Price</th></tr>
        <tr><td>Canoe</td><td>day</td><td rowspan="2">25 €</td></tr><tr><td>Raft</td></tr>
        <tr><td>Punt</td><td>hour</td><td>6 €</td></tr>`),
    ).toBe(
      '| Boat | Hire | Price |\n| - | - | - |\n| Canoe | day | 25 € |\n| Raft | | |\n| Punt | hour | 6 € |',
    )
    const hostile = `<tr><td rowspan="999999999" colspan="999999999">a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>`
    expect(table(hostile).replace(/[\s|-]/g, '')).toBe('abacd')
  })
  test('a note in a table, its sign beside it, is text', () => {
    const note = `<table><tr><td rowspan="2"><img alt="[Note]" src="n.png"></td><th>Note</th></tr>
      <tr><td>Boats leave on time.</td></tr></table>`
    expect(text(`<main>${prose}${note}</main>`)).toMatch(/\n\nNote\n\nBoats leave on time\.$/)
  })
  test('a figure with a long text or a quotation beside its picture is read', () => {
    const figure = (html: string) =>
      `<main><h2>Delivery</h2><figure><img alt="" src="v.png">${html}</figure>${prose}</main>`
    expect(text(figure(`<figcaption>${'We deliver in two days. '.repeat(12)}</figcaption>`))).toContain(
      'two days',
    )
    expect(text(figure('<blockquote>They deliver in two days.</blockquote>'))).toContain('two days')
    expect(text(figure('<figcaption>Figure 1. Our van</figcaption>'))).not.toContain('Our van')
  })
  test('the caption of a figure or a table isn’t a heading of the text after it', () => {
    const caption = '<div><p><b>Figure 3.1. The harbor at dawn</b></p><img alt="" src="h.png"></div>'
    expect(text(`<main><h2>Harbor</h2>${caption}${prose}</main>`)).not.toContain('#####')
  })
  test('the first row of a table is its header only if it names the columns', () => {
    const table = (rows: string) => text(`<main><table>${rows}</table></main>`).split('\n')[0]
    const rest = '<tr><td>Box</td><td>5 €</td></tr>'
    expect(table(`<tr><th>Origin</th><td>Japan</td></tr>${rest}`)).toBe('| | |')
    expect(table(`<tr><td><b>Type</b></td><td><b>Price</b></td></tr>${rest}`)).toBe('| Type | Price |')
    expect(table(`<tr><td></td><td>Price</td></tr>${rest}`)).toBe('| | Price |')
    expect(table(`<tr><th>Type</th><th>Price</th></tr>${rest}`)).toBe('| Type | Price |')
  })

  test('code keeps its lines with any line ending, without line numbers', () => {
    const code = '```\nbake\ncool\n```'
    const pre = (inner: string) =>
      text(`<main>${prose}<pre><code>${inner}</code></pre></main>`).split('\n\n').at(-1)
    expect(pre('<span class="line">bake<br></span><span class="line">cool<br></span>')).toBe(code)
    expect(pre('<div><span>bake</span></div><div><span>cool</span></div>')).toBe(code)
    expect(pre('<span class="lineno">1</span>bake\n<span class="lineno">2</span>cool')).toBe(code)
    expect(
      text(
        `<main>${prose}<table><tr><td class="linenos"><pre>1\n2</pre></td><td><pre>bake\ncool</pre></td></tr></table></main>`,
      )
        .split('\n\n')
        .slice(4),
    ).toEqual([code])
  })

  test('tables of boxes, notes beside the text and bold paragraphs in other elements are recognized', () => {
    const cells = (role: string, ...values: string[]) =>
      `<div role="row">${values.map((value) => `<div role="${role}"><p>${value}</p></div>`).join('')}</div>`
    expect(
      text(`<main><div role="table"><div role="rowgroup">${cells('columnheader', 'Try', 'After')}</div>
      <div role="rowgroup">${cells('cell', '1', '1 minute')}${cells('cell', '2', '1 hour')}</div></div></main>`),
    ).toBe('| Try | After |\n| - | - |\n| 1 | 1 minute |\n| 2 | 1 hour |')
    const titled = text(
      `<main><div role="table"><div>In hours</div>${cells('cell', '1', '24')}${cells('cell', '2', '48')}</div></main>`,
    )
    for (const part of ['In hours', '24', '48']) expect(titled).toContain(part)
    const got =
      text(`<main><h1>T</h1>${prose}<aside class="note note--tip"><p>Save first.</p></aside><aside>Ad</aside>
      <p><span><strong>By post</strong></span></p><p>Two days.</p>
      <p><span style="font-weight:700">By bike</span></p><p>One hour.</p>
      <div><a href="/a">Previous: Setup</a><a href="/b">Next: Usage</a></div></main>`)
    expect(got.split('\n\n').slice(4)).toEqual([
      'Save first.',
      '##### By post',
      'Two days.',
      '##### By bike',
      'One hour.',
    ])
  })

  test('a rule follows terms and panels if more text does', () => {
    const list = '<dl><dt>soft</dt><dd>Keeps the files.</dd></dl>'
    const panel = '<details><summary>Why?</summary><p>Because.</p></details>'
    expect(
      text(`<main><h2>Modes</h2>${list}<p>Both are safe.</p>${panel}${panel}<h2>End</h2><p>Bye.</p></main>`),
    ).toBe(
      [
        '## Modes',
        '##### soft',
        'Keeps the files.',
        '---',
        'Both are safe.',
        ...Array<string[]>(2).fill(['##### Why?', 'Because.']).flat(),
        '## End',
        'Bye.',
      ].join('\n\n'),
    )
  })

  test('a page with several top-level headings is named by its title', () => {
    const parts = '<h1>1. Overview</h1><p>What it does.</p><h1>2. Limits</h1><p>What it does not.</p>'
    expect(page(`<title>Upsert</title>${parts}`)).toMatchObject({
      title: 'Upsert',
      text: '# 1. Overview\n\nWhat it does.\n\n# 2. Limits\n\nWhat it does not.',
    })
    expect(page(parts).title).toBe('1. Overview')
  })

  test.for([
    [
      'a text',
      '<title>File system | Docs of Acme</title><header><h1>Docs of Acme</h1></header>',
      'File system',
    ],
    ['a link', '<title>4. Files</title><header><h1><a href="/">Acme</a></h1></header>', '4. Files'],
    ['the page', '<title>Files | Acme</title><header><h1>Files</h1></header>', 'Files'],
    ['a call to action', '<title>Acme</title><header><h1>Store your files</h1></header>', 'Store your files'],
  ])('an h1 above the content that is %s names the page or the site', ([, head, title]) => {
    const read = page(`${head}<main><h2>File system</h2>${prose}<h2>Limits</h2>${prose}</main>`)
    expect(read.title).toBe(title)
    expect(read.text.includes('## File system')).toBe(title !== 'File system')
  })

  test('heading anchors are left out of titles and headings', () => {
    const link = (id: string, sign: string) => ` <a href="#${id}" title="Link to this section">${sign}</a>`
    const read = page(`<title>Docs</title><main><h1 id="a">Sorting${link('a', '¶')}</h1>${prose}
      <h2 id="b">Keys${link('b', '#')}</h2>${prose}<dl><dt id="c">reverse${link('c', '§')}</dt><dd>From z to a.</dd></dl>
      <p>See <a href="#n">[1]</a> and <a href="#x">C++</a>.</p></main>`)
    expect(read.title).toBe('Sorting')
    expect(read.text.match(/^#.*/gm)).toEqual(['## Keys', '##### reverse'])
    expect(read.text).toContain('See [1] and C++.')
  })

  test('items with headings and indented text are read as sections', () => {
    expect(
      text(
        '<ol><li><p><b>Length of a name</b></p><p>At most 30 letters.</p></li><li><p><b>Size</b></p><blockquote><p>2 GB.</p></blockquote></li></ol>',
      ),
    ).toBe('##### Length of a name\n\nAt most 30 letters.\n\n##### Size\n\n2 GB.')
  })

  test('index terms are alternative names of a page', () => {
    const got = page(
      `<head><meta name="keywords" content="doprava, kuriér"></head><meta itemprop="keywords" content="cena">${prose}`,
    )
    expect(got.keywords).toEqual(['doprava, kuriér', 'cena'])
  })

  test('layout tables are read as text', () => {
    expect(
      text(`<table><tr><td><h2>A</h2>${prose}</td><td><table><tr><td>B</td></tr></table></td></tr></table>`),
    ).toMatch(/^## A\n\nBalík/)
  })

  test('title, description, language, canonical URL, robots and links are read', () => {
    const got =
      page(`<html lang="sk-SK"><head><title>Doprava | Obchod</title><meta name="description" content=" Ako  doručujeme ">
      <base href="https://shop.example/x/"><link rel="canonical" href="../doprava"><meta name="robots" content="NOINDEX"></head>
      <body><h1>Doprava</h1>${prose}<a href="y#top">y</a><a href="y">y</a><a rel="nofollow" href="/no">no</a>
      <a href="mailto:a@b.c">m</a><a href="javascript:1">j</a><a href="//other.example/z">z</a></body>`)
    expect(got).toMatchObject({
      title: 'Doprava',
      description: 'Ako doručujeme',
      locale: 'sk',
      canonical: 'https://shop.example/doprava',
      noindex: true,
      links: ['https://shop.example/x/y', 'https://other.example/z'],
    })
    expect(page('<title>Only</title><meta name=robots content="nofollow"><a href="/x">x</a>')).toMatchObject({
      title: 'Only',
      links: [],
    })
  })

  test.each([
    ['sk', 'en', prose],
    ['sk', 'en', '<p>Šálky, hrnčeky, lyžičky, vidličky a nože.</p>'],
    [
      'en',
      'sk',
      '<p>We ship the parcel to you in two days and this is free for orders of more than fifty.</p>',
    ],
    [
      null,
      'en',
      '<p>Zásilku doručíme kurýrem na adresu, která je v objednávce, a můžete ji také vyzvednout, když se vám to hodí, nebo později, jako jste zvyklí, pro jistotu.</p>',
    ],
    ['en', 'en', '<p>Hello.</p>'],
    [null, 'de', '<p>Hallo.</p>'],
  ])('the language is %s although the template declares %s', (locale, lang, body) => {
    expect(page(`<html lang="${lang}"><body>${body}`).locale).toBe(locale)
  })
})

test('Markdown has the same result: front matter and formatting removed, title extracted', () => {
  const source =
    '---\ntags: x\n---\n# Ako *na to*\n\nPozri [návod](http://a.b) a **tu** `kód` ![i](j.png).\n\n1. a\n2. b\n\n<b>x</b>\n\n| a | b |\n|--|--|\n| 1 | [2](c) |\n'
  expect(readContent({ format: 'markdown', bytes: Buffer.from(source) })).toMatchObject({
    title: 'Ako na to',
    text: 'Pozri návod a tu kód .\n\n1. a\n2. b\n\nx\n\n| a | b |\n| - | - |\n| 1 | 2 |',
  })
})
