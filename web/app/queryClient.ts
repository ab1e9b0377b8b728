import { QueryClient } from '@tanstack/react-query'
import { isRefusal, SILENT_AFTER_MS } from '../ui/http.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        // The server may run on this machine and be reachable although the browser says it is offline.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal would repeat; only a lost connection or a server error is retried.
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        // The default delays of 1 and 2 seconds would show a failure too late.
        retryDelay: SILENT_AFTER_MS / 5,
      },
    },
  })
