/** The charity's own name and site, which the server writes into the page. */
export const charity = { name: meta('charity-name'), url: meta('charity-url') }

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
