import { escapeHtml } from '../base/escapeHtml.ts'

/** Outlook on Windows reads these conditional comments. It ignores `max-width`, and gives each table its own font. */
const OUTLOOK_FONT =
  '<!--[if mso]><style>table, td, h1, h2, p, a { font-family: Arial, sans-serif !important }</style><![endif]-->'
const OUTLOOK_WIDTH = {
  begin:
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
}

/** A link that looks like a button, also in mail programs that support padding in table cells only. */
export const buttonHtml = (word: string, address: string) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">
<tr><td style="background:#0f5a5c;border-radius:6px;mso-padding-alt:12px 22px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 22px;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(word)}</a></td></tr>
</table>`

/**
 * The frame of every letter, in the charity's name. Tables and inline styles only: mail programs know little
 * else. `body` is HTML already.
 */
export function letterHtml({
  title,
  charity,
  body,
}: {
  title: string
  charity: string
  body: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
${OUTLOOK_FONT}
</head>
<body style="margin:0;padding:0;background:#f4f6f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f2">
<tr><td align="center" style="padding:24px 12px">
${OUTLOOK_WIDTH.begin}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #dbe0d9;border-radius:10px">
<tr><td style="background:#0b3d40;color:#ffffff;padding:18px 28px;font:600 18px/24px 'Source Sans 3','Segoe UI',Roboto,Arial,sans-serif;border-radius:10px 10px 0 0">${escapeHtml(charity)}</td></tr>
<tr><td style="padding:20px 28px 24px;color:#16211f;font:400 16px/24px 'Source Sans 3','Segoe UI',Roboto,Arial,sans-serif;word-break:break-word">
<h1 style="font-size:22px;line-height:28px;margin:0 0 12px">${escapeHtml(title)}</h1>${body}
</td></tr>
</table>
${OUTLOOK_WIDTH.end}
</td></tr>
</table>
</body>
</html>`
}

/** A letter of paragraphs only, as text and as HTML. */
export const plainLetter = (title: string, charity: string, paragraphs: string[]) => ({
  subject: `${title} - ${charity}`,
  text: paragraphs.join('\n\n'),
  html: letterHtml({
    title,
    charity,
    body: paragraphs.map((words) => `\n<p>${escapeHtml(words)}</p>`).join(''),
  }),
})
