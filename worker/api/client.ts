// PLACEHOLDER until the worker lands.
export interface ApiClient { fetch: (path: string, init?: RequestInit) => Promise<Response> }
