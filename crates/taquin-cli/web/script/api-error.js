// Errors of requests.

/** An error that the server reports: a message for people, and the field it is about. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.help = error?.help ?? null;
    this.field = error?.field ?? null;
    this.span = error?.span ?? null;
  }
}

/** The server did not answer, so the outcome of the request is unknown. */
export class Unreachable extends ApiError {
  constructor(message) {
    super(0, { message, help: "The page tries again automatically." });
  }
}
