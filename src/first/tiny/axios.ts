// The one call of the HTTP client that the first script makes: a question for a new token.

class Refusal extends Error {
  readonly response: { status: number };
  constructor(status: number) {
    super(String(status));
    this.response = { status };
  }
}

const axios = {
  /** @throws {Refusal} when the server says no; whatever `fetch` throws when nothing came in time */
  async post(url: string, body: object, options: { timeout: number; headers: Record<string, string> }) {
    const answer = await fetch(url, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(options.timeout),
    });
    if (!answer.ok) throw new Refusal(answer.status);
    return { data: (await answer.json()) as unknown };
  },
  isAxiosError: (error: unknown): error is Refusal => error instanceof Refusal,
};
export default axios;
