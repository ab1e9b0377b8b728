/**
 * Loads the code of signed-in screens while a slow phone evaluates the modules after this one, for almost a second.
 * The router does so only after that. The screen that needs the code reports a failure.
 */
if (location.pathname.startsWith('/dashboard')) import('./DashboardPage.tsx').catch(() => {})
