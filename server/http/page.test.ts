import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { readPage, servePage } from './page.ts'
import type { App } from './schemas.ts'

test('a build under a running server replaces the page and its files together', async () => {
  const dist = await temporaryFolder()
  const folder = join(dist, 'web')
  const build = (name: string, place: string) => {
    mkdirSync(join(place, 'assets'), { recursive: true })
    writeFileSync(join(place, 'assets', `${name}.js`), `'${name}'`)
    writeFileSync(join(place, 'index.html'), `<title>%CHARITY_NAME%</title><script src="/assets/${name}.js">`)
  }
  build('old', folder)
  const app = await serve(folder)
  const textOf = async (url: string) => {
    const { body, statusCode } = await app.inject({ url })
    return statusCode === 200 ? body : statusCode
  }
  expect(await textOf('/dashboard')).toBe('<title>Tumaini</title><script src="/assets/old.js">')
  expect(await textOf('/assets/old.js')).toBe(`'old'`)

  build('new', join(dist, 'unfinished'))
  renameSync(folder, join(dist, 'replaced'))
  expect(await textOf('/dashboard'), 'while there is no page').toContain('old.js')
  renameSync(join(dist, 'unfinished'), folder)
  expect(await textOf('/dashboard')).toBe('<title>Tumaini</title><script src="/assets/new.js">')
  expect(await textOf('/assets/new.js')).toBe(`'new'`)
  expect(await textOf('/assets/old.js')).toBe(404)
  expect(await textOf('/index.html')).toBe(404)
})

test('the only inline script that a browser may run is the one of the build', async () => {
  const app = await serveHtml('<script>\n1 + 1\n</script><script src="/assets/index.js"></script>')
  const { headers } = await app.inject({ url: '/' })
  const hash = createHash('sha256').update('\n1 + 1\n').digest('base64')
  expect(String(headers['content-security-policy']).split(';')).toContain(
    `script-src 'self' 'sha256-${hash}'`,
  )
})

async function serveHtml(html: string) {
  const folder = await temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), html)
  return serve(folder)
}

async function serve(folder: string) {
  const app = fastify() as unknown as App
  onTestFinished(() => app.close())
  await servePage(app, readPage({ config: readConfig({ CHARITY_NAME: 'Tumaini' }) }, folder))
  return app
}
