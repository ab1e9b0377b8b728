import fastifyStatic from '@fastify/static'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './schemas.ts'
import { escapeHtml } from '../base/escapeHtml.ts'
import type { Services } from '../Services.ts'
import { notFound } from '../base/ApiError.ts'
import { answerError } from './errorHandler.ts'
import { contentSecurityPolicy } from './secureHeaders.ts'

const BUILT_PAGE = join(import.meta.dirname, '../../dist/web')
/** The page's own addresses. Any other address shows its 404 screen, with status 404. */
const PAGE_PATHS = /^\/(forgotpsw|changepsw\/[^/]+|dashboard(\/(studentgallery|gallery|calls))?)?\/?$/
const INLINE_SCRIPTS = /<script>(.*?)<\/script>/gs

/** `built` is undefined if the page was not built when the server started. */
export type Page = { folder: string; built: BuiltPage | undefined }
type BuiltPage = { html: string; policy: string }

/** The built page with the charity's name in it, if it has been built. A later build replaces it without a restart. */
export function readPage({ config }: Pick<Services, 'config'>, folder = BUILT_PAGE): Page {
  const index = join(folder, 'index.html')
  const read = () => {
    try {
      const html = fillIn(readFileSync(index, 'utf8'), config)
      return { html, policy: policyOf(html) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  const builtAt = () => statSync(index, { throwIfNoEntry: false })?.mtimeMs
  let readAt = builtAt()
  let built = read()
  return {
    folder,
    get built() {
      const at = built === undefined ? undefined : builtAt()
      // While a build replaces the folder, there is no file for a moment.
      if (at !== undefined && at !== readAt) {
        built = read() ?? built
        readAt = at
      }
      return built
    },
  }
}

/** Serves the built page: hashed assets are cached for ever, the page itself is always revalidated. */
export async function servePage(app: App, page: Page): Promise<void> {
  if (page.built) {
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
    const { built } = page
    if (!isPageAddress(request) || !built) throw notFound()
    return sendPage(built, PAGE_PATHS.test(pathOf(request)) ? 200 : 404, reply)
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
  const { built } = page
  if (!built || !isBrowser || !isPageAddress(request)) return answerError(error, request, reply)
  return sendPage(built, 404, reply)
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

const isPageAddress = (request: FastifyRequest) =>
  ['GET', 'HEAD'].includes(request.method) && !/^\/(api|sanctum|assets)(\/|$)/.test(pathOf(request))

const sendPage = ({ html, policy }: BuiltPage, status: number, reply: FastifyReply): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)

/** Allows the script inside the page. Browsers block one with attributes, which gets no hash. */
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
