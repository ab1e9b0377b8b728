import fastifyStatic from '@fastify/static'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './schemas.ts'
import { escapeHtml } from '../mail/letterHtml.ts'
import type { Services } from '../Services.ts'
import { notFound } from './ApiError.ts'
import { answerError } from './errorHandler.ts'
import { contentSecurityPolicy } from './secureHeaders.ts'

const BUILT_PAGE = join(import.meta.dirname, '../../dist/web')
/** The page's own addresses. Any other address shows its 404 screen, with status 404. */
const PAGE_PATHS = /^\/(forgotpsw|changepsw\/[^/]+|dashboard(\/(studentgallery|gallery|calls))?)?\/?$/
const SCREENS = /<!--screens (.*?)-->/
const INLINE_SCRIPTS = /<script>(.*?)<\/script>/gs

/** `html` is undefined if the page was not built when the server started. */
export type Page = { folder: string; html: string | undefined }

/** The built page with the charity's name in it, if it has been built. A later build replaces it without a restart. */
export function readPage({ config }: Pick<Services, 'config'>, folder = BUILT_PAGE): Page {
  const index = join(folder, 'index.html')
  const read = () => {
    try {
      return fillIn(readFileSync(index, 'utf8'), config)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  const builtAt = () => statSync(index, { throwIfNoEntry: false })?.mtimeMs
  let readAt = builtAt()
  let html = read()
  return {
    folder,
    get html() {
      const at = html === undefined ? undefined : builtAt()
      // While a build replaces the folder, there is no file for a moment.
      if (at !== undefined && at !== readAt) {
        html = read() ?? html
        readAt = at
      }
      return html
    },
  }
}

/** Serves the built page: hashed assets are cached for ever, the page itself is always revalidated. */
export async function servePage(app: App, page: Page, sessionCookie: string): Promise<void> {
  if (page.html) {
    const options = { index: false as const, preCompressed: true, cacheControl: false }
    await app.register(fastifyStatic, {
      ...options,
      root: page.folder,
      // A route for each file, so that the page answers any other address.
      wildcard: false,
      globIgnore: ['index.html', 'assets/**', '**/*.{br,gz}'],
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
    // Looked up when they are requested, because a later build has files of other names.
    await app.register(fastifyStatic, {
      ...options,
      root: join(page.folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  }

  app.setNotFoundHandler((request, reply) => {
    if (!isPageAddress(request) || !page.html) throw notFound()
    const path = pathOf(request)
    const isSignedIn = path.startsWith('/dashboard') && sessionCookie in request.cookies
    const { menu = '' } = request.query as { menu?: unknown }
    return sendPage(page, PAGE_PATHS.test(path) ? 200 : 404, reply, isSignedIn ? menu : undefined)
  })
}

/** Answers a browser at an unreadable address with the page, and a program with the refusal. */
export function answerUnreadable(
  page: Page,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isBrowser = request.headers.accept?.includes('text/html') ?? false
  if (!page.html || !isBrowser || !isPageAddress(request)) return answerError(error, request, reply)
  return sendPage(page, 404, reply)
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

const isPageAddress = (request: FastifyRequest) =>
  ['GET', 'HEAD'].includes(request.method) && !/^\/(api|sanctum|assets)(\/|$)/.test(pathOf(request))

/** The page, for signed-in users with the links to the code of the open menu (web/build/preloadScreens.ts). */
function sendPage({ html = '' }: Page, status: number, reply: FastifyReply, menu?: unknown): FastifyReply {
  const text = html.replace(SCREENS, (_comment, screens: string) => {
    if (menu === undefined) return ''
    const links = new Map<unknown, string>(Object.entries(JSON.parse(screens) as object))
    return links.get(menu) ?? links.get('') ?? ''
  })
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': policyOf(text) })
    .type('text/html; charset=utf-8')
    .send(text)
}

/** Allows the scripts that the build has put into the page. Browsers block one with attributes, which gets no hash. */
const policyOf = (html: string) =>
  contentSecurityPolicy(
    Array.from(
      html.matchAll(INLINE_SCRIPTS),
      ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
    ),
  )

function fillIn(html: string, { charityName, charityUrl = '' }: Services['config']): string {
  return html
    .replaceAll('%CHARITY_NAME%', () => escapeHtml(charityName))
    .replaceAll('%CHARITY_URL%', () => escapeHtml(charityUrl))
}
