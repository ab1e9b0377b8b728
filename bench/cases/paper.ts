import type { Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { paperScenes } from '../../fixtures/paperScenes.ts'
import {
  type DrawnPage,
  type Photograph,
  photographPaper,
  type Scene,
} from '../../fixtures/photographPaper.ts'
import { launchBrowser } from '../browser.ts'
import { type Settings, withElimu } from '../elimu.ts'
import { bounded, figure, type Measurement } from '../figures.ts'

/** The long side of most photographs: their details are as fine as those of larger ones, which take longer to draw. */
const LONG_SIDE = 2_400
/** 12 megapixels. */
const LARGE_SIDE = 4_000
/** A cheap phone is this much slower. The browser slows down only the page, not its workers. */
const SLOWER = 4
const TIMES = 5
const NEAR = 0.015

/**
 * Photographs of a page by a simulated camera, read by the page's own worker in a real browser: how many corners are
 * found, how much of small print can be read afterwards, how large a page is, how long it takes and how much memory.
 */
export const paper = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async ({ url }) => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(url)
      const draw = await drawWords()
      const scenes = await readScenes(page, draw)
      const large = await readLarge(page, draw)
      const near = scenes.filter(({ error }) => error <= NEAR)
      for (const { name, error, read } of scenes)
        console.error(
          `    ${name}: ${(error * 100).toFixed(1)} %${read === undefined ? '' : `, ${Math.round(read * 100)} % read`}`,
        )
      const readable = scenes.flatMap(({ read }) => read ?? [])
      return [
        atLeast('papers whose corners are found', (100 * near.length) / scenes.length, 85),
        bounded('the largest page of them', Math.max(...scenes.map(({ bytes }) => bytes)) / 1024, 300, 'KB'),
        bounded(
          '12 megapixels, from the file to the page, four times slower',
          SLOWER * large.ms,
          3_000,
          'ms',
        ),
        bounded('more memory meanwhile', large.megabytes, 250, 'MB'),
        ...(readable.length > 0
          ? [atLeast('words 2.5 mm high that are read back', 100 * mean(readable), 90)]
          : [figure('words read back: tesseract is not installed', 0, '')]),
      ]
    } finally {
      await browser.close()
    }
  })

const atLeast = (name: string, percent: number, least: number): Measurement => ({
  name,
  elimu: `${Math.round(percent)} %`,
  target: `≥ ${least} %`,
  isMet: percent >= least,
})

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function readScenes(page: Page, draw: DrawnPage) {
  const hasReader = await run('tesseract', ['--version']).then(
    () => true,
    () => false,
  )
  const results: { name: string; error: number; bytes: number; read?: number }[] = []
  for (const scene of paperScenes) {
    const photo = photographPaper(scene, draw, LONG_SIDE, 1)
    const { corners } = await inWorker(page, await jpegOf(photo))
    // The text is read after the page was straightened at its true corners, as a user would set them.
    const { sheet } = await inWorker(page, await jpegOf(photo), photo.corners)
    results.push({
      name: scene.name,
      error: errorOf(photo, corners),
      bytes: sheet.length,
      ...(hasReader && !scene.page && { read: await shareRead(sheet) }),
    })
  }
  return results
}

/** The time and the memory that the browser needs for a large photograph. */
async function readLarge(page: Page, draw: DrawnPage) {
  const scene: Scene = { name: 'large', ground: 'darkWood', lean: [14, 6, 4] }
  const jpeg = await jpegOf(photographPaper(scene, draw, LARGE_SIDE, 1))
  const pids = await rendererPids(page)
  const memory = () => Math.max(...pids.map(residentOf))
  const before = memory()
  let most = before
  const watching = setInterval(() => (most = Math.max(most, memory())), 10)
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) times.push((await inWorker(page, jpeg)).ms)
  clearInterval(watching)
  // Other programs on the machine only make it slower.
  return { ms: Math.min(...times), megabytes: most - before }
}

async function rendererPids(page: Page): Promise<number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** The resident memory of a process in megabytes. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const WORKER = readdirSync(join(import.meta.dirname, '../../dist/web/assets')).find((name) =>
  /^paperWorker.*\.js$/.test(name),
)

