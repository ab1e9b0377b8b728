import type { Plugin } from 'vite'

/** In development Vite serves the page, so this plugin fills in what the server fills in otherwise. */
export function fillInCharity(): Plugin {
  return {
    name: 'elimu-charity',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%CHARITY_NAME%', () => escapeHtml(process.env.CHARITY_NAME || 'Elimu'))
        .replaceAll('%CHARITY_URL%', () => escapeHtml(process.env.CHARITY_URL ?? '')),
  }
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
