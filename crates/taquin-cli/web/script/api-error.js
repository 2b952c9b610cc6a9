// What can go wrong with a request.

/** A refusal, in words for people, with the field it is about. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.help = error?.help ?? null;
    this.field = error?.field ?? null;
    this.span = error?.span ?? null;
  }
}

/** Nobody answered: nothing is known of what was asked. */
export class Unreachable extends ApiError {
  constructor(message) {
    super(0, { message, help: "The page tries again by itself." });
  }
}