/** Reads a photograph and straightens its page, in the grey that is proposed, at the corners found or given. */
async function inWorker(page: Page, jpeg: Buffer, at?: Photograph['corners']) {
  const answer = await page.evaluate(
    async ({ url, base64, known }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const photo = { key: 'photo', file: new Blob([bytes], { type: 'image/jpeg' }) }
      const worker = new Worker(url, { type: 'module' })
      type Answer = { read?: { corners: { x: number; y: number }[] }; sheet?: { jpeg: Blob } }
      const ask = (job: object) =>
        new Promise<Answer>((resolve) => {
          worker.addEventListener('message', ({ data }) => resolve(data as Answer), { once: true })
          worker.postMessage({ number: 1, photo, ...job }, [])
        })
      const began = performance.now()
      const { read } = await ask({})
      const corners = known ?? read?.corners ?? []
      const { sheet } = await ask({ cut: { corners, turns: 0, isColour: false } })
      const ms = performance.now() - began
      worker.terminate()
      let text = ''
      for (const byte of new Uint8Array((await sheet?.jpeg.arrayBuffer()) ?? new ArrayBuffer()))
        text += String.fromCharCode(byte)
      return { corners, sheet: btoa(text), ms }
    },
    { url: `/assets/${WORKER}`, base64: jpeg.toString('base64'), known: at },
  )
  return { ...answer, sheet: Buffer.from(answer.sheet, 'base64') }
}

/** The largest distance of a found corner from its true place, as a share of the page's width. */
function errorOf({ corners: known, width, height }: Photograph, found: Photograph['corners']): number {
  const away = (one: { x: number; y: number }, other: { x: number; y: number }) =>
    Math.hypot((one.x - other.x) * width, (one.y - other.y) * height)
  const [a, b] = known
  if (!a || !b) return Number.NaN
  return Math.max(...found.map((corner) => Math.min(...known.map((each) => away(corner, each))))) / away(a, b)
}

const jpegOf = ({ data, width, height }: Photograph) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 88 })
    .toBuffer()

const WORDS =
  'student report form term three admission number class subject English Kiswahili Mathematics Biology Chemistry Physics Geography History Agriculture Business Studies marks grade remarks teacher principal closing date school opens January good work improved excellent practice before examination position attendance conduct balance fees paid parent guardian signature'.split(
    ' ',
  )
const PER_MM = 10
const COLUMNS = 4
const ROW_MM = 6

/** A page of words whose capital letters are 2.5 mm high. */
async function drawWords(): Promise<DrawnPage> {
  const [width, height] = [210 * PER_MM, 297 * PER_MM]
  const size = (2.5 / 0.73) * PER_MM
  const lines = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: COLUMNS }, (_word, column) => {
      const word = WORDS[(row * COLUMNS + column) % WORDS.length] ?? ''
      return `<text x="${(18 + column * 45) * PER_MM}" y="${(26 + row * ROW_MM) * PER_MM}">${word}</text>`
    }).join(''),
  )
  const { data } = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#faf7f0"/><g font-family="DejaVu Sans, Arial, sans-serif" font-size="${size}" fill="#34343a">${lines.join('')}</g></svg>`,
    ),
  )
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const at =
      (Math.min(height - 1, Math.max(0, Math.floor(y * PER_MM))) * width +
        Math.min(width - 1, Math.max(0, Math.floor(x * PER_MM)))) *
      3
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  }
}

const run = promisify(execFile)

/** The share of the words that text recognition finds on the page. */
async function shareRead(jpeg: Buffer): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'elimu-paper-'))
  try {
    const file = join(folder, 'page.jpg')
    writeFileSync(file, jpeg)
    const { stdout } = await run('tesseract', [file, 'stdout', '--psm', '6'])
    const found = new Map<string, number>()
    for (const word of stdout.split(/\W+/)) found.set(word, (found.get(word) ?? 0) + 1)
    const wanted = Array.from({ length: 160 }, (_, index) => WORDS[index % WORDS.length] ?? '')
    const hits = wanted.filter((word) => {
      const left = found.get(word) ?? 0
      found.set(word, left - 1)
      return left > 0
    })
    return hits.length / wanted.length
  } finally {
    rmSync(folder, { recursive: true })
  }
}
