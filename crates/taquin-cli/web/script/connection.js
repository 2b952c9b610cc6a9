// Whether the server can be reached. This state is independent of that of the board and of the search. While the
// server is away, the page retries at growing intervals until it answers.

import { toast } from "./announce.js";
import { byId } from "./dom.js";

/** Seconds from one attempt to the next. */
const RETRY_DELAYS = [1, 2, 4, 8, 15];

class Connection {
  constructor() {
    this.away = false;
    this.listeners = [];
    addEventListener("online", () => this.away && this.retry());
  }

  /** Calls a function whenever the connection is lost or restored, with whether the server is away. */
  watch(listener) {
    this.listeners.push(listener);
  }

  /** Records that a request could not be sent. */
  lost() {
    if (this.away) return;
    this.away = true;
    this.failures = 0;
    this.show();
    this.wait();
  }

  /** Records that the server answered, even with an error. */
  found() {
    if (!this.away) return;
    this.away = false;
    clearTimeout(this.timer);
    this.show();
    toast("The server is back.");
  }

  /** Checks the connection in a moment, as the server has announced that it is shutting down. */
  expectLoss() {
    if (!this.away) this.timer = setTimeout(() => this.retry(), 1000);
  }

  wait() {
    clearTimeout(this.timer);
    const seconds = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
    this.timer = setTimeout(() => this.retry(), 1000 * seconds);
  }

  /** Checks whether the server answers. */
  async retry() {
    clearTimeout(this.timer);
    try {
      await fetch("/api/v1/describe", { method: "HEAD", cache: "no-store" });
      this.found();
    } catch {
      this.lost();
      this.failures += 1;
      this.wait();
    }
  }

  show() {
    document.body.dataset.connection = this.away ? "away" : "here";
    byId("connection").hidden = !this.away;
    for (const listener of this.listeners) listener(this.away);
  }
}

/** The connection that all requests report to. */
export const connection = new Connection();
