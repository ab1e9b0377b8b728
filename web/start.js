// Runs before the first paint, inside the page (build/paintFirst.ts).

// The colour scheme, by the key and the attribute of app/theme.ts.
{
  let choice = 'auto'
  try {
    choice = localStorage.getItem('elimu.colorScheme') ?? choice
  } catch {
    // The browser blocks storage.
  }
  const isDark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

// The first calls of a signed-in user, made while the code loads. ui/http.ts takes the answers, by the addresses
// that app/session.ts, profile/profileApi.ts, useListRows.ts and missing/workQuery.ts call.
{
  window.firstCalls = new Map()
  const call = (address) => {
    const answer = fetch(address, {
      headers: { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' },
      signal: AbortSignal.timeout(60_000),
    })
      .then(async (reply) => ({
        status: reply.status,
        etag: reply.headers.get('ETag'),
        text: await reply.text(),
      }))
      .catch(() => undefined)
    window.firstCalls.set(address, answer)
    return answer
  }

  const callScreen = ({ id, role, next }) => {
    const { menu, student, profile, ...other } = Object.fromEntries(new URLSearchParams(location.search))
    if (next || location.pathname !== '/dashboard') return
    if (menu === 'profile' && /^\d+$/.test(student))
      void call(
        `/api/students/${student}?query=profile&type=${profile === 'finance' ? profile : 'academics'}`,
      )
    // As canSeeStudents of contract/permissions.ts.
    if (menu === 'students' && role < 5 && !Object.keys(other).length) {
      const sizeKey = `elimu.listSize.${id}`
      const size = localStorage[`${sizeKey}.students`] ?? localStorage[sizeKey] ?? 5
      void call(`/api/students?query=list&page=1&size=${size}&whole=10000`)
    }
    // As canSeeMissing of contract/permissions.ts.
    if (role < 5) void call('/api/notifications/work')
  }

  const start = async () => {
    const session = call('/api/session')
    const known = sessionStorage.getItem('user')
    // As the page does: a user whom this tab knows waits for no session.
    if (known) callScreen(JSON.parse(known))
    const answer = await session
    if (known || answer?.status !== 200) return
    const { data, next } = JSON.parse(answer.text)
    callScreen({ ...data, next })
  }
  if (location.pathname.startsWith('/dashboard')) void start()
}
