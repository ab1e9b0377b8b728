import fastifyStatic from '@fastify/static'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './App.ts'
import { escapeHtml } from '../mail/letterHtml.ts'
import type { Services } from '../Services.ts'
import { notFound } from './ApiError.ts'

const BUILT_PAGE = join(import.meta.dirname, '../../dist/web')
/** The page's own addresses; anything else shows its 404 screen, and says so in the status too. */
const PAGE_PATHS = /^\/(forgotpsw|changepsw\/[^/]+|dashboard(\/(studentgallery|gallery))?)?\/?$/

/** Serves the built page: hashed assets for ever, the page itself always fresh, with the charity's name in it. */
export async function servePage(app: App, { config }: Services): Promise<void> {
  const index = join(BUILT_PAGE, 'index.html')
  const page = existsSync(index) ? fillIn(readFileSync(index, 'utf8'), config) : undefined

  if (page)
    await app.register(fastifyStatic, {
      root: BUILT_PAGE,
      // A route for each file, so that any other address is the page's own to answer.
      wildcard: false,
      index: false,
      globIgnore: ['index.html', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })

  const answerPage = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|sanctum|assets)(\/|$)/.test(path)
    if (!isPage || !page) throw notFound()
    return reply
      .code(PAGE_PATHS.test(path) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.setNotFoundHandler(answerPage)
}

function fillIn(html: string, { charityName, charityUrl = '' }: Services['config']): string {
  return html
    .replaceAll('%CHARITY_NAME%', () => escapeHtml(charityName))
    .replaceAll('%CHARITY_URL%', () => escapeHtml(charityUrl))
}
